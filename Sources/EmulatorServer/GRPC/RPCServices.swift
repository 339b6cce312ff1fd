import FirestoreModel
import GRPCFraming

/// The methods that are served over gRPC, by the paths that name them.
struct RPCServices: Sendable {
  private let methods: [String: RPCMethod]
  private let settings: RPCSettings?

  /// None.
  static let none = RPCServices(methods: [:], settings: nil)

  private init(methods: [String: RPCMethod], settings: RPCSettings?) {
    self.methods = methods
    self.settings = settings
  }

  init(_ methods: [RPCMethod], _ settings: RPCSettings) {
    self.init(methods: Dictionary(methods.map { ($0.path, $0) }) { first, _ in first }, settings: settings)
  }

  /// `google.firestore.v1.Firestore`.
  init(_ methods: ServiceMethods, _ settings: RPCSettings) {
    self.init(
      [
        RPCMethod(methods.getDocument), RPCMethod(methods.listDocuments), RPCMethod(methods.createDocument),
        RPCMethod(methods.updateDocument), RPCMethod(methods.deleteDocument), RPCMethod(methods.beginTransaction),
        RPCMethod(methods.commit), RPCMethod(methods.rollback), RPCMethod(methods.partitionQuery),
        RPCMethod(methods.listCollectionIDs), RPCMethod(methods.batchWrite), RPCMethod(methods.batchGetDocuments),
        RPCMethod(methods.runQuery), RPCMethod(methods.runAggregationQuery), RPCMethod(methods.executePipeline),
        RPCMethod(methods.write), RPCMethod(methods.listen),
      ], settings)
  }

  /// Nil: there is no such method.
  func begin(_ head: RequestHead, on stream: HTTP2Stream) -> CallExchange? {
    guard let settings, let method = methods[head.path] else { return nil }
    return CallExchange(head, method, settings, on: stream)
  }

  /// What is not served says so.
  static func refusal(of path: String) -> CallStatus {
    if path.hasPrefix("google.firestore.admin.v1.") { return CallStatus(.administrationNotServed) }
    return CallStatus(.unimplemented, "The method \(path) is not served by this emulator (FB8001).")
  }
}

/// What all calls share.
struct RPCSettings: Sendable {
  let calls: OpenCalls
  let pages: WebPages
  let budget: RequestBudget
  let requestBytes: Int
}

extension CallStatus {
  init(_ error: FirestoreError) {
    // An error cannot say that all is well.
    self.init(error.status == .ok ? .unknown : error.status, error.message)
  }
}

extension FirestoreError {
  init(_ status: CallStatus) { self.init(status.code, status.message) }

  static let administrationNotServed = FirestoreError(
    .unimplemented, "The administration of databases, indexes and fields is not served by this emulator (FB8001).")
}
