import SourceSemantics
import SourceSyntax
import SourceTokens

/// The functions that stand in classes and in functions.
extension Evaluator {
  private mutating func innerScopes(_ unit: Int) -> [[Int]] {
    if let known = innerScopes[unit] { return known }
    let scopes = program.units[unit].scopes.scopes
    var inner: [[Int]] = Array(repeating: [], count: scopes.count)
    for (place, scope) in scopes.enumerated() { if let parent = scope.parent { inner[parent].append(place) } }
    innerScopes[unit] = inner
    return inner
  }

  /// A method and the functions that are written in it.
  mutating func functions(in method: Int) -> [Int] {
    let key = functions[method].key
    let scopes = program.units[key.unit].scopes
    guard let outer = scopes.scope(of: key.node) else { return [method] }
    let inner = innerScopes(key.unit)
    var inside: [Int] = []
    var rest = [outer]
    while let next = rest.popLast() {
      inside.append(next)
      rest += inner[next].filter { !scopes.scopes[$0].isType }
    }
    return inside.sorted().map { function(FunctionKey(unit: key.unit, node: scopes.scopes[$0].node)) }
  }

  /// The methods that a class declares.
  mutating func methods(_ type: Int) -> [Int] {
    let key = types[type].key
    let scopes = program.units[key.unit].scopes
    guard let own = scopes.scope(of: key.node) else { return [] }
    return innerScopes(key.unit)[own].map { scopes.scopes[$0] }.filter(\.isMember).map { scope in
      function(FunctionKey(unit: key.unit, node: scope.node))
    }
  }
}

/// The objects of a class that are known at some time.
struct KnownInstances: Sendable {
  var values: [ValueID]
  /// How much was known of what makes them.
  var made: Int
  var isFinal: Bool
}
