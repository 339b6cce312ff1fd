package import StructuredText

/// Messages on their way out.
package enum RPCWriting {
  package static func result(_ value: JSONValue, to identifier: RPCIdentifier) -> JSONValue {
    message([.init("id", identifier.json), .init("result", value)])
  }

  /// - Parameter identifier: nil: nobody knows whose request it was, which JSON-RPC writes as null.
  package static func error(_ error: RPCError, to identifier: RPCIdentifier?) -> JSONValue {
    message([.init("id", identifier?.json ?? .null), .init("error", error.json)])
  }

  package static func notification(_ method: String, _ parameters: JSONValue) -> JSONValue {
    message([.init("method", .string(method)), .init("params", parameters)])
  }

  package static func request(
    _ method: String, _ parameters: JSONValue? = nil, identifier: RPCIdentifier
  ) -> JSONValue {
    message(
      [.init("id", identifier.json), .init("method", .string(method))]
        + (parameters.map { [.init("params", $0)] } ?? []))
  }

  private static func message(_ members: [JSONValue.Member]) -> JSONValue {
    .object([.init("jsonrpc", "2.0")] + members)
  }
}
