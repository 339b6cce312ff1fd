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

  /// Everything that is served.
  init(_ methods: ServiceMethods, _ administration: AdministrationMethods, _ settings: RPCSettings) {
    let named = [RPCMethod.service, AdministrationMethods.service, AdministrationMethods.operationsService]
    let health = HealthMethods(services: Set(named + [HealthMethods.service] + ReflectionMethod.services))
    self.init(
      Self.firestore(methods) + Self.administration(administration)
        + [RPCMethod(health.check), RPCMethod(health.list), RPCMethod(health.watch)]
        + ReflectionMethod.services.map { RPCMethod(ReflectionMethod(service: $0)) }, settings)
  }

  private static func administration(_ methods: AdministrationMethods) -> [RPCMethod] {
    [
      RPCMethod(methods.createIndex), RPCMethod(methods.listIndexes), RPCMethod(methods.getIndex),
      RPCMethod(methods.deleteIndex), RPCMethod(methods.getField), RPCMethod(methods.listFields),
      RPCMethod(methods.updateField), RPCMethod(methods.exportDocuments), RPCMethod(methods.importDocuments),
      RPCMethod(methods.bulkDeleteDocuments), RPCMethod(methods.createDatabase), RPCMethod(methods.getDatabase),
      RPCMethod(methods.listDatabases), RPCMethod(methods.updateDatabase), RPCMethod(methods.getOperation),
      RPCMethod(methods.listOperations), RPCMethod(methods.cancelOperation), RPCMethod(methods.deleteOperation),
      RPCMethod(methods.waitOperation),
    ]
  }

  private static func firestore(_ methods: ServiceMethods) -> [RPCMethod] {
    [
      RPCMethod(methods.getDocument), RPCMethod(methods.listDocuments), RPCMethod(methods.createDocument),
      RPCMethod(methods.updateDocument), RPCMethod(methods.deleteDocument), RPCMethod(methods.beginTransaction),
      RPCMethod(methods.commit), RPCMethod(methods.rollback), RPCMethod(methods.partitionQuery),
      RPCMethod(methods.listCollectionIDs), RPCMethod(methods.batchWrite), RPCMethod(methods.batchGetDocuments),
      RPCMethod(methods.runQuery), RPCMethod(methods.runAggregationQuery), RPCMethod(methods.executePipeline),
      RPCMethod(methods.write), RPCMethod(methods.listen),
    ]
  }

  /// Nil: there is no such method.
  func begin(_ head: RequestHead, on stream: HTTP2Stream) -> CallExchange? {
    guard let settings, let method = methods[head.path] else { return nil }
    return CallExchange(head, method, settings, on: stream)
  }

  /// What is not served says so.
  static func refusal(of path: String) -> CallStatus {
    CallStatus(.unimplemented, "The method \(path) is not served by this emulator (FB8001).")
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
    self.init(
      error.status == .ok ? .unknown : error.status, error.message, details: StatusDetails.encoded(error))
  }
}

extension FirestoreError {
  init(_ status: CallStatus) { self.init(status.code, status.message) }
}
