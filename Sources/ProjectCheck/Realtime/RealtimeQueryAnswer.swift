package import RealtimeDatabase
package import RealtimeRules
package import StructuredText

/// What one query over the data of a Realtime Database answers, and what a client has to download for it.
package struct RealtimeQueryAnswer: Sendable {
  package let path: RealtimePath
  private let window: RealtimeWindow
  /// Whether the rules declare the index that the query is ordered by. Keys and priorities have theirs by themselves;
  /// without rules nobody knows of others, and this is nil.
  package let isIndexed: Bool?

  package init(_ spec: RealtimeQuerySpec, at path: RealtimePath, in data: RealtimeNode, rules: RealtimeRuleset?) {
    self.path = path
    window = RealtimeWindow(spec, over: data[path])
    isIndexed = rules?.isIndexed(spec.ordering, at: path) ?? (spec.requiredIndex == nil ? true : nil)
  }

  /// In the query's order. A value without children, which only a query of everything answers, has no keys.
  package var results: JSONValue {
    if let leaf = window.node.leaf { return leaf.json }
    return .object(window.entries.map { JSONValue.Member($0.key.string, $0.node.json) })
  }

  package var count: Int { window.count }

  /// UTF-8 bytes of the results in compact JSON, export form.
  package var bytes: Int { window.byteCount }

  package var keys: [String] { window.keys.map(\.string) }

  /// What a get or a REST read answers instead, because the index is missing.
  package var missingIndex: String? {
    isIndexed == false ? window.spec.requiredIndex?.missingText(at: path) : nil
  }

  /// The index of which nobody knows, without rules, whether it is there.
  package var unknownIndex: String? { isIndexed == nil ? window.spec.requiredIndex.map { "\($0)" } : nil }

  /// Bytes that a listener downloads: the results, or everything at the location when the index is missing.
  package var listenerBytes: Int {
    isIndexed != false || window.spec.listenerIndex == nil ? window.byteCount : window.location.byteCount
  }

  package var json: JSONValue {
    [
      "results": results, "keys": .array(keys.map { .string($0) }), "bytes": .integer(Int64(bytes)),
      "indexed": isIndexed.map(JSONValue.boolean) ?? .null,
    ]
  }
}
