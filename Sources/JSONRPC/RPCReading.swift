import Diagnostics
import StructuredText

/// Reads messages. Whatever the bytes are, the answer is a message or an error that can be sent.
package enum RPCReading {
  /// Why a message could not be read, and whose it was as far as that is known.
  package struct Failure: Error, Hashable, Sendable {
    package var identifier: RPCIdentifier?
    package var error: RPCError

    package init(identifier: RPCIdentifier? = nil, error: RPCError) {
      self.identifier = identifier
      self.error = error
    }
  }

  /// No message that means something is nested deeper.
  private static let depth = 64

  package static func message(_ bytes: [UInt8]) throws(Failure) -> RPCMessage {
    let root = try node(bytes)
    guard root.isObject else { throw Self.invalid(root, "a message is one JSON object; batches are not taken") }
    guard root.member("jsonrpc")?.text == "2.0" else { throw invalid(root, "`jsonrpc` has to be \"2.0\"") }
    guard let method = root.member("method") else { return try response(root) }
    guard let name = method.text else { throw invalid(root, "`method` has to be a text") }
    let parameters = try parameters(root)
    guard let identifier = root.member("id") else {
      return .notification(RPCNotification(method: name, parameters: parameters))
    }
    guard let identifier = RPCIdentifier(identifier) else { throw invalid(root, "`id` has to be a text or an integer") }
    return .request(RPCRequest(identifier: identifier, method: name, parameters: parameters))
  }

  private static func node(_ bytes: [UInt8]) throws(Failure) -> Node {
    var limits = ReadLimits()
    limits.depth = depth
    let source = SourceText(path: "<message>", bytes: bytes)
    let result = JSONReader.read(source, JSONReader.Options(repeatedKeys: .lastCounts, limits: limits))
    if let node = result.node { return node }
    let reason = result.diagnostics.first.map { ": \($0.message)" } ?? ""
    throw Failure(error: RPCError(.parseError, "the message is not JSON" + reason))
  }

  private static func parameters(_ root: Node) throws(Failure) -> Node? {
    guard let parameters = root.member("params") else { return nil }
    switch parameters.content {
    case .object, .array: return parameters
    // Some clients write what they leave out.
    case .null: return nil
    case .boolean, .number, .string: throw invalid(root, "`params` has to be an object or an array")
    }
  }

  private static func response(_ root: Node) throws(Failure) -> RPCMessage {
    guard root.member("result") != nil || root.member("error") != nil else {
      throw invalid(root, "a message has a `method`, a `result` or an `error`")
    }
    return .response(root.member("id").flatMap(RPCIdentifier.init))
  }

  private static func invalid(_ root: Node, _ message: String) -> Failure {
    Failure(
      identifier: root.member("id").flatMap(RPCIdentifier.init), error: RPCError(.invalidRequest, message))
  }
}
