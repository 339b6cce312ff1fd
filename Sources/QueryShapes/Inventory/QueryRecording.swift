package import Diagnostics
import FirestoreModel
package import StructuredText

/// What an emulator has recorded: the shapes of the queries that were asked.
package struct QueryRecording: Hashable, Sendable {
  package struct Query: Hashable, Sendable {
    package var entry: InventoryEntry
    /// Rules said no whoever asked, so no index was ever looked for.
    package var isAlwaysDenied: Bool
  }

  package var queries: [Query]

  package init(_ queries: [Query]) { self.queries = queries }

  package var entries: [InventoryEntry] { queries.map(\.entry) }

  /// Where it is kept, below the root of a project.
  package static let path = ".firebreak/recording.json"

  /// The version that the file states.
  private static let version: Int64 = 1

  /// `{"firebreakRecording": 1, "queries": […]}`
  ///
  /// - Parameter unrecorded: requests whose shape there was no room for.
  package static func document(_ queries: [JSONValue], unrecorded: Int) -> JSONValue {
    let members: [JSONValue.Member] = [
      .init("firebreakRecording", .integer(version)), .init("queries", .array(queries)),
    ]
    return .object(members + (unrecorded == 0 ? [] : [.init("unrecorded", .integer(Int64(unrecorded)))]))
  }
}

extension QueryRecording {
  /// Reads a file, or what a running emulator answers: the list, alone or under `queries`.
  package static func read(_ source: SourceText) -> (recording: QueryRecording, findings: [Diagnostic]) {
    let result = JSONReader.read(source)
    let decoding = NodeDecoding(source, diagnostics: result.diagnostics)
    guard let root = result.valid else { return (QueryRecording([]), decoding.diagnostics) }
    var queries: [Node] = []
    switch root.content {
    case .array(let elements): queries = elements
    case .object, .null, .boolean, .number, .string:
      guard var object = ObjectReader(root, decoding, for: "the recording") else { break }
      object.know("unrecorded")
      if let version = object.integer("firebreakRecording"), version != Self.version {
        decoding.report(
          .unsupportedFeature, "recordings of version \(version) are not known", at: root.span,
          help: "record again with this version of Firebreak")
      }
      queries = object.array("queries", .required) ?? []
      object.finish()
    }
    return (QueryRecording(queries.compactMap { query($0, decoding) }), decoding.diagnostics)
  }

  private static func query(_ node: Node, _ decoding: NodeDecoding) -> Query? {
    let known = ["requests", "denied", "operation", "test", "missing"]
    guard let entry = InventoryEntry(node, decoding, knownKeys: known),
      var object = ObjectReader(node, decoding, for: "a query of the recording")
    else { return nil }
    let requests = object.integer("requests", in: 0...Int64.max) ?? 1
    let denied = object.integer("denied", in: 0...Int64.max) ?? 0
    return Query(entry: entry, isAlwaysDenied: denied > 0 && denied >= requests && object.node("missing") == nil)
  }
}
