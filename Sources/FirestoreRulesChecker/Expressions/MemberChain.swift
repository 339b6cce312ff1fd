package import FirestoreRulesLanguage

extension Expression {
  /// The names of a chain of members that starts at a name: `request.auth.uid` and `request.auth['uid']` are both
  /// `["request", "auth", "uid"]`. Nil for everything else.
  package var asMemberChain: [String]? {
    var names: [String] = []
    var current = unparenthesized
    while true {
      switch current.kind {
      case .name(let name): return [name] + names.reversed()
      case .member(let base, let name):
        names.append(name.text)
        current = base.unparenthesized
      case .index(let base, let key):
        guard case .string(let name) = key.unparenthesized.kind else { return nil }
        names.append(name)
        current = base.unparenthesized
      default: return nil
      }
    }
  }

  /// The longest chains of members in the expression, in source order. Of `a.b.size() > c` these are `a.b` and `c`.
  package var memberChains: [MemberChain] {
    var found: [MemberChain] = []
    var pending = [self]
    while let next = pending.popLast() {
      if let names = next.asMemberChain {
        found.append(MemberChain(names: names, expression: next))
      } else {
        pending.append(contentsOf: next.children.reversed())
      }
    }
    return found
  }

  /// Whether some chain of the expression starts with these names: `mentions("request", "auth")`.
  package func mentions(_ prefix: String...) -> Bool { memberChains.contains { $0.names.starts(with: prefix) } }
}

/// A chain of members and where it stands.
package struct MemberChain: Sendable {
  package var names: [String]
  package var expression: Expression

  package init(names: [String], expression: Expression) {
    self.names = names
    self.expression = expression
  }
}
