import Metering
import StructuredText

extension RealtimeReport {
  init?(reading node: Node, _ decoding: NodeDecoding) {
    guard var object = ObjectReader(node, decoding, for: "realtime") else { return nil }
    var largest = object.object("largestResponse")
    self.init(
      rows: object.elements("traffic") { Row(reading: $0, decoding) }, bytes: object.count("bytes", .required),
      bytesIfIndexed: object.count("bytesIfIndexed"), storedBytes: object.count("storedBytes"),
      peakConnections: object.count("peakConnections"), largestResponse: largest?.count("bytes") ?? 0,
      largestPath: largest?.text("path") ?? "", writes: object.count("writes"),
      peakWritesPerMinute: object.count("peakWritesPerMinute"),
      peakBytesWrittenPerMinute: object.count("peakBytesWrittenPerMinute"),
      limits: object.object("limits").map { RealtimePriceBook.Limits(reading: $0) } ?? RealtimePriceBook.Limits(),
      book: object.text("book"))
  }
}

extension RealtimePriceBook.Limits {
  fileprivate init(reading object: ObjectReader) {
    self.init()
    var object = object
    connections = object.count("connections")
    freeConnections = object.count("freeConnections")
    writesPerSecond = object.count("writesPerSecond")
    if let size = object.size("response") { response = size }
    if let size = object.size("writtenPerMinute") { writtenPerMinute = size }
  }
}

extension ObjectReader {
  fileprivate mutating func size(_ key: String) -> DataSize? {
    guard let node = present(key), let text = decoding.string(node, for: key) else { return nil }
    if let size = DataSize(text) { return size }
    decoding.reportWrongType(expected: "an amount of data such as `256MB`", for: key, found: node)
    return nil
  }
}

extension RealtimeReport.Row {
  fileprivate init?(reading node: Node, _ decoding: NodeDecoding) {
    guard var object = ObjectReader(node, decoding, for: "traffic") else { return nil }
    let operations = RealtimeTraffic.Operation.allCases.map { ($0.rawValue, $0) }
    guard let path = object.string("path", .required), let step = object.string("step", .required),
      let operation = object.choice("operation", .required, of: operations)
    else { return nil }
    self.init(
      path: path, operation: operation, step: step, count: object.count("count", .required),
      bytes: object.count("bytes", .required), bytesIfIndexed: object.count("bytesIfIndexed"),
      unindexed: object.count("unindexed"), denied: object.count("denied"), largest: object.count("largest"),
      monthlyCost: object.present("monthlyCost").flatMap { decoding.amount($0, for: "monthlyCost") })
  }
}
