import FirestoreModel
import WebChannel

/// Bodies of the type `application/x-www-form-urlencoded`.
enum ChannelForm {
  /// Clients gather at most a thousand maps. Many more parts would take far more room than the body that they stand in.
  static let limit = 4_096

  /// - Throws: INVALID_ARGUMENT for names that are no text, and for too many parts.
  static func entries(_ body: [UInt8]) throws(FirestoreError) -> [FormEntry] {
    guard body.count(where: { $0 == UInt8(ascii: "&") }) < limit else {
      throw FirestoreError(.invalidArgument, "The body of the request has more than \(limit) parts.")
    }
    var entries: [FormEntry] = []
    for part in body.split(separator: UInt8(ascii: "&")) {
      let name = part.prefix { $0 != UInt8(ascii: "=") }
      guard let text = String(validating: PercentText.decode(name, plusIsBlank: true), as: UTF8.self) else {
        throw FirestoreError(.invalidArgument, "The body of the request is not a form.")
      }
      let value = PercentText.decode(part.dropFirst(name.count + 1), plusIsBlank: true)
      entries.append(FormEntry(name: text, value: value))
    }
    return entries
  }
}
