import FirestoreModel
import FirestoreService
import GRPCFraming
import HTTPTypes

/// What the headers of a call say about it, whatever carries it. All other headers that clients send are for others:
/// proxies, quotas, statistics, App Check.
struct CallHeaders: Hashable, Sendable {
  var authorization: String?
  /// `google-cloud-resource-prefix`: the name of a database.
  var resourcePrefix: String?
  var operation: String?
  var test: String?

  static let operationHeader = "x-firebreak-operation"
  static let testHeader = "x-firebreak-test"

  init(authorization: String? = nil, resourcePrefix: String? = nil, operation: String? = nil, test: String? = nil) {
    self.authorization = authorization
    self.resourcePrefix = resourcePrefix
    self.operation = operation
    self.test = test
  }

  /// A header that is sent twice counts once.
  private init(_ values: (String) -> [String]) {
    self.init(
      authorization: Self.authorization(values("authorization")),
      resourcePrefix: values("google-cloud-resource-prefix").first, operation: values(Self.operationHeader).first,
      test: values(Self.testHeader).first)
  }

  /// Some clients add the credentials of the emulator to their own.
  private static func authorization(_ values: [String]) -> String? {
    values.first { Authorization.isOwner($0) } ?? values.first
  }

  init(_ metadata: CallMetadata) {
    self.init { name in metadata.values(name) }
  }

  init(_ fields: HTTPFields) {
    self.init(fields.values)
  }

  /// - Throws: UNAUTHENTICATED for credentials that say nothing.
  func call() throws(FirestoreError) -> Call {
    let context = RequestContext(
      caller: try Authorization.caller(authorization), operation: operation.map { Text($0) },
      test: test.map { Text($0) })
    return Call(context: context, database: resourcePrefix.flatMap(Self.database))
  }

  /// Clients may put anything there; only the name of a database says something.
  private static func database(_ name: String) -> DatabaseName? {
    let parts = name.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count >= 4, parts[0] == "projects", parts[2] == "databases", !parts[1].isEmpty, !parts[3].isEmpty
    else { return nil }
    return DatabaseName(project: Text(String(parts[1])), database: Text(String(parts[3])))
  }
}
