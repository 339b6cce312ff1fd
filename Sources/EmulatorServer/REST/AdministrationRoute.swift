import FirestoreModel
import HTTPTypes

/// What a URL asks of the administration: `v1/projects/P/databases…`.
enum AdministrationRoute: Hashable, Sendable {
  case createIndex(parent: String)
  case listIndexes(parent: String)
  case getIndex(String)
  case deleteIndex(String)
  case getField(String)
  case listFields(parent: String)
  case updateField(String)
  case exportDocuments(String)
  case importDocuments(String)
  case bulkDeleteDocuments(String)
  case createDatabase(parent: String)
  case getDatabase(String)
  case listDatabases(parent: String)
  case updateDatabase(String)
  case getOperation(String)
  case listOperations(String)
  case cancelOperation(String)
  case waitOperation(String)
  case deleteOperation(String)
  /// A method of the service that is not served: its path.
  case other(String)

  /// - Parameter target: its first segment is the version of the API.
  init(_ method: HTTPRequest.Method, _ target: RESTTarget) throws(RESTRefusal) {
    let name: String
    do throws(FirestoreError) { name = try target.name(from: 1) } catch { throw .refused(error) }
    let parts = name.split(separator: "/", maxSplits: 7, omittingEmptySubsequences: false).map(String.init)
    guard parts.count >= 3, parts[0] == "projects" else { throw .notFound }
    guard parts[2] == "databases" else {
      // Backups and what belongs to them lie at locations.
      if parts[2] == "locations" || parts[2].hasPrefix("databases:") { self = .other(name) } else { throw .notFound }
      return
    }
    let route =
      switch parts.count {
      case 3: Self.databases(method, parent: parts[..<2].joined(separator: "/"))
      case 4: Self.database(method, name)
      case 5: Self.list(method, name, parts[4])
      case 6: Self.member(method, name, parts[4])
      case 7 where parts[4] == "collectionGroups":
        Self.group(method, parts[6], parent: parts[..<6].joined(separator: "/"))
      case 8 where parts[4] == "collectionGroups": Self.memberOfGroup(method, parts[6], name)
      default: AdministrationRoute?.none
      }
    self = route ?? .other(name)
  }

  private static func databases(_ method: HTTPRequest.Method, parent: String) -> AdministrationRoute? {
    switch method {
    case .get: .listDatabases(parent: parent)
    case .post: .createDatabase(parent: parent)
    default: nil
    }
  }

  private static func database(_ method: HTTPRequest.Method, _ name: String) -> AdministrationRoute? {
    switch method {
    case .get: return .getDatabase(name)
    case .patch: return .updateDatabase(name)
    case .post:
      guard let colon = name.lastIndex(of: ":") else { return nil }
      let database = String(name[..<colon])
      switch name[colon...].dropFirst() {
      case "exportDocuments": return .exportDocuments(database)
      case "importDocuments": return .importDocuments(database)
      case "bulkDeleteDocuments": return .bulkDeleteDocuments(database)
      default: return nil
      }
    default: return nil
    }
  }

  private static func list(_ method: HTTPRequest.Method, _ name: String, _ kind: String) -> AdministrationRoute? {
    method == .get && kind == "operations" ? .listOperations(name) : nil
  }

  private static func member(_ method: HTTPRequest.Method, _ name: String, _ kind: String) -> AdministrationRoute? {
    guard kind == "operations" else { return nil }
    switch method {
    case .get: return .getOperation(name)
    case .delete: return .deleteOperation(name)
    case .post where name.hasSuffix(":cancel"): return .cancelOperation(String(name.dropLast(":cancel".count)))
    case .post where name.hasSuffix(":wait"): return .waitOperation(String(name.dropLast(":wait".count)))
    default: return nil
    }
  }

  private static func group(_ method: HTTPRequest.Method, _ kind: String, parent: String) -> AdministrationRoute? {
    switch (method, kind) {
    case (.get, "indexes"): .listIndexes(parent: parent)
    case (.post, "indexes"): .createIndex(parent: parent)
    case (.get, "fields"): .listFields(parent: parent)
    default: nil
    }
  }

  private static func memberOfGroup(
    _ method: HTTPRequest.Method, _ kind: String, _ name: String
  ) -> AdministrationRoute? {
    switch (method, kind) {
    case (.get, "indexes"): .getIndex(name)
    case (.delete, "indexes"): .deleteIndex(name)
    case (.get, "fields"): .getField(name)
    case (.patch, "fields"): .updateField(name)
    default: nil
    }
  }
}
