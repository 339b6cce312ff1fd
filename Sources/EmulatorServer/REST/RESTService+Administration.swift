import FirestoreModel
import FirestoreWire

extension RESTService {
  func answer(_ request: RESTCall, _ route: AdministrationRoute) async throws(FirestoreError) -> HTTPAnswer {
    let methods = administration
    switch route {
    case .createIndex(let parent):
      return try await unary(methods.createIndex, request, .field("index"), bound: ["parent"]) { $0.parent = parent }
    case .listIndexes(let parent):
      return try await unary(methods.listIndexes, request, .none, bound: ["parent"]) { $0.parent = parent }
    case .getIndex(let name): return try await named(name, methods.getIndex, request) { $0.name = $1 }
    case .deleteIndex(let name): return try await named(name, methods.deleteIndex, request) { $0.name = $1 }
    case .getField(let name): return try await named(name, methods.getField, request) { $0.name = $1 }
    case .listFields(let parent):
      return try await unary(methods.listFields, request, .none, bound: ["parent"]) { $0.parent = parent }
    case .updateField(let name):
      return try await unary(methods.updateField, request, .field("field")) { $0.field.name = name }
    case .exportDocuments(let name):
      return try await transfer(methods.exportDocuments, request) { $0.name = name }
    case .importDocuments(let name):
      return try await transfer(methods.importDocuments, request) { $0.name = name }
    case .bulkDeleteDocuments(let name):
      return try await transfer(methods.bulkDeleteDocuments, request) { $0.name = name }
    case .createDatabase(let parent):
      return try await unary(methods.createDatabase, request, .field("database"), bound: ["parent"]) {
        $0.parent = parent
      }
    case .getDatabase(let name): return try await named(name, methods.getDatabase, request) { $0.name = $1 }
    case .listDatabases(let parent):
      return try await unary(methods.listDatabases, request, .none, bound: ["parent"]) { $0.parent = parent }
    case .updateDatabase(let name):
      return try await unary(methods.updateDatabase, request, .field("database")) { $0.database.name = name }
    case .getOperation(let name): return try await named(name, methods.getOperation, request) { $0.name = $1 }
    case .listOperations(let name): return try await named(name, methods.listOperations, request) { $0.name = $1 }
    case .cancelOperation(let name): return try await unary(methods.cancelOperation, request) { $0.name = name }
    case .waitOperation(let name): return try await unary(methods.waitOperation, request) { $0.name = name }
    case .deleteOperation(let name): return try await named(name, methods.deleteOperation, request) { $0.name = $1 }
    case .other(let path): throw .notServed("The method at \(path) is")
    }
  }

  /// A request that its URL says all of.
  private func named<Method: UnaryMethod>(
    _ name: String, _ method: Method, _ request: RESTCall, _ bind: (inout Method.Request, String) -> Void
  ) async throws(FirestoreError) -> HTTPAnswer {
    try await unary(method, request, .none, bound: ["name"]) { bind(&$0, name) }
  }

  /// A page in a browser must not write or read files, nor delete everything: as with the endpoints for that.
  private func transfer<Method: UnaryMethod>(
    _ method: Method, _ request: RESTCall, _ bind: (inout Method.Request) -> Void
  ) async throws(FirestoreError) -> HTTPAnswer {
    guard request.fields.value("origin") == nil else { throw .askedByPage }
    return try await unary(method, request, .message, bind)
  }
}
