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

  func answer(
    _ request: RESTCall, _ direction: Direction, project: Text
  ) async throws(RESTRefusal) -> HTTPAnswer {
    try refusePages(request)
    return try await answer { () throws(FirestoreError) in
      let body = try EndpointAnswer.body(request.body)
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
  ///
  /// - Parameter isAskedByTool: the Firebase CLI says more, such as who wants it.
  func exportAll(_ request: RESTCall, isAskedByTool: Bool = false) async throws(RESTRefusal) -> HTTPAnswer {
    try refusePages(request)
    let body = try request.object { body in
      let asked = (path: body.string("path", .required) ?? "", format: body.format("format"))
      if isAskedByTool { for member in body.rest { body.know(member.key) } }
      return asked
    }
    return try await answer { () throws(FirestoreError) in
      let path = try Self.absolute(body.path, "path")
      try await emulation.write { emulation throws(ExchangeFailure) in
        try emulation.exportDocuments(to: path, as: body.format)
      }
      return ["path": .string(path)]
    }
  }

  /// `{"path", "onlyShowing"}`; with `onlyShowing` nothing is stored: it says what would be.
  func importAll(_ request: RESTCall) async throws(RESTRefusal) -> HTTPAnswer {
    try refusePages(request)
    let asked = try request.object { body in
      (path: body.string("path", .required) ?? "", onlyShowing: body.boolean("onlyShowing") ?? false)
    }
    return try await answer { () throws(FirestoreError) in
      let path = try Self.absolute(asked.path, "path")
      do throws(ExchangeFailure) {
        let report = try await emulation.importDocuments(from: path, onlyShowing: asked.onlyShowing)
        return [
          "documents": .integer(Int64(report.documents)), "replaced": .integer(Int64(report.replaced)),
          "instances": .integer(Int64(report.instances)),
          "origins": .array(report.origins.map { .string($0.string) }),
          "leftOut": .array(report.leftOut.map { .string($0.message) }),
        ]
      } catch { throw FirestoreError(error) }
    }
  }

  // MARK: - Shared

  private func answer(
    _ carryOut: () async throws(FirestoreError) -> JSONValue
  ) async throws(RESTRefusal) -> HTTPAnswer {
    do throws(FirestoreError) {
      let answer = try await carryOut()
      return answer == [:] ? EndpointAnswer.empty : EndpointAnswer.document(answer)
    } catch { throw .refused(error) }
  }

  /// A page in a browser must not write or read files: the Firebase CLI refuses it the same way.
  private func refusePages(_ request: RESTCall) throws(RESTRefusal) {
    guard isAskedByPage || request.fields.value("origin") == nil else { throw .refused(.askedByPage) }
  }

  private static func absolute(_ path: String, _ key: String) throws(FirestoreError) -> String {
    guard path.hasPrefix("/"), !path.utf8.contains(0) else {
      throw EndpointAnswer.invalid("`\(key)` has to be an absolute path: the emulator's folder is not yours.")
    }
    return path
  }
}

extension ObjectReader {
  fileprivate mutating func format(_ key: String) -> ExchangeFormat? {
    choice(key, of: ExchangeFormat.allCases.map { ($0.rawValue, $0) })
  }
}
