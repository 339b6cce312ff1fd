import Diagnostics
import FirestoreModel
import QueryModel

/// Collections and documents out of a database or another reference and the texts of a path.
enum WebReferences {
  /// `collection(parent, "users", id, "posts")` and `parent.collection("users")`.
  static func collection(
    of parent: ScannedValue, _ path: [SDKArguments.Argument], _ scope: VocabularyScope
  ) -> ScannedValue? {
    let location = path.first?.location ?? scope.location
    switch parent {
    case .database(let database): return joined(path).collection(in: database, at: location)
    case .document(let document): return joined(path).collection(below: document, at: location)
    case .query(let draft):
      // A path below a collection begins with the id of one of its documents.
      guard let document = document(of: parent, Array(path.prefix(1)), scope), case .document(let handle) = document,
        path.count > 1
      else { return .query(.unknown(draft.database, at: location)) }
      return joined(Array(path.dropFirst())).collection(below: handle, at: location)
    case .unknown, .handle:
      if isDocument(parent) {
        return joined(path).collection(below: .unknown(in: database(scope, of: parent)), at: location)
      }
      return joined(path).collection(in: database(scope, of: parent), at: location)
    default: return nil
    }
  }

  /// `doc(parent, "users", id)` and `parent.doc("users")`.
  static func document(
    of parent: ScannedValue, _ path: [SDKArguments.Argument], _ scope: VocabularyScope
  ) -> ScannedValue? {
    switch parent {
    case .database(let database): return joined(path).document(in: database)
    case .query(let draft):
      return ScannedValue.document(path.isEmpty ? nil : joined(path), of: draft)
    case .document(let document):
      let segments = document.path.segments + (joined(path).pathSegments ?? [.unknown])
      guard segments.count.isMultiple(of: 2) else { return .document(.unknown(in: document.database)) }
      return .document(
        DocumentHandle(path: PathTemplate(segments), isKnown: document.isKnown, database: document.database))
    case .unknown(let unknown):
      // `doc(usersRef, id)`: one id under an unknown collection.
      if path.isEmpty || isCollection(unknown) { return .document(.unknown(in: database(scope, of: parent))) }
      return joined(path).document(in: database(scope, of: parent))
    case .handle: return joined(path).document(in: database(scope, of: parent))
    default: return nil
    }
  }

  static func group(_ id: SDKArguments.Argument?, of parent: ScannedValue, _ scope: VocabularyScope) -> ScannedValue? {
    guard let id else { return nil }
    switch parent {
    case .database(let handle): return id.value.collectionGroup(in: handle, at: id.location)
    case .unknown, .handle: return id.value.collectionGroup(in: database(scope, of: parent), at: id.location)
    default: return nil
    }
  }

  /// The database of a file that does not say which. Where it imports no SDK, it says not even who asks; a script without
  /// imports is the page's own, unless others pass the database.
  static func database(_ scope: VocabularyScope, of receiver: ScannedValue? = nil) -> DatabaseHandle {
    var isOwn = scope.imports.isEmpty
    if case .unknown(let unknown)? = receiver, unknown.cause == .parameter { isOwn = false }
    let isStated = scope.caller != .client || scope.imports.nameFirebase || isOwn
    return DatabaseHandle(caller: isStated ? scope.caller : .unstated)
  }

  /// All parts of a path as one text, slashes between them.
  static func joined(_ path: [SDKArguments.Argument]) -> ScannedValue {
    if path.count == 1, let only = path.first?.value, !isSpread(only) { return only }
    var pieces: [TextPiece] = []
    for value in path.flatMap({ parts($0.value) }) {
      if !pieces.isEmpty { pieces.append(.literal("/")) }
      pieces += value.textPieces
    }
    return .text(pieces)
  }

  private static func isSpread(_ value: ScannedValue) -> Bool { if case .list = value { true } else { false } }

  private static func parts(_ value: ScannedValue) -> [ScannedValue] {
    if case .list(let list) = value { list.elements } else { [value] }
  }

  /// Of an unknown value only its name and type tell that it is a document and not a database.
  private static func isDocument(_ value: ScannedValue) -> Bool {
    guard case .unknown(let unknown) = value else { return false }
    if let type = unknown.type?.lastName { return type == "DocumentReference" || type.hasSuffix("DocumentSnapshot") }
    guard let name = unknown.name?.lowercased() else { return false }
    return name == "ref" || name == "doc" || ["docref", "document", "parent", "snap"].contains { name.contains($0) }
      || (name.hasSuffix("ref") && !name.contains("db"))
  }

  private static func isCollection(_ unknown: UnknownValue) -> Bool {
    if let type = unknown.type?.lastName { return type == "CollectionReference" || type == "Query" }
    guard let name = unknown.name?.lowercased() else { return false }
    return ["collection", "coll", "col", "ref"].contains { name.hasSuffix($0) }
  }
}

extension TypeName {
  /// `admin.firestore.Query` is `Query`.
  var lastName: String { name.split(separator: ".").last.map(String.init) ?? name }
}
