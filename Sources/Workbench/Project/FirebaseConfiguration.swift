import Diagnostics
import IndexCatalog
import StructuredText

/// The `firestore` section of `firebase.json`, before targets are looked up and paths are resolved.
struct FirebaseConfiguration {
  struct Entry {
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

  /// Nil: the file has no `firestore` section.
  var entries: [Entry]?
  var findings: [Diagnostic]

  static func read(_ source: SourceText) -> FirebaseConfiguration {
    var reader = ConfigurationReader(source)
    var entries: [Entry]?
    if let root = reader.root(), let section = root.value("firestore") {
      entries = read(section: section, &reader)
    }
    return FirebaseConfiguration(entries: entries, findings: reader.findings)
  }

  private static func read(section: Node, _ reader: inout ConfigurationReader) -> [Entry] {
    switch section.content {
    case .object(let members):
      return [entry(members, at: section, isNamed: false, &reader)].compactMap(\.self)
    case .array(let items):
      return items.compactMap { item in
        reader.object(item, "an entry of `firestore`").flatMap { entry($0, at: item, isNamed: true, &reader) }
      }
    case .null, .boolean, .number, .string:
      reader.report(.wrongType, "`firestore` is an object or an array of objects", at: section.span)
      return []
    }
  }

  /// What the Firebase CLI reads. Other keys mean nothing to it; the nearest right one is worth a hint.
  private static let keys = [
    "database", "target", "rules", "indexes", "edition", "location", "dataAccessMode", "predeploy", "postdeploy",
  ]

  private static func entry(
    _ members: [Node.Member], at node: Node, isNamed: Bool, _ reader: inout ConfigurationReader
  ) -> Entry? {
    reader.expect(keys, in: members, of: "a `firestore` entry", severity: .warning)
    let database = members.value("database").flatMap { reader.string($0, "`database`") }
    let target = members.value("target").flatMap { reader.string($0, "`target`") }
    let name: Entry.Name
    if let database {
      name = .database(database)
    } else if let target {
      name = .target(target)
    } else if isNamed {
      // The Firebase CLI's own words.
      reader.report(
        .configInvalid, "Must supply either \"target\" or \"databaseId\" in firestore config", at: node.span,
        help: "add `\"database\": \"(default)\"`")
      return nil
    } else {
      name = .unnamed
    }
    let place = (members.value("database") ?? members.value("target"))?.span ?? node.span
    return Entry(
      name: name, location: reader.source.location(place), indexes: mention("indexes", members, &reader),
      rules: mention("rules", members, &reader),
      edition: members.value("edition").flatMap { reader.choice($0, "`edition`", of: Edition.self) } ?? .standard,
      editionLocation: members.value("edition").map { reader.source.location($0.span) })
  }

  private static func mention(
    _ key: String, _ members: [Node.Member], _ reader: inout ConfigurationReader
  ) -> Mention? {
    guard let node = members.value(key), let path = reader.string(node, "`\(key)`") else { return nil }
    if path.isEmpty {
      reader.report(.configInvalid, "`\(key)` names no file", at: node.span)
      return nil
    }
    return Mention(path: path, location: reader.source.location(node.span))
  }
}

/// `.firebaserc`: aliases of projects, and which databases a deploy target means.
struct FirebaseTargets {
  /// Alias → project id.
  var projects: [String: String] = [:]
  /// Project id → target → database ids.
  var firestore: [String: [String: [String]]] = [:]

  static func read(_ source: SourceText) -> (targets: FirebaseTargets, findings: [Diagnostic]) {
    var reader = ConfigurationReader(source)
    var result = FirebaseTargets()
    let root = reader.root() ?? []
    for member in root.value("projects").flatMap({ reader.object($0, "`projects`") }) ?? [] {
      result.projects[member.key] = reader.string(member.value, "the project of \(QuotedText.of(member.key))")
    }
    for project in root.value("targets").flatMap({ reader.object($0, "`targets`") }) ?? [] {
      guard let products = reader.object(project.value, "the targets of \(QuotedText.of(project.key))"),
        let targets = products.value("firestore").flatMap({ reader.object($0, "`firestore`") })
      else { continue }
      for target in targets {
        let ids = reader.array(target.value, "the target \(QuotedText.of(target.key))") ?? []
        result.firestore[project.key, default: [:]][target.key] = ids.compactMap { reader.string($0, "a database id") }
      }
    }
    return (result, reader.findings)
  }

  func projectID(_ nameOrAlias: String) -> String { projects[nameOrAlias] ?? nameOrAlias }

  /// The targets that count: those of the project asked for, else of the default alias, else of the only project.
  func firestoreTargets(project: String?) -> [String: [String]] {
    if let project { return firestore[projectID(project)] ?? [:] }
    if let standard = projects["default"] { return firestore[standard] ?? [:] }
    return firestore.count == 1 ? firestore.values.first ?? [:] : [:]
  }
}
