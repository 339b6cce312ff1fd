import Diagnostics
import Emulation
import FirestoreModel
import StructuredText

/// Documents as files, asked for by scripts and tools.
///
/// `POST /emulator/v1/projects/P:export` and `:import` are about one database in Google's format, as its emulator has them.
/// Firebreak's own endpoints, and the hub's, are about everything that the emulator holds.
struct ExchangeEndpoint: Sendable {
  let emulation: Emulation
  /// On the port of the page, which lets no other page ask.
  var isAskedByPage = false

  enum Direction { case export, importing }

  // MARK: - One database

  func answer(_ request: RESTCall, _ direction: Direction, project: Text) async -> HTTPAnswer {
    await answer(request) { body throws(FirestoreError) in
      let name = try Self.database(body, project: project)
      let folder = try Self.folder(body)
      switch direction {
      case .export:
        try await emulation.write { emulation throws(ExchangeFailure) in try emulation.exportDatabase(name, to: folder)
        }
      case .importing:
        let metadata = try body.text("metadata_file").map { file throws(FirestoreError) in
          try Self.absolute(file.hasPrefix("/") ? file : "\(folder)/\(file)", "metadata_file")
        }
        do throws(ExchangeFailure) {
          try await emulation.importDatabase(name, from: metadata ?? folder)
        } catch { throw FirestoreError(error) }
      }
      return [:]
    }
  }

  /// `(default)`, or `database`: an id, or a whole name in the project of the path.
  private static func database(_ body: Node, project: Text) throws(FirestoreError) -> DatabaseName {
    let named = body.text("database") ?? "(default)"
    let parts = named.split(separator: "/", omittingEmptySubsequences: false)
    let name: DatabaseName
    if parts.count == 4, parts[0] == "projects", parts[2] == "databases" {
      name = DatabaseName(project: Text(String(parts[1])), database: Text(String(parts[3])))
    } else {
      name = DatabaseName(project: project, database: Text(named))
    }
    try name.requireIDs()
    return name
  }

  /// `export_directory`, and in it the folder that `export_name` or `import_name` names.
  private static func folder(_ body: Node) throws(FirestoreError) -> String {
    guard let directory = body.text("export_directory"), !directory.isEmpty else {
      throw EndpointAnswer.invalid("The body has no `export_directory`.")
    }
    _ = try absolute(directory, "export_directory")
    guard let name = body.text("export_name") ?? body.text("import_name"), !name.isEmpty else { return directory }
    guard name != ".", name != "..", !name.utf8.contains(where: { $0 == UInt8(ascii: "/") || $0 < 0x20 }) else {
      throw EndpointAnswer.invalid("`export_name` has to be the name of one folder in `export_directory`.")
    }
    return directory.hasSuffix("/") ? directory + name : "\(directory)/\(name)"
  }

  // MARK: - Everything

  /// `{"path", "format"}`: an absolute path, and `google` or `lines`; without it, an earlier export keeps its format.
  func exportAll(_ request: RESTCall) async -> HTTPAnswer {
    await answer(request) { body throws(FirestoreError) in
      let path = try Self.path(body)
      let format = try body.text("format").map { name throws(FirestoreError) in
        guard let format = ExchangeFormat(rawValue: name) else {
          throw EndpointAnswer.invalid("`format` has to be `google` or `lines`.")
        }
        return format
      }
      try await emulation.write { emulation throws(ExchangeFailure) in
        try emulation.exportDocuments(to: path, as: format)
      }
      return ["path": .string(path)]
    }
  }

  /// `{"path"}`
  func importAll(_ request: RESTCall) async -> HTTPAnswer {
    await answer(request) { body throws(FirestoreError) in
      let path = try Self.path(body)
      do throws(ExchangeFailure) {
        let report = try await emulation.importDocuments(from: path)
        return [
          "documents": .integer(Int64(report.documents)), "instances": .integer(Int64(report.instances)),
          "origins": .array(report.origins.map { .string($0.string) }),
          "leftOut": .array(report.leftOut.map { .string($0.message) }),
        ]
      } catch { throw FirestoreError(error) }
    }
  }

  private static func path(_ body: Node) throws(FirestoreError) -> String {
    guard let path = body.text("path"), !path.isEmpty else { throw EndpointAnswer.invalid("The body has no `path`.") }
    return try absolute(path, "path")
  }

  // MARK: - Shared

  private func answer(
    _ request: RESTCall, _ carryOut: (Node) async throws(FirestoreError) -> JSONValue
  ) async -> HTTPAnswer {
    do throws(FirestoreError) {
      // A page in a browser must not write or read files: the Firebase CLI refuses it the same way.
      guard isAskedByPage || request.fields.value("origin") == nil else {
        throw .askedByPage
      }
      let answer = try await carryOut(try EndpointAnswer.body(request.body))
      return answer == [:] ? EndpointAnswer.empty : EndpointAnswer.document(answer)
    } catch { return .refusal(error) }
  }

  private static func absolute(_ path: String, _ key: String) throws(FirestoreError) -> String {
    guard path.hasPrefix("/"), !path.utf8.contains(0) else {
      throw EndpointAnswer.invalid("`\(key)` has to be an absolute path: the emulator's folder is not yours.")
    }
    return path
  }
}
