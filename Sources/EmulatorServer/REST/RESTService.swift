import FirestoreModel
import FirestoreWire
import HTTPTypes
import SwiftProtobuf

/// The service over REST: URLs and JSON in, the same methods that gRPC calls, JSON out.
struct RESTService: Sendable {
  let methods: ServiceMethods
  let administration: AdministrationMethods
  let calls: OpenCalls
  let turns: ConversionTurns

  func answer(_ request: RESTCall) async -> HTTPAnswer {
    do throws(RESTRefusal) {
      let route = try RESTRoute(request.method, request.target)
      do throws(FirestoreError) {
        try request.refuseOverridesOfOwner()
        return try await answer(request, route)
      } catch { return .refusal(error) }
    } catch { return .refusal(error) }
  }

  private func answer(_ request: RESTCall, _ route: RESTRoute) async throws(FirestoreError) -> HTTPAnswer {
    switch route {
    case .getDocument(let name):
      return try await unary(methods.getDocument, request, .none, bound: ["name"]) { $0.name = name }
    case .listDocuments(let parent, let collection):
      return try await unary(methods.listDocuments, request, .none, bound: ["parent", "collection_id"]) {
        ($0.parent, $0.collectionID) = (parent, collection)
      }
    case .createDocument(let parent, let collection):
      return try await unary(methods.createDocument, request, .document, bound: ["parent", "collection_id"]) {
        ($0.parent, $0.collectionID) = (parent, collection)
      }
    case .updateDocument(let name):
      return try await unary(methods.updateDocument, request, .document, bound: []) { $0.document.name = name }
    case .deleteDocument(let name):
      return try await unary(methods.deleteDocument, request, .none, bound: ["name"]) { $0.name = name }
    case .verb(let verb, let database, let parent):
      return try await call(verb, request, database: database, parent: parent)
    case .administration(let route): return try await answer(request, route)
    }
  }

  private func call(
    _ verb: RESTRoute.Verb, _ request: RESTCall, database: String, parent: String
  ) async throws(FirestoreError) -> HTTPAnswer {
    switch verb {
    case .batchGet: return await streaming(methods.batchGetDocuments, request) { $0.database = database }
    case .beginTransaction: return try await unary(methods.beginTransaction, request) { $0.database = database }
    case .commit: return try await unary(methods.commit, request) { $0.database = database }
    case .rollback: return try await unary(methods.rollback, request) { $0.database = database }
    case .executePipeline: return await streaming(methods.executePipeline, request) { $0.database = database }
    case .batchWrite: return try await unary(methods.batchWrite, request) { $0.database = database }
    case .runQuery: return await streaming(methods.runQuery, request) { $0.parent = parent }
    case .runAggregationQuery: return await streaming(methods.runAggregationQuery, request) { $0.parent = parent }
    case .partitionQuery: return try await unary(methods.partitionQuery, request) { $0.parent = parent }
    case .listCollectionIds: return try await unary(methods.listCollectionIDs, request) { $0.parent = parent }
    case .write, .listen:
      throw FirestoreError(
        .unimplemented, "The method \(verb.rawValue) is a stream of both sides: it is served over gRPC only (FB8001).")
    }
  }

  func unary<Method: UnaryMethod>(
    _ method: Method, _ request: RESTCall, _ body: TranscodedRequest.Body = .message, bound: Set<String> = [],
    _ bind: (inout Method.Request) -> Void
  ) async throws(FirestoreError) -> HTTPAnswer {
    var message = try request.message(Method.Request.self, body, bound: bound)
    bind(&message)
    let format = try request.format()
    let mask = try request.mask(of: Method.Response.self)
    let call = try CallHeaders(request.fields).call()
    let answer = try await calls.answer { [message] () async throws(FirestoreError) in
      try await method.answer(message, call)
    }
    switch format {
    case .binary:
      let selected = try mask?.applied(to: answer) ?? answer
      return HTTPAnswer(.ok, "application/x-protobuf", .bytes(selected.bytes))
    case .json(let enumsAsNumbers):
      let text = try await turns.convert(answer.bytes.count) { () throws(FirestoreError) in
        try RESTMessage.json(Method.Response.self, answer, mask, enumsAsNumbers: enumsAsNumbers)
      }
      return HTTPAnswer(.ok, HTTPAnswer.jsonType, .bytes(text))
    }
  }

  /// Errors of these methods are wrapped in an array, as their answers are.
  private func streaming<Method: ServerStreamingMethod>(
    _ method: Method, _ request: RESTCall, _ bind: (inout Method.Request) -> Void
  ) async -> HTTPAnswer {
    do throws(FirestoreError) {
      guard case .json(let enumsAsNumbers) = try request.format() else {
        throw FirestoreError(.unimplemented, "Answers of several messages are served as JSON only (FB8001).")
      }
      var message = try request.message(Method.Request.self, .message, bound: [])
      bind(&message)
      let mask = try request.mask(of: Method.Response.self)
      let call = try CallHeaders(request.fields).call()
      return try await RESTStream(
        method: method, calls: calls, turns: turns, mask: mask, enumsAsNumbers: enumsAsNumbers
      ).answer(message, call)
    } catch {
      return .json(error.status.http, "[\(HTTPAnswer.errorText(error))]")
    }
  }
}

extension TranscodedRequest.Body {
  fileprivate static let document = TranscodedRequest.Body.field("document")
}
