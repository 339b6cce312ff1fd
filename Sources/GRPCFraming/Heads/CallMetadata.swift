import FirestoreModel
package import NIOHPACK

/// What a client or a server tells beside the messages of a call. Names that end in `-bin` have bytes, in base64.
package struct CallMetadata: Sendable {
  package let headers: HPACKHeaders

  package init(_ headers: HPACKHeaders) { self.headers = headers }

  /// All values of a name, in order.
  package func values(_ name: String) -> [String] { headers[name] }

  /// Values of one header may be joined by commas; what is not base64 is left out.
  package func binaryValues(_ name: String) -> [[UInt8]] {
    headers[name].flatMap { $0.split(separator: ",") }.compactMap { text in
      Base64.decode(text.utf8.filter { $0 != UInt8(ascii: " ") }, padding: .lenient)
    }
  }
}
