import FirestoreModel
import QueryModel
import RealtimeDatabase
import RealtimeRules

/// The reason why a location is known to have children.
enum ContainerEvidence: Hashable {
  case childRules(pattern: String)
  case data(path: RealtimePath)
  /// The path of a write, from the root.
  case written(path: [WrittenKey])

  var note: String {
    switch self {
    case .childRules(let pattern): "the rules of `\(pattern)` are those of a child of it"
    case .data(let path): "in the data `\(path)` has children"
    case .written(let path): "the app writes \(path.quoted) as a list or a map"
    }
  }
}

extension RealtimeSubject {
  /// Nil when it is not known whether the location has children.
  func container(_ reference: DataReference) -> ContainerEvidence? {
    if let rules = declared(reference), let child = children(of: rules).first {
      return .childRules(pattern: child.pattern)
    }
    if let stored = nodes(at: reference, limit: 64).first(where: { $0.node.leaf == nil }) {
      return .data(path: stored.path)
    }
    return written(at: reference).first { $0.value.isContainer }.map { .written(path: $0.path) }
  }

  /// Whether the location is a list: the rules have a variable for its children, or the data has push ids.
  func isList(_ location: RuleLocation) -> Bool {
    if variableChild(of: location).map({ !$0.isClosed }) ?? false { return true }
    return nodes(at: DataReference(.before, location.keys), limit: 8).contains { _, node in
      node.children.contains { $0.key.string.utf8.count == 20 && $0.key.string.utf8.first == UInt8(ascii: "-") }
    }
  }

  /// The location of a reference in which every key is known. In `location(at:)` an unknown key matches a variable.
  private func declared(_ reference: DataReference) -> RuleLocation? {
    reference.isKnown ? location(at: reference) : nil
  }

  /// The given data at a reference, for every key that its variables can match.
  func nodes(at reference: DataReference, limit: Int) -> [(path: RealtimePath, node: RealtimeNode)] {
    var found: [(path: RealtimePath, node: RealtimeNode)] = context.data.exists ? [(.root, context.data)] : []
    for key in reference.keys {
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

extension WrittenValue {
  /// Whether the value has children, whatever its unknown parts are.
  fileprivate var isContainer: Bool {
    switch self {
    case .list(let elements, _): !elements.isEmpty
    case .map(let entries, _): entries.contains { $0.isCertain && $0.value != .null && $0.value != .unknown }
    default: false
    }
  }
}
