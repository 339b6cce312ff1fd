/// How the messages of one direction may be compressed: the values of `grpc-encoding` that are supported.
package enum MessageEncoding: String, Hashable, Sendable, CaseIterable {
  case identity
  case gzip

  /// As a server says it to a client that has used another one.
  static let supported = allCases.map(\.rawValue).joined(separator: ",")
}
