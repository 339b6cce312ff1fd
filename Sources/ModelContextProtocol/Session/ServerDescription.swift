import StructuredText

/// What a server says about itself.
package struct ServerDescription: Hashable, Sendable {
  package var version: String

  package init(version: String) { self.version = version }

  var implementation: JSONValue {
    ["name": "firebreak", "title": "Firebreak", "version": .string(version)]
  }

  /// Lists never change while a server runs, so no notifications of changes are promised.
  static let capabilities: JSONValue = ["tools": [:], "resources": [:], "prompts": [:]]

  static let instructions = """
    Firebreak answers what Firestore would answer in production, offline. Call check after each change of a query, an index \
    or a rule; explain_query before a query is written; run_workload and cost_of_diff for what it bills. A finding has a \
    code: explain_code says what it means. Nothing is sent anywhere.
    """

  var discovery: [JSONValue.Member] {
    [
      .init("supportedVersions", .array(ProtocolRevision.all.map(JSONValue.string))),
      .init("capabilities", Self.capabilities), .init("instructions", .string(Self.instructions)),
    ]
  }

  func handshake(_ revision: String) -> [JSONValue.Member] {
    [
      .init("protocolVersion", .string(revision)), .init("capabilities", Self.capabilities),
      .init("serverInfo", implementation), .init("instructions", .string(Self.instructions)),
    ]
  }
}
