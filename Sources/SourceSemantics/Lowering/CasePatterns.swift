import SourceSyntax
import SourceTokens

/// Patterns that take the cases of enumerations, optionals and tuples apart.
extension FunctionLowering {
  /// The condition under which a value matches; nil for patterns that mean the same in all languages.
  mutating func matchCase(_ pattern: NodeID, _ value: GraphNode) -> GraphNode? {
    let children = tree.children(of: pattern)
    switch tree.kind(pattern) {
    case .declaringPattern: return children.last.map { match($0, value) }
    case .castPattern: return matchCast(pattern, value)
    case .typePattern:
      guard let type = children.first(where: { tree.kind($0).isType }) else { return builder.event(site: pattern) }
      return builder.add(.isType, payload: tree.name(type).raw, [value])
    case .constructorPattern: return matchConstructor(pattern, value)
    case .listPattern: return matchParts(Array(children), of: value)
    case .patternEntry: return children.last.map { match($0, value) }
    default: return nil
    }
  }

  /// `x?`, `x as T`
  private mutating func matchCast(_ pattern: NodeID, _ value: GraphNode) -> GraphNode {
    var test = GraphBuilder.yes
    if tree[pattern].flags.contains(.optional) { test = builder.add(.present, [value]) }
    let children = tree.children(of: pattern)
    let type = children.first { tree.kind($0).isType }
    let cast = type.map { builder.add(.cast, [value, self.type($0)], site: pattern) } ?? value
    for child in children where !tree.kind(child).isType { test = builder.and(test, match(child, cast)) }
    guard let type, tree.kind(pattern) == .castPattern else { return test }
    return builder.and(test, builder.add(.isType, payload: tree.name(type).raw, [value]))
  }

  /// `.a(let x, key: let y)`
  private mutating func matchConstructor(_ pattern: NodeID, _ value: GraphNode) -> GraphNode {
    let children = tree.children(of: pattern)
    guard let head = children.first else { return builder.event(site: pattern) }
    var test = builder.truth(builder.add(.binary, code: Operator.equal.rawValue, [value, expression(head)]))
    for (place, part) in children.dropFirst().enumerated() {
      let label = tree.kind(part) == .patternEntry ? tree.name(part) : .empty
      let held = builder.add(
        .associated, code: UInt8(min(place, 255)), payload: label.raw, [value], site: part)
      test = builder.and(test, match(part, held))
    }
    return test
  }

  private mutating func matchParts(_ parts: [NodeID], of value: GraphNode) -> GraphNode {
    var test = GraphBuilder.yes
    for (place, part) in parts.enumerated() {
      let key = builder.integer(Int64(place), site: part)
      test = builder.and(test, match(part, builder.add(.index, [value, key], site: part)))
    }
    return test
  }
}
