package import StructuredText

/// Why a request has no result, for programs: a code of JSON-RPC 2.0 or of the protocol that is spoken.
package struct RPCError: Error, Hashable, Sendable {
  package struct Code: Hashable, Sendable {
    package let number: Int64

    package init(_ number: Int64) { self.number = number }

    package static let parseError = Code(-32700)
    package static let invalidRequest = Code(-32600)
    package static let methodNotFound = Code(-32601)
    package static let invalidParameters = Code(-32602)
    package static let internalError = Code(-32603)
  }

  package var code: Code
  package var message: String
  package var data: JSONValue?

  package init(_ code: Code, _ message: String, data: JSONValue? = nil) {
    self.code = code
    self.message = message
    self.data = data
  }

  package var json: JSONValue {
    let members: [JSONValue.Member] = [.init("code", .integer(code.number)), .init("message", .string(message))]
    return .object(members + (data.map { [.init("data", $0)] } ?? []))
  }
}
