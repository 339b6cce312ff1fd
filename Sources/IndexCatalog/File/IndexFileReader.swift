import Diagnostics
import FirestoreModel
import StructuredText

/// Walks the objects of an index file, upgrades old spellings as the CLI does, and collects complaints.
///
/// The CLI stops at its first complaint and leaves much to the service; here every entry is examined.
struct IndexFileReader {
  let source: SourceText
  let edition: Edition
  var diagnostics: [Diagnostic] = []
  var composites: [IndexFile.Entry<IndexDefinition>] = []
  var overrides: [IndexFile.Entry<FieldOverride>] = []
  var inferredNameDirections: Set<IndexDefinition> = []
  var legacyReported = false
  private var lacksIndexes = false

  init(source: SourceText, edition: Edition) {
    self.source = source
    self.edition = edition
  }

  mutating func read(_ root: Node, database: Text) {
    guard root.isObject else { return reportRoot(root) }
    if reportFragment(root) { return }
    guard let indexes = root.member("indexes"), indexes.isTruthy else {
      return reportMissingIndexes(root, database: database)
    }
    reportUnknownKeys(of: root, known: ["indexes", "fieldOverrides", "$schema"], in: "the file")
    for entry in array(indexes, named: "indexes") { readComposite(entry) }
    guard let overrides = root.member("fieldOverrides"), overrides.isTruthy else { return }
    for entry in array(overrides, named: "fieldOverrides") { readOverride(entry) }
  }

  mutating func finish() -> IndexFile {
    reportRemovedCollectionIndexes()
    reportOverridesWithoutEffect()
    let catalog = IndexCatalog(
      composites: composites.map(\.value), overrides: overrides.map(\.value),
      inferredNameDirections: inferredNameDirections)
    var file = IndexFile(
      source: source, composites: composites, overrides: overrides, catalog: catalog,
      diagnostics: diagnostics.stableSorted { $0.location?.span.start ?? 0 })
    file.lacksIndexes = lacksIndexes
    return file
  }
}

// MARK: The file as a whole

extension IndexFileReader {
  private mutating func reportRoot(_ root: Node) {
    if root.elements?.contains(where: \.isAdminResource) == true { return reportAdminDump(root) }
    report(
      .wrongType, "an index file is an object, not \(root.typeName)", at: root,
      help: "write `{\"indexes\": [], \"fieldOverrides\": []}`")
  }

  private mutating func reportMissingIndexes(_ root: Node, database: Text) {
    if root.member("indexConfig") != nil || root.member("fields")?.elements?.contains(where: \.isAdminResource) == true
      || root.isAdminResource
    {
      return reportAdminDump(root)
    }
    // The CLI logs this, skips the database and goes on.
    lacksIndexes = true
    report(
      .invalidIndexDefinition, "\(database) database index file must contain \"indexes\" property.", at: root,
      severity: .warning, help: "add `\"indexes\": []`; without it nothing of this file is deployed")
  }

  /// One object of `indexes` or `fieldOverrides` in place of a file.
  private mutating func reportFragment(_ root: Node) -> Bool {
    let keys = Set(root.members.map(\.key))
    guard !keys.isDisjoint(with: ["collectionGroup", "collectionId"]), !keys.contains("fieldOverrides") else {
      return false
    }
    report(
      .invalidIndexDefinition, "this is a single definition, not an index file", at: root,
      help: "put it into the `\(keys.contains("fieldPath") ? "fieldOverrides" : "indexes")` array of a file")
    return true
  }

  private mutating func reportAdminDump(_ node: Node) {
    report(
      .invalidIndexDefinition, "this is an answer of the admin API, not an index file", at: node,
      help: "save the output of `firebase firestore:indexes` instead; here the collection group is part of `name`")
  }

  /// A single definition given to a command that wants a file has keys of its own, so unknown keys come with a hint.
  mutating func reportUnknownKeys(of node: Node, known: [String], in place: String) {
    for member in node.members where !known.contains(member.key) {
      let meant =
        IndexFileReader.meantKeys[member.key].flatMap { known.contains($0) ? $0 : nil }
        ?? NearestName.of(member.key, among: known)
      diagnostics.append(
        Diagnostic(
          .unknownKey, "unknown key `\(member.key)` in \(place)",
          at: SourceLocation(source: source, span: member.keySpan), severity: meant == nil ? .info : nil,
          help: meant.map { "did you mean `\($0)`?" } ?? "the CLI leaves it out of what it deploys"))
    }
  }

  /// Spellings seen in old codelabs and hand-written files.
  private static let meantKeys = [
    "direction": "order", "field": "fieldPath", "path": "fieldPath", "name": "fieldPath",
    "collection": "collectionGroup",
    "collectionGroupId": "collectionGroup", "scope": "queryScope", "overrides": "fieldOverrides",
    "array": "arrayConfig", "vector": "vectorConfig", "index": "indexes",
  ]

  private mutating func array(_ node: Node, named key: String) -> [Node] {
    if let elements = node.elements { return elements }
    report(.wrongType, "`\(key)` must be an array, not \(node.typeName)", at: node)
    return []
  }
}

extension Node {
  /// `{"name": "projects/…/collectionGroups/…", …}`: a resource of the admin API.
  fileprivate var isAdminResource: Bool {
    guard let name = member("name")?.text else { return false }
    return name.hasPrefix("projects/") && name.contains("/collectionGroups/")
  }

  /// An entry of the admin API among the entries of a file.
  var looksLikeAdminEntry: Bool { isAdminResource || member("indexConfig") != nil }
}

// MARK: Complaints

extension IndexFileReader {
  mutating func report(
    _ code: DiagnosticCode, _ message: String, at node: Node, severity: Severity? = nil, notes: [String] = [],
    help: String? = nil
  ) {
    diagnostics.append(
      Diagnostic(code, message, at: location(node), severity: severity, notes: notes, help: help))
  }

  func location(_ node: Node) -> SourceLocation { SourceLocation(source: source, span: node.span) }

  /// The CLI's check that a key has a value that counts as true.
  mutating func require(
    _ value: Node?, _ key: String, of object: JSONValue, at node: Node, help: String? = nil
  ) -> Node? {
    if let value, value.isTruthy { return value }
    report(
      .invalidIndexDefinition, "Must contain \"\(key)\": \(JSONWriter.text(object, .compact))", at: node, help: help)
    return nil
  }

  /// The CLI's check of an enumeration. Nil, after a complaint, for anything else.
  mutating func requireEnum(
    _ value: Node, _ key: String, _ allowed: [String], of object: JSONValue,
    code: DiagnosticCode = .invalidIndexDefinition
  ) -> String? {
    if let text = value.text, allowed.contains(text) { return text }
    let message =
      "Field \"\(key)\" must be one of \(allowed.joined(separator: ", ")): \(JSONWriter.text(object, .compact))"
    report(code, message, at: value)
    return nil
  }

  mutating func reportLegacy(at node: Node) {
    guard !legacyReported else { return }
    legacyReported = true
    report(
      .legacyIndexFormat, "this file is written in the v1beta1 index format", at: node,
      help: "write `collectionGroup` for `collectionId`, and `order` or `arrayConfig` for `mode`")
  }
}

extension Array {
  /// Sorted by a key; elements with equal keys keep their order.
  fileprivate func stableSorted(by key: (Element) -> Int) -> [Element] {
    enumerated().sorted { (key($0.element), $0.offset) < (key($1.element), $1.offset) }.map(\.element)
  }
}
