import FirestoreModel
import RealtimeDatabase
import RealtimeRules

/// How it is known that a location has children.
enum ContainerEvidence: Hashable {
  case childRules(pattern: String)
  case data(path: RealtimePath)

  var note: String {
    switch self {
    case .childRules(let pattern): "the rules of `\(pattern)` are those of a child of it"
    case .data(let path): "in the data `\(path)` has children"
    }
  }
}

extension RealtimeSubject {
  /// Nil when nothing says that the location has children.
  func container(_ place: Place) -> ContainerEvidence? {
    if let rules = declared(place), let child = children(of: rules).first { return .childRules(pattern: child.pattern) }
    return nodes(at: place, limit: 64).first { $0.node.leaf == nil }.map { .data(path: $0.path) }
  }

  /// The location with rules of its own that a place is; unlike `location(at:)` an unknown key matches nothing.
  private func declared(_ place: Place) -> RuleLocation? {
    place.isKnown ? location(at: place) : nil
  }

  /// What stands at a place in the data, for every value of its variables.
  func nodes(at place: Place, limit: Int) -> [(path: RealtimePath, node: RealtimeNode)] {
    var found: [(path: RealtimePath, node: RealtimeNode)] = context.data.exists ? [(.root, context.data)] : []
    for key in place.keys {
      var next: [(path: RealtimePath, node: RealtimeNode)] = []
      for (path, node) in found {
        if let literal = key.literal {
          let name = RealtimeKey(literal.string)
          if node.child(name).exists { next.append((path.child(name), node.child(name))) }
        } else {
          for (name, child) in node.children where next.count < limit { next.append((path.child(name), child)) }
        }
        if next.count >= limit { break }
      }
      found = next
    }
    return found
  }
}
