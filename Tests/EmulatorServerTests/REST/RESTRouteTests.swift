import FirestoreModel
import HTTPTypes
import Testing

@testable import EmulatorServer

/// Which method a URL asks for.
@Suite("REST routes") struct RESTRouteTests {
  static let root = "/v1/projects/p/databases/(default)/documents"
  static let name = "projects/p/databases/(default)/documents"
  static let database = "projects/p/databases/(default)"

  @Test(
    "bindings",
    arguments: [
      ("GET", "/c/a", .getDocument(name: name + "/c/a")),
      ("GET", "/c/a/", .getDocument(name: name + "/c/a")),
      ("GET", "/c/a/s/b", .getDocument(name: name + "/c/a/s/b")),
      ("GET", "/c/a:b", .getDocument(name: name + "/c/a:b")),
      ("GET", "/c/a%20%C3%BC?x=1#f", .getDocument(name: name + "/c/a ü")),
      ("GET", "/c/a%2Fb", .getDocument(name: name + "/c/a%2Fb")),
      ("GET", "/c", .listDocuments(parent: name, collection: "c")),
      ("GET", "/c/a/s", .listDocuments(parent: name + "/c/a", collection: "s")),
      ("POST", "/c", .createDocument(parent: name, collection: "c")),
      ("POST", "/c/a/s%20t", .createDocument(parent: name + "/c/a", collection: "s t")),
      ("POST", "/c/a", .createDocument(parent: name + "/c", collection: "a")),
      ("PATCH", "/c/a", .updateDocument(name: name + "/c/a")),
      ("DELETE", "/c/a:runQuery2", .deleteDocument(name: name + "/c/a:runQuery2")),
      ("POST", ":commit", .verb(.commit, database: database, parent: name)),
      ("POST", ":batchGet", .verb(.batchGet, database: database, parent: name)),
      ("POST", ":runQuery", .verb(.runQuery, database: database, parent: name)),
      ("POST", "/c/a:runQuery", .verb(.runQuery, database: database, parent: name + "/c/a")),
      ("POST", "/c/a:b:runAggregationQuery", .verb(.runAggregationQuery, database: database, parent: name + "/c/a:b")),
      ("POST", "/c/a:listCollectionIds", .verb(.listCollectionIds, database: database, parent: name + "/c/a")),
    ] as [(String, String, RESTRoute)])
  func bindings(method: String, path: String, route: RESTRoute) throws {
    let method = try #require(HTTPRequest.Method(rawValue: method))
    #expect(try RESTRoute(method, RESTTarget(Self.root + path)) == route)
  }

  @Test(
    "refusals",
    arguments: [
      ("GET", root, .notFound),
      ("POST", root + "/c/a:commit", .notFound),
      ("POST", root + ":frobnicate", .notFound),
      ("GET", root + ":runQuery", .notFound),
      ("PUT", root + "/c/a", .notFound),
      ("HEAD", root + "/c", .notFound),
      ("GET", "/v1/nothing", .notFound),
      ("GET", root + "/c/%FF", .refused(FirestoreError(.invalidArgument, "The path of the URL is not UTF-8."))),
    ] as [(String, String, RESTRefusal)])
  func refusals(method: String, path: String, refusal: RESTRefusal) throws {
    let method = try #require(HTTPRequest.Method(rawValue: method))
    let target = try RESTTarget(path)
    #expect(throws: refusal) { try RESTRoute(method, target) }
  }

  @Test(
    "the administration",
    arguments: [
      ("GET", "/v1/projects/p/databases", .listDatabases(parent: "projects/p")),
      ("POST", "/v1/projects/p/databases", .createDatabase(parent: "projects/p")),
      ("GET", "/v1/projects/p/databases/%28default%29", .getDatabase("projects/p/databases/(default)")),
      ("PATCH", "/v1/projects/p/databases/d", .updateDatabase("projects/p/databases/d")),
      ("DELETE", "/v1/projects/p/databases/d", .other("projects/p/databases/d")),
      ("POST", "/v1/projects/p/databases/d:exportDocuments", .exportDocuments("projects/p/databases/d")),
      ("POST", "/v1/projects/p/databases/d:importDocuments", .importDocuments("projects/p/databases/d")),
      ("POST", "/v1/projects/p/databases/d:bulkDeleteDocuments", .bulkDeleteDocuments("projects/p/databases/d")),
      ("POST", "/v1/projects/p/databases/d:frobnicate", .other("projects/p/databases/d:frobnicate")),
      ("POST", "/v1/projects/p/databases:restore", .other("projects/p/databases:restore")),
      ("GET", "/v1/projects/p/locations/l/backups", .other("projects/p/locations/l/backups")),
      ("GET", group + "/indexes", .listIndexes(parent: groupName)),
      ("POST", group + "/indexes", .createIndex(parent: groupName)),
      ("GET", group + "/indexes/i", .getIndex(groupName + "/indexes/i")),
      ("DELETE", group + "/indexes/i", .deleteIndex(groupName + "/indexes/i")),
      ("GET", group + "/fields", .listFields(parent: groupName)),
      ("GET", group + "/fields/a.b", .getField(groupName + "/fields/a.b")),
      ("PATCH", group + "/fields/%60a.b%60", .updateField(groupName + "/fields/`a.b`")),
      ("PUT", group + "/fields/a", .other(groupName + "/fields/a")),
      ("GET", "/v1/projects/p/databases/d/operations", .listOperations("projects/p/databases/d/operations")),
      ("GET", "/v1/projects/p/databases/d/operations/1", .getOperation("projects/p/databases/d/operations/1")),
      ("DELETE", "/v1/projects/p/databases/d/operations/1", .deleteOperation("projects/p/databases/d/operations/1")),
      (
        "POST", "/v1/projects/p/databases/d/operations/1:cancel",
        .cancelOperation("projects/p/databases/d/operations/1")
      ),
      ("POST", "/v1/projects/p/databases/d/operations/1:wait", .waitOperation("projects/p/databases/d/operations/1")),
      ("GET", "/v1/projects/p/databases/d/backupSchedules", .other("projects/p/databases/d/backupSchedules")),
    ] as [(String, String, AdministrationRoute)])
  func administration(method: String, path: String, route: AdministrationRoute) throws {
    let method = try #require(HTTPRequest.Method(rawValue: method))
    #expect(try RESTRoute(method, RESTTarget(path)) == .administration(route))
  }

  private static let group = "/v1/projects/p/databases/(default)/collectionGroups/c"
  private static let groupName = "projects/p/databases/(default)/collectionGroups/c"

  @Test("the default database may be encoded, and the URL be whole")
  func encodedDatabase() throws {
    let target = try RESTTarget("http://127.0.0.1:8080/v1/projects/p/databases/%28default%29/documents/c/a")
    #expect(try RESTRoute(.get, target) == .getDocument(name: Self.name + "/c/a"))
  }

  @Test("parameters are decoded, in order")
  func parameters() throws {
    let target = try RESTTarget("/a?mask.fieldPaths=a&mask.field_paths=b.c&pageToken=x+y%2Bz&flag&&=v")
    #expect(
      target.parameters == [
        .init(name: "mask.fieldPaths", value: "a"), .init(name: "mask.field_paths", value: "b.c"),
        .init(name: "pageToken", value: "x y+z"), .init(name: "flag", value: ""), .init(name: "", value: "v"),
      ])
  }
}
