import FirestoreModel
import HTTPTypes
import RealtimeDatabase
import RealtimeService
import StructuredText

/// How a request wants to be answered, and on which condition: what its parameters and headers say beside the data.
struct RealtimeAnswerForm: Sendable {
  private enum Style { case compact, pretty, silent }

  private var style = Style.compact
  private(set) var isShallow: Bool
  private(set) var isExport: Bool
  private var download: String?
  private var callback: String?
  private var wantsTag: Bool
  private var ifMatch: String?
  private(set) var ifNoneMatch: String?
  /// Microseconds that a read may take.
  private(set) var time: Int64?

  init(_ call: RealtimeCall) throws(RealtimeRefusal) {
    switch call.value("shallow") {
    case "true"?: isShallow = true
    case nil, "false"?: isShallow = false
    default: throw .invalidRequest("shallow must be true or false")
    }
    isExport = call.value("format") == "export"
    download = call.value("download")
    wantsTag = call.fields.value("x-firebase-etag")?.lowercased() == "true"
    ifMatch = call.fields.value("if-match")
    ifNoneMatch = call.fields.value("if-none-match")
    switch call.value("print") {
    case nil: break
    case "pretty"?: style = .pretty
    case "silent"?: style = .silent
    default: throw .invalidRequest("print must be pretty or silent")
    }
    if let format = call.value("format"), format != "export" { throw .invalidRequest("format must be export") }
    if let text = call.value("timeout") { time = try Self.time(text) }
    if let text = call.value("writeSizeLimit"), !Self.writeSizeLimits.contains(text) {
      throw .invalidRequest("writeSizeLimit must be one of \(Self.writeSizeLimits.joined(separator: ", "))")
    }
    if let name = call.value("callback") {
      guard call.isRead else { throw .invalidRequest("callback is for reads only") }
      guard !name.isEmpty, name.utf8.allSatisfy(Self.isNameByte) else {
        throw .invalidRequest("callback must be the name of a function")
      }
      callback = name
    }
  }

  /// How much time production lets a write take; here none takes that long.
  static let writeSizeLimits = ["tiny", "small", "medium", "large", "unlimited"]

  private static func isNameByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"),
      UInt8(ascii: "_"), UInt8(ascii: "$"), UInt8(ascii: "."):
      true
    default: false
    }
  }

  /// `3ms`, `3s`, `3min`: at most a quarter of an hour.
  private static func time(_ text: String) throws(RealtimeRefusal) -> Int64 {
    let units: [(name: String, microseconds: Int64)] = [("ms", 1_000), ("s", 1_000_000), ("min", 60_000_000)]
    guard let unit = units.first(where: { text.hasSuffix($0.name) }), let count = Int64(text.dropLast(unit.name.count)),
      count > 0
    else { throw .invalidRequest("timeout must be a number with the unit ms, s or min") }
    let (time, overflows) = count.multipliedReportingOverflow(by: unit.microseconds)
    guard !overflows, time <= 15 * 60_000_000 else { throw .invalidRequest("timeout must not be longer than 15min") }
    return time
  }

  // MARK: - Conditions

  /// The hash of what a writer has seen.
  var expectedHash: String? { ifMatch.map { $0 == RealtimeNode.absentETag ? "" : $0 } }

  private var hasCondition: Bool { ifMatch != nil || ifNoneMatch != nil }

  /// - Throws: for what production does not combine.
  func check(_ call: RealtimeCall, hasQuery: Bool) throws(RealtimeRefusal) {
    if isShallow, wantsTag { throw .invalidRequest("Mixing 'shallow' and etag requests is not supported") }
    if hasQuery, wantsTag { throw .invalidRequest("Mixing querying parameters and etag requests is not supported") }
    if isShallow, call.wantsStream { throw .invalidRequest("Mixing 'shallow' and event streams is not supported") }
    if hasCondition, isShallow || hasQuery || style == .silent {
      throw .invalidRequest(
        "Mixing 'shallow', querying parameters or 'print=silent' and if-match or if-none-match requests is not supported"
      )
    }
    if ifMatch != nil, call.isRead { throw .invalidRequest("if-match is for writes; reads take if-none-match") }
    if ifNoneMatch != nil, !call.isRead { throw .invalidRequest("if-none-match is for reads; writes take if-match") }
  }

  func refuseCondition() throws(RealtimeRefusal) {
    if hasCondition { throw .invalidRequest("if-match and if-none-match are not supported with POST and PATCH") }
  }

  // MARK: - Answers

  func answer(_ node: RealtimeNode, tag: @autoclosure () -> String?) -> HTTPAnswer {
    answer(isShallow ? node.shallowJSON : isExport ? node.export : node.json, tag: tag())
  }

  /// - Parameter tag: of what stands at the location; made only for those who want it.
  func answer(_ value: JSONValue, tag: @autoclosure () -> String?) -> HTTPAnswer {
    var answer: HTTPAnswer
    switch style {
    case .silent: answer = HTTPAnswer(.noContent)
    case .compact, .pretty:
      let text = JSONWriter.text(value, style == .pretty ? .pretty : .compact)
      if let callback {
        answer = HTTPAnswer(.ok, "application/javascript; charset=utf-8", .bytes(Array("\(callback)(\(text));".utf8)))
      } else {
        answer = .json(.ok, text)
      }
    }
    if wantsTag || hasCondition, let tag = tag() { answer.setTag(tag) }
    if let download {
      // Nothing that would end the quoted name.
      let name = String(download.unicodeScalars.filter { $0.isASCII && $0.value >= 0x20 && $0 != "\"" && $0 != "\\" })
      answer.fields[.contentDisposition] = "attachment; filename=\"\(name)\""
    }
    answer.fields[.cacheControl] = "no-cache"
    return answer
  }
}
