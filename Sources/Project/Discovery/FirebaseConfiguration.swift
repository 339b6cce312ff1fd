import Diagnostics
import FirestoreModel
import StructuredText

/// The `firestore` section of `firebase.json`, before targets are looked up and paths are resolved.
struct FirebaseConfiguration {
  package struct Entry {
    enum Name {
      /// The object form without `database`.
      case unnamed
      case database(String)
      case target(String)
    }

    var name: Name
    /// Where the name, or else the whole entry, stands.
    var location: SourceLocation
    var indexes: Mention?
    var rules: Mention?
    var edition: Edition
    var editionLocation: SourceLocation?
  }

  /// A path and the place that names it.
  struct Mention {
    var path: String
    var location: SourceLocation
  }

  /// One instance of the Realtime Database.
  struct RealtimeEntry {
    enum Name {
      /// The object form: whatever instance.
      case unnamed
      case instance(String)
      case target(String)
    }

    var name: Name
    /// Where the name, or else the whole entry, stands.
    var location: SourceLocation
    var rules: Mention?
  }

  /// Nil: the file has no `firestore` section.
  var entries: [Entry]?
  /// Of the `database` section.
  var realtime: [RealtimeEntry] = []
  var findings: [Diagnostic]

  static func read(_ source: SourceText) -> FirebaseConfiguration {
    let result = JSONReader.read(source, .comments)
    let decoding = NodeDecoding(source, diagnostics: result.diagnostics)
    var entries: [Entry]?
    var realtime: [RealtimeEntry] = []
    // The other sections belong to other products.
    if let root = result.valid, var object = ObjectReader(root, decoding, for: "firebase.json") {
      if let section = object.node("firestore") { entries = read(section: section, decoding) }
      if let section = object.node("database") { realtime = read(realtime: section, decoding) }
      reportLikelySections(object)
    }
    return FirebaseConfiguration(entries: entries, realtime: realtime, findings: decoding.diagnostics)
  }

  private static func read(section: Node, _ decoding: NodeDecoding) -> [Entry] {
    switch section.content {
    case .object: return [entry(section, isNamed: false, decoding)].compactMap(\.self)
    case .array(let items):
      if items.isEmpty {
        decoding.report(
          .configInvalid, "`firestore` names no database: nothing of Firestore is deployed", at: section.span,
          severity: .warning,
          help: "write `{ \"rules\": \"firestore.rules\", \"indexes\": \"firestore.indexes.json\" }`")
      }
      return items.compactMap { entry($0, isNamed: true, decoding) }
    case .null, .boolean, .number, .string:
      decoding.reportWrongType(expected: "an object or an array of objects", for: "firestore", found: section)
      return []
    }
  }

  /// The object form, or one object per instance or target.
  private static func read(realtime section: Node, _ decoding: NodeDecoding) -> [RealtimeEntry] {
    guard case .array(let items) = section.content else {
      return [realtimeEntry(section, isNamed: false, decoding)].compactMap(\.self)
    }
    return items.compactMap { realtimeEntry($0, isNamed: true, decoding) }
  }

  private static func realtimeEntry(_ node: Node, isNamed: Bool, _ decoding: NodeDecoding) -> RealtimeEntry? {
    guard var object = ObjectReader(node, decoding, for: "database") else { return nil }
    let (instance, target) = (object.node("instance"), object.node("target"))
    let rules = mention("rules", &object)
    let name: RealtimeEntry.Name
    if let instance {
      guard let id = decoding.string(instance, for: "instance") else { return nil }
      name = .instance(id)
    } else if let target {
      guard let id = decoding.string(target, for: "target") else { return nil }
      name = .target(id)
    } else if isNamed {
      decoding.report(
        .configInvalid, "Must supply either \"target\" or \"instance\" in database config", at: node.span,
        help: "add `\"instance\": \"NAME\"`")
      return nil
    } else {
      name = .unnamed
    }
    return RealtimeEntry(
      name: name, location: decoding.source.location((instance ?? target ?? node).span), rules: rules)
  }

  private static func entry(_ node: Node, isNamed: Bool, _ decoding: NodeDecoding) -> Entry? {
    guard var object = ObjectReader(node, decoding, for: "firestore") else { return nil }
    let database = object.node("database")
    let target = object.node("target")
    let indexes = mention("indexes", &object)
    let rules = mention("rules", &object)
    let edition = object.choice("edition", of: Edition.allCases.map { ($0.rawValue, $0) })
    let editionNode = object.node("edition")
    object.know("location", "dataAccessMode", "predeploy", "postdeploy")
    reportLikelyMistakes(object)
    let name: Entry.Name
    if let database {
      guard let id = decoding.string(database, for: "database") else { return nil }
      name = .database(id)
    } else if let target {
      guard let id = decoding.string(target, for: "target") else { return nil }
      name = .target(id)
    } else if isNamed {
      // The Firebase CLI's own words.
      decoding.report(
        .configInvalid, "Must supply either \"target\" or \"databaseId\" in firestore config", at: node.span,
        help: "add `\"database\": \"(default)\"`")
      return nil
    } else {
      name = .unnamed
    }
    return Entry(
      name: name, location: decoding.source.location((database ?? target ?? node).span), indexes: indexes,
      rules: rules, edition: edition ?? .standard,
      editionLocation: editionNode.map { decoding.source.location($0.span) })
  }

  /// Sections that the Firebase CLI knows.
  private static let sections = [
    "apphosting", "database", "dataconnect", "emulators", "extensions", "firestore", "functions", "hosting",
    "remoteconfig", "storage",
  ]

  /// The Firebase CLI ignores sections that it does not know. One that is nearly right, or has what belongs into that of a
  /// database, is worth a warning: nothing of it is deployed.
  private static func reportLikelySections(_ object: ObjectReader) {
    for member in object.rest where !sections.contains(member.key) {
      let near = NearestName.of(member.key, among: sections)
      guard near != nil || isOfDatabase(member.value) else { continue }
      object.decoding.report(
        .unknownKey, "the Firebase CLI ignores the section \(QuotedText.of(member.key)): nothing of it is deployed",
        at: member.keySpan, severity: .warning,
        help: near.map { "did you mean `\($0)`?" } ?? "rules and indexes of Firestore belong into `firestore`")
    }
  }

  private static func isOfDatabase(_ node: Node) -> Bool {
    guard case .object(let members) = node.content else { return false }
    return members.contains { member in
      guard ["rules", "indexes"].contains(member.key), case .string = member.value.content else { return false }
      return true
    }
  }

  /// The Firebase CLI ignores keys that it does not know. One that is nearly right is worth a warning, no more.
  private static func reportLikelyMistakes(_ object: ObjectReader) {
    let known = ["database", "target", "rules", "indexes", "edition", "location", "dataAccessMode"]
    for member in object.rest {
      guard let near = NearestName.of(member.key, among: known) else { continue }
      object.decoding.report(
        .unknownKey, "the Firebase CLI ignores the key \(QuotedText.of(member.key))", at: member.keySpan,
        severity: .warning, help: "did you mean `\(near)`?")
    }
  }

  private static func mention(_ key: String, _ object: inout ObjectReader) -> Mention? {
    guard let node = object.node(key), let path = object.string(key) else { return nil }
    if path.allSatisfy({ $0 == "/" }) {
      object.decoding.report(.configInvalid, "`\(key)` names no file", at: node.span)
      return nil
    }
    // The Firebase CLI joins whatever is named with the folder of the project, absolute paths too.
    return Mention(
      path: String(path.drop { $0 == "/" }), location: object.decoding.source.location(node.span))
  }
}

/// `.firebaserc`: aliases of projects, and which databases a deploy target means.
struct FirebaseTargets {
  /// Alias → project id.
  var projects: [String: String] = [:]
  /// Project id → target → database ids.
  var firestore: [String: [String: [String]]] = [:]
  /// Project id → target → instances of the Realtime Database.
  var realtime: [String: [String: [String]]] = [:]

  static func read(_ source: SourceText) -> (targets: FirebaseTargets, findings: [Diagnostic]) {
    let result = JSONReader.read(source, .comments)
    let decoding = NodeDecoding(source, diagnostics: result.diagnostics)
    var targets = FirebaseTargets()
    guard let root = result.valid, var object = ObjectReader(root, decoding, for: ".firebaserc") else {
      return (targets, decoding.diagnostics)
    }
    for member in object.members("projects") ?? [] {
      targets.projects[member.key] = decoding.string(member.value, for: member.key)
    }
    for project in object.members("targets") ?? [] {
      guard var products = ObjectReader(project.value, decoding, for: project.key) else { continue }
      targets.firestore[project.key] = names(products.members("firestore") ?? [], decoding)
      targets.realtime[project.key] = names(products.members("database") ?? [], decoding)
    }
    return (targets, decoding.diagnostics)
  }

  func projectID(_ nameOrAlias: String) -> String { projects[nameOrAlias] ?? nameOrAlias }

  private static func names(_ members: [Node.Member], _ decoding: NodeDecoding) -> [String: [String]]? {
    guard !members.isEmpty else { return nil }
    return members.reduce(into: [:]) { targets, target in
      let ids = decoding.array(target.value, for: target.key) ?? []
      targets[target.key] = ids.compactMap { decoding.string($0, for: target.key) }
    }
  }

  func firestoreTargets(project: String?) -> [String: [String]] { targets(firestore, of: project) }
  func realtimeTargets(project: String?) -> [String: [String]] { targets(realtime, of: project) }

  /// The targets that count: those of the project asked for, else of the default alias, else of the only project.
  private func targets(_ targets: [String: [String: [String]]], of project: String?) -> [String: [String]] {
    if let project { return targets[projectID(project)] ?? [:] }
    if let standard = projects["default"] { return targets[standard] ?? [:] }
    return targets.count == 1 ? targets.values.first ?? [:] : [:]
  }
}
