import FirestoreModel
import QueryModel

/// Cloud Functions: what a trigger hands to its function is no read, but it knows where the document stands.
enum TriggerWords {
  /// `onDocumentWritten("users/{id}", event => …)`
  static func call(_ name: ImportedName, _ arguments: SDKArguments) -> SDKMeaning? {
    guard name.path.last?.hasPrefix("onDocument") == true, let document = document(arguments[0]?.value) else {
      return nil
    }
    return .delivery(.record([ScannedEntry("data", change(document))]), returnsClosureValue: false)
  }

  /// `functions.firestore.document("users/{id}")`: a document that nobody reads.
  static func document(_ value: ScannedValue?) -> DocumentHandle? {
    var path = value
    if case .record(let options)? = value { path = options.last { $0.key == "document" }?.value }
    guard case .text(let pieces)? = path, let segments = ScannedPath.segments(pieces),
      segments.count.isMultiple(of: 2), !segments.isEmpty
    else { return nil }
    let template = segments.map { segment in
      segment.literal.map { $0.string.hasPrefix("{") ? PathSegment.unknown : segment } ?? .unknown
    }
    return DocumentHandle(path: PathTemplate(template), database: DatabaseHandle(caller: .admin))
  }

  /// `functions.firestore.document(…)`, then `.onCreate((snapshot, context) => …)`.
  static func call(_ name: String, on receiver: ScannedValue, _ arguments: SDKArguments) -> SDKMeaning? {
    guard case .handle(let handle) = receiver, let place = ImportedName(handle), place.module == .functions else {
      return nil
    }
    switch name {
    case "document":
      guard let text = arguments[0]?.value.knownText else { return .value(receiver) }
      return .value(.handle(ImportedName(module: .functions, path: [mark + text]).handle))
    case "onCreate", "onUpdate", "onDelete", "onWrite":
      guard let text = place.path.joined(separator: ".").trigger, let document = document(.text([.literal(text)]))
      else { return nil }
      return .delivery(change(document), returnsClosureValue: false)
    // `region("x")`, `runWith({…})`, `database(…)`: the same namespace.
    default: return .value(receiver)
    }
  }

  fileprivate static let mark = "document:"

  /// A snapshot and a change at once: `ref`, `after.ref`, `before.ref`.
  private static func change(_ document: DocumentHandle) -> ScannedValue {
    let snapshot = ScannedEntry("ref", .document(document))
    return .record([
      snapshot, ScannedEntry("after", .record([snapshot])), ScannedEntry("before", .record([snapshot])),
    ])
  }
}

extension String {
  fileprivate var trigger: String? {
    guard hasPrefix(TriggerWords.mark) else { return nil }
    return String(dropFirst(TriggerWords.mark.count))
  }
}
