import FirestoreModel
import HTTPTypes
import RealtimeDatabase
import RealtimeService

/// What a URL of the Realtime Database is about.
enum RealtimeTarget: Hashable, Sendable {
  /// `/a/b.json`
  case data(RealtimePath)
  /// `/.settings/NAME.json`
  case setting(String)
  /// `/.inspect/NAME.json`, and pages without a suffix.
  case inspection(String)
  /// `/.ws`
  case webSocket
  /// `/.lp`
  case longPolling
  case root
  /// Without `.json`.
  case none

  private static let suffix = ".json"

  /// - Throws: for text that is no UTF-8.
  init(_ target: RESTTarget) throws(RealtimeRefusal) {
    var segments: [String] = []
    for segment in target.segments {
      guard let decoded = PercentText.decode(segment) else { throw .invalidRequest("Invalid path: it is not UTF-8") }
      segments.append(decoded)
    }
    switch segments.first {
    case ".ws": self = .webSocket
    case ".lp": self = .longPolling
    case ".settings" where segments.count == 2: self = .setting(Self.name(segments[1]))
    case ".inspect" where segments.count == 2: self = .inspection(segments[1])
    case nil: self = .root
    case "" where segments.count == 1: self = .root
    default:
      guard let last = segments.popLast(), last.hasSuffix(Self.suffix) else {
        self = .none
        return
      }
      segments.append(Self.name(last))
      // A slash that was encoded separates segments, too.
      self = .data(RealtimePath(segments.joined(separator: "/")))
    }
  }

  private static func name(_ segment: String) -> String {
    segment.hasSuffix(suffix) ? String(segment.dropLast(suffix.count)) : segment
  }
}

/// One request of the REST interface, read completely.
struct RealtimeCall: Sendable {
  var method: HTTPRequest.Method
  var target: RealtimeTarget
  var parameters: [RESTTarget.Parameter]
  var fields: HTTPFields
  /// As the client has named this server.
  var authority: String?
  var body: [UInt8]
  /// Whether another method was written in the URL or a header than the request has.
  private(set) var hasOverriddenMethod = false

  init(
    method: HTTPRequest.Method, target: RESTTarget, fields: HTTPFields, authority: String? = nil,
    body: [UInt8]
  ) throws(RealtimeRefusal) {
    self.method = method
    self.target = try RealtimeTarget(target)
    parameters = target.parameters
    self.fields = fields
    self.authority = authority
    self.body = body
    guard method == .post,
      let name = fields.value("x-http-method-override") ?? value("x-http-method-override")
        ?? value("X-HTTP-Method-Override")
    else { return }
    guard let override = HTTPRequest.Method(rawValue: name.uppercased()), [.put, .patch, .delete].contains(override)
    else {
      throw .invalidRequest("The method \(name) cannot take the place of POST.")
    }
    self.method = override
    hasOverriddenMethod = true
  }

  /// Of parameters that are given twice the last one counts.
  func value(_ name: String) -> String? { parameters.last { $0.name == name }?.value }

  func isTrue(_ name: String) -> Bool { value(name) == "true" }

  var isRead: Bool { method == .get || method == .head }

  var wantsStream: Bool {
    method == .get && (fields.value("accept") ?? "").lowercased().contains("text/event-stream")
  }
}
