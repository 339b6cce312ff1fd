import Diagnostics
package import StructuredText

extension RealtimePriceBook {
  /// Reads a book written as YAML or JSON. Mistakes are reported with their place; `decoding.hasErrors` tells whether
  /// the book may be used.
  ///
  /// ```yaml
  /// book: our-rtdb
  /// currency: USD
  /// download: {per: GB, price: 1, evidence: price page}
  /// storage:  {per: GB-month, price: 5}
  /// free:     {download: 10GB/month, storage: 1GB}
  /// limits:   {connections: 200000, freeConnections: 100}
  /// overhead: {tlsHandshake: 3500, resumedHandshake: 300}
  /// ```
  package static func read(_ node: Node, _ decoding: NodeDecoding) -> RealtimePriceBook? {
    guard var object = ObjectReader(node, decoding, for: "the price book") else { return nil }
    var book = RealtimePriceBook(name: object.string("book", .required) ?? "")
    book.asOf = object.node("asOf").flatMap { decoding.date($0, for: "asOf") }
    book.currency = object.string("currency") ?? "USD"
    book.download = object.node("download", .required).flatMap { Rate.read($0, "download", .data, decoding) }
    book.storage = object.node("storage", .required).flatMap { Rate.read($0, "storage", .dataTime, decoding) }
    if let free = object.node("free") { book.readFree(free, decoding) }
    if var limits = object.object("limits") { book.limits.read(&limits) }
    if var overhead = object.object("overhead") { book.overhead.read(&overhead) }
    object.finish()
    return book
  }

  private mutating func readFree(_ node: Node, _ decoding: NodeDecoding) {
    if case .string("none") = node.content { return }
    guard var object = ObjectReader(node, decoding, for: "free") else { return }
    freeDownload = object.node("download").flatMap { decoding.monthlySize($0, for: "download") }
    freeStorage = object.node("storage").flatMap { decoding.size($0, for: "storage") }
    object.finish()
  }
}

extension RealtimePriceBook.Limits {
  fileprivate mutating func read(_ object: inout ObjectReader) {
    connections = object.integer("connections", in: 1...Int64.max) ?? connections
    freeConnections = object.integer("freeConnections", in: 0...Int64.max) ?? freeConnections
    writesPerSecond = object.integer("writesPerSecond", in: 1...Int64.max) ?? writesPerSecond
    response = object.node("response").flatMap { object.decoding.size($0, for: "response") } ?? response
    writtenPerMinute =
      object.node("writtenPerMinute").flatMap { object.decoding.size($0, for: "writtenPerMinute") } ?? writtenPerMinute
    object.finish()
  }
}

extension RealtimeOverhead {
  /// More than that is no overhead.
  private static let largest: Int64 = 1 << 20

  fileprivate mutating func read(_ object: inout ObjectReader) {
    for figure in RealtimeFigure.allCases {
      if let bytes = object.integer(figure.rawValue, in: 0...Self.largest) { self[figure] = bytes }
    }
    object.finish()
  }
}
