import Diagnostics

/// Texts that somebody may have taken for a function: what an SDK calls a server's time is a word like any other here, and
/// would be stored as it is.
struct FunctionText {
  private let text: String

  init(_ text: String) { self.text = text }

  /// What is wrong with it; nil for an ordinary text.
  func problem(at span: Span) -> WorkloadProblem? {
    if let meant {
      return WorkloadProblem(
        .textLikeFunction, "\(QuotedText.of(text)) would be stored as this text", span: span, severity: .error,
        help: "write \(meant); for the text itself \(itself)")
    }
    guard isCall else { return nil }
    return WorkloadProblem(
      .textLikeFunction, "\(QuotedText.of(text)) is stored as this text: no function is called here", span: span,
      help: "values are generated as in `{string: 20}` or `serverTime`; for the text itself \(itself)")
  }

  private var itself: String { "write `\(text)!string`" }

  /// What to write instead of a name that SDKs know, however it is spelled.
  private var meant: String? {
    let call = isCall
    let head = call ? String(text.prefix { $0 != "(" }) : text
    let name = (head.split(separator: ".").last.map(String.init) ?? head).lowercased().filter { $0 != "_" }
    if let known = Self.known[name] { return known }
    if head.lowercased().hasSuffix("request.time") { return Self.serverTime }
    if call || name == "now" || isMember(head) { return Self.knownAsCalls[name] }
    if let made { return Self.knownAsCalls[made] }
    let isWord = text.utf8.first?.isWordStart == true && text.utf8.allSatisfy(\.isWordByte)
    return isWord && NearestName.of(text, among: ["serverTime"]) != nil ? Self.serverTime : nil
  }

  /// `name(…)`, `Type.name(…)`
  private var isCall: Bool {
    guard text.hasSuffix(")"), let open = text.firstIndex(of: "("), open > text.startIndex else { return false }
    let head = text[..<open].utf8
    return head.first?.isWordStart == true && head.allSatisfy { $0.isWordByte || $0 == UInt8(ascii: ".") }
  }

  /// `ServerValue.TIMESTAMP`, which is not called.
  private func isMember(_ head: String) -> Bool {
    let parts = head.split(separator: ".")
    return parts.count > 1 && ["FieldValue", "ServerValue", "Timestamp", "Date"].contains(parts[parts.count - 2])
  }

  /// `new Date()`: what is made.
  private var made: String? {
    guard text.hasPrefix("new "), text.hasSuffix(")") else { return nil }
    return text.dropFirst(4).prefix { $0 != "(" }.split(separator: ".").last.map { $0.lowercased() }
  }

  private static let serverTime = "`serverTime`, the time of the commit"

  private static let known = [
    "servertimestamp": serverTime, "servertime": serverTime, "firestoretimestamp": serverTime,
    "arrayunion": "`{arrayUnion: […]}`", "arrayremove": "`{arrayRemove: […]}`", "deletefield": "`{delete: true}`",
  ]

  /// Words of every day, unless they are called.
  private static let knownAsCalls = [
    "now": "`now`, the time of the device, or `serverTime`", "date": "`now`, the time of the device",
    "timestamp": serverTime, "increment": "`{increment: 1}`", "delete": "`{delete: true}`",
    "uuid": "`{auto}` in a path, which is a new id", "autoid": "`{auto}` in a path, which is a new id",
    "newid": "`{auto}` in a path, which is a new id", "random": "`{uniform: [0, 100]}`",
  ]
}
