import Diagnostics
import FirestoreModel
import Project
import StructuredText

/// `firebase-export-metadata.json`: what the folder of an export holds, as the Firebase CLI writes it.
///
///     {"version": "13.0.0",
///      "firestore": {"version": …, "path": "firestore_export", "metadata_file": "firestore_export/….overall_export_metadata"},
///      "database": {"version": …, "path": "database_export"}, "auth": {"version": …, "path": "auth_export"}}
struct ExportManifest {
  static let fileName = "firebase-export-metadata.json"

  /// A product that is not emulated.
  struct Other {
    var name: String
    /// Nil: it names no path in the folder.
    var path: String?
    var member: JSONValue
    var location: SourceLocation?
  }

  /// The overall metadata of the documents, from the folder of the export.
  var documents: String?
  /// The folder of the Realtime Database's instances.
  var realtime: String?
  /// The folder of the documents.
  var documentFolder: String?
  var others: [Other]

  init(others: [Other] = []) { self.others = others }

  init(reading path: String) throws(ExchangeFailure) {
    self.init()
    let source: SourceText
    do throws(InputFileError) { source = try InputFile.read(path) } catch { throw .unreadable([error.diagnostic]) }
    let result = JSONReader.read(source)
    guard let root = result.valid else { throw .unreadable(result.diagnostics) }
    guard case .object(let members) = root.content else {
      throw .unreadable([Diagnostic(.wrongType, "expected an object", at: source.location(root.span))])
    }
    for member in members where member.key != "version" {
      switch member.key {
      case "firestore":
        documents = try Self.path("metadata_file", in: member, source, isRequired: true)
        documentFolder = try Self.path("path", in: member, source)
      case "database": realtime = try Self.path("path", in: member, source, isRequired: true)
      default:
        others.append(
          Other(
            name: member.key, path: try Self.path("path", in: member, source), member: JSONValue(member.value),
            location: source.location(member.keySpan)))
      }
    }
  }

  /// Of a folder or file that lies below the export; nil where none is named.
  private static func path(
    _ key: String, in member: Node.Member, _ source: SourceText, isRequired: Bool = false
  ) throws(ExchangeFailure) -> String? {
    guard case .object(let members) = member.value.content, let found = members.first(where: { $0.key == key }),
      case .string(let text) = found.value.content
    else {
      guard isRequired else { return nil }
      throw .unreadable([
        Diagnostic(
          .malformedInput, "`\(member.key)` has no text `\(key)`", at: source.location(member.value.span))
      ])
    }
    // The CLI writes the separators of the system that it runs on.
    guard let path = ExportPath.inside(text.replacing("\\", with: "/")) else {
      throw .unreadable([
        Diagnostic(
          .malformedInput, "\(QuotedText.of(text, limit: 200)) does not lie in the folder of the export",
          at: source.location(found.value.span))
      ])
    }
    return path
  }

  func file(version: String) -> [UInt8] {
    var members: [JSONValue.Member] = [.init("version", .string(version))]
    if let documents {
      members.append(
        .init(
          "firestore",
          [
            "version": .string(version), "path": .string(DisplayPath.folder(of: documents)),
            "metadata_file": .string(documents),
          ]))
    }
    if let realtime { members.append(.init("database", ["version": .string(version), "path": .string(realtime)])) }
    members += others.map { JSONValue.Member($0.name, $0.member) }
    return Array((JSONWriter.text(.object(members)) + "\n").utf8)
  }
}

/// Paths that files of an export name.
enum ExportPath {
  /// Without what leads out of the folder; nil where it does.
  static func inside(_ path: String) -> String? {
    let parts = path.split(separator: "/").filter { $0 != "." }
    guard !path.hasPrefix("/"), !parts.isEmpty, !parts.contains(".."), !path.utf8.contains(0) else { return nil }
    return parts.joined(separator: "/")
  }
}
