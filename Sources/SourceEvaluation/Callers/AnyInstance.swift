import SourceSemantics
import SourceSyntax
import SourceTokens

/// Objects of which only the class is known.
extension Evaluator {
  /// Any object of a class: one for each place that makes one, else one that nobody has made.
  mutating func instance(of type: Int) -> ValueID? {
    guard busyTypes.insert(type).inserted else { return nil }
    defer { busyTypes.remove(type) }
    let all = instances(type).map { unidentified($0, depth: 3) }
    return anyOf(all, origin(function(types[type].key), types[type].key.node, extra: 11))
  }

  /// The object as one of which only the class is known: that one place makes it for the signed-in user does not say
  /// that nobody else's is meant here.
  private mutating func unidentified(_ object: ValueID, depth: Int) -> ValueID {
    guard arena.kind(object) == .object, depth > 0 else { return object }
    let type = Int(arena[object].payload)
    var result = object
    for (name, value) in fields(object) {
      if arena.kind(value) == .object {
        result = put(result, name, unidentified(value, depth: depth - 1))
      } else if hasIdentity(value) {
        result = put(
          result, name, orAnother(value, origin(function(types[type].key), types[type].key.node, extra: name.raw)))
      }
    }
    return result
  }

  /// The value, or one of which nothing is known.
  mutating func orAnother(_ value: ValueID, _ place: OriginID) -> ValueID {
    orAny(value, arena.unknown(.operation, place))
  }

  /// Whether the id of the signed-in user is in it.
  func hasIdentity(_ value: ValueID, depth: Int = 4) -> Bool {
    switch arena.kind(value) {
    case .made where arena.construct(value) == .userID || arena.construct(value) == .user: true
    case .made, .text, .choice, .list, .record:
      depth > 0 && arena.parts(value).contains { hasIdentity($0, depth: depth - 1) }
    default: false
    }
  }
}
