import Diagnostics
import FirestoreModel
import QueryModel

/// Listeners that `react-redux-firebase` lets components declare as data:
/// `firestoreConnect([{ collection: "todos", where: ["done", "==", false], orderBy: ["at", "desc"] }])`.
enum ReduxFirestore {
  static func call(_ function: String, _ arguments: SDKArguments, _ scope: VocabularyScope) -> SDKMeaning? {
    guard function == "firestoreConnect" || function == "useFirestoreConnect",
      scope.imports.contains(where: { $0.module == module }), let declared = arguments[0]
    else { return nil }
    // What the function returns is asked for later.
    if case .function = declared.value { return .request(SDKRequest(.listen, declared.value)) }
    return .request(SDKRequest(.listen, ScannedValue.oneOf(targets(of: declared.value, at: declared.location))))
  }

  private static let module = "react-redux-firebase"

  /// The queries and documents that a value declares; what it leaves open is one of which nothing is known.
  static func targets(of value: ScannedValue, at location: SourceLocation) -> [ScannedValue] {
    switch value {
    case .list(let list):
      return list.elements.flatMap { targets(of: $0, at: location) } + (list.isOpen ? [unknown(at: location)] : [])
    case .alternatives(let values): return values.flatMap { targets(of: $0, at: location) }
    case .null, .boolean: return []
    case .record(let entries): return [declared(entries, at: location)]
    // `rooms`, or `rooms/x`.
    case .text: return [place(value, at: location)]
    default: return [unknown(at: location)]
    }
  }

  private static let database = DatabaseHandle(caller: .client)

  private static func unknown(at location: SourceLocation) -> ScannedValue { .query(.unknown(database, at: location)) }

  private static func place(_ path: ScannedValue, at location: SourceLocation) -> ScannedValue {
    let isDocument = path.pathSegments.map { $0.count.isMultiple(of: 2) } ?? false
    return isDocument ? path.document(in: database) : path.collection(in: database, at: location)
  }

  private static func declared(_ entries: [ScannedEntry], at location: SourceLocation) -> ScannedValue {
    func entry(_ name: String) -> ScannedValue? { entries.last { $0.key == name }?.value }
    guard entries.allSatisfy({ $0.pieces == nil }) else { return unknown(at: location) }
    var target: ScannedValue
    if let group = entry("collectionGroup") {
      target = group.collectionGroup(in: database, at: location)
    } else if let collection = entry("collection") {
      target = place(collection, at: location)
    } else {
      return unknown(at: location)
    }
    target = below(target, entry("doc"), at: location)
    if case .list(let parts)? = entry("subcollections") {
      for part in parts.elements {
        guard case .record(let inner) = part, case .document(let document) = target,
          let name = inner.last(where: { $0.key == "collection" })?.value
        else { return unknown(at: location) }
        let narrower = name.collection(below: document, at: location)
        target = constrained(below(narrower, inner.last { $0.key == "doc" }?.value, at: location), inner, at: location)
      }
    }
    return constrained(target, entries, at: location)
  }

  private static func below(
    _ target: ScannedValue, _ id: ScannedValue?, at location: SourceLocation
  ) -> ScannedValue {
    guard let id, id != .null, case .query(let draft) = target else { return target }
    return ScannedValue.document(id, of: draft)
  }

  // MARK: - Constraints

  private static func constrained(
    _ target: ScannedValue, _ entries: [ScannedEntry], at location: SourceLocation
  ) -> ScannedValue {
    guard case .query(var draft) = target else { return target }
    for name in ["where", "orderBy", "limit", "limitToLast", "startAt", "startAfter", "endAt", "endBefore"] {
      guard let value = entries.last(where: { $0.key == name })?.value, value != .null else { continue }
      for arguments in calls(name, value) {
        let asked = SDKArguments(arguments.map { SDKArguments.Argument(value: $0, location: location) })
        draft = draft.applying(WebConstraints.constraint(name, asked) ?? .unknown, at: location)
      }
    }
    return .query(draft)
  }

  /// The arguments of each constraint: `["a", "==", 1]`, or a list of such lists.
  private static func calls(_ name: String, _ value: ScannedValue) -> [[ScannedValue]] {
    guard name == "where" || name == "orderBy", case .list(let list) = value else { return [[value]] }
    let isMany = list.elements.contains { if case .list = $0 { true } else { false } }
    // A list of which more is open declares something unknown, too.
    if list.isOpen { return [[]] }
    guard isMany else { return [list.elements] }
    return list.elements.map { element in
      if case .list(let inner) = element, !inner.isOpen { inner.elements } else { name == "orderBy" ? [element] : [] }
    }
  }
}
