package import SourceSyntax
package import SourceTokens

/// A parameter of a function or closure.
package struct ParameterFact: Hashable, Sendable {
  package let node: NodeID
  /// What callers write before the value; empty where they write nothing.
  package let label: NameID
  /// The name inside; empty where a pattern takes the value apart.
  package let name: NameID
  package let pattern: NodeID?
  package let type: NodeID?
  /// The value where callers leave it out.
  package let value: NodeID?
  package let flags: NodeFlags
}

/// One supertype as it is written.
package struct SupertypeFact: Hashable, Sendable {
  /// The word before it (`extends`, `implements`); empty where there is none.
  package let word: NameID
  /// The type, or in Python an expression.
  package let node: NodeID
  /// The names of `a.b.C`; empty where it is more than names.
  package let path: [NameID]
}

extension SyntaxTree {
  /// The parameters of a function, accessor or closure, or of the primary constructor of a type.
  package func parameterFacts(of id: NodeID) -> [ParameterFact] {
    guard let list = child(.parameters, of: id) else { return [] }
    return children(.parameter, of: list).map(parameterFact)
  }

  private func parameterFact(_ id: NodeID) -> ParameterFact {
    let children = children(of: id)
    let pattern = children.first { kind($0).isPattern }
    let name = pattern.flatMap { kind($0) == .binding ? self.name($0) : nil } ?? .empty
    return ParameterFact(
      node: id, label: self.name(id), name: name, pattern: pattern, type: children.first { kind($0).isType },
      value: children.first { kind($0).isExpression }, flags: self[id].flags)
  }

  /// What a type is derived from, in the order of its header.
  package func supertypes(of id: NodeID) -> [SupertypeFact] {
    children(.heritage, of: id).flatMap { heritage in
      let word = name(heritage)
      if let type = children(of: heritage).first(where: { kind($0).isType }) {
        return [SupertypeFact(word: word, node: type, path: path(of: type) ?? [])]
      }
      let bases = child(.arguments, of: heritage).map { children(.argument, of: $0) } ?? []
      return bases.filter { name($0) == .empty }.compactMap { argument in
        children(of: argument).first.map { SupertypeFact(word: word, node: $0, path: path(of: $0) ?? []) }
      }
    }
  }

  /// The names of `a.b.c`, of expressions and types; nil where it is anything else. Type arguments are left out.
  package func path(of id: NodeID) -> [NameID]? {
    switch kind(id) {
    case .name: [name(id)]
    case .namedType:
      children(of: id).first { kind($0).isType }.map { path(of: $0).map { $0 + [name(id)] } } ?? [name(id)]
    case .member, .index:
      children(of: id).first.flatMap { path(of: $0).map { kind(id) == .index ? $0 : $0 + [name(id)] } }
    case .parenthesized: children(of: id).first.flatMap { path(of: $0) }
    default: nil
    }
  }
}
