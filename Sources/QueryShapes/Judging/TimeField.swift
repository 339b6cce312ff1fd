package import FirestoreModel
import QueryModel

extension FieldPath {
  /// Whether the name tells of a moment, or of a number that grows with every document: what was read up to such a value
  /// need not be read again. Of other fields, such as a price, a bound is what somebody has chosen. A name that only the
  /// run knows may be such.
  package var mayTellOfTime: Bool {
    guard let name = segments.last, name != Self.unknownSegment else { return true }
    return NameWords.of(name.string).contains { word in
      Self.timeWords.contains(word) || Self.timeEndings.contains { word.hasSuffix($0) }
    }
  }

  private static let timeWords: Set<String> = [
    "at", "on", "ts", "day", "days", "month", "year", "hour", "when", "since", "last", "latest", "newest", "created",
    "updated",
    "modified", "changed", "edited", "sent", "received", "delivered", "published", "posted", "added", "joined", "seen",
    "started", "ended", "expires", "expiry", "epoch", "millis", "seconds", "seq", "sequence", "version", "revision",
    "rev",
    "createdat", "updatedat", "modifiedat", "sentat", "postedat", "publishedat", "addedat", "changedat", "seenat",
  ]
  private static let timeEndings = ["time", "date", "stamp"]

}

/// The words of a name as code writes it.
package enum NameWords {
  /// `lastMessageTime`, `message_time_stamp`: in lower case.
  package static func of(_ name: some StringProtocol) -> [String] {
    var words: [String] = []
    var word = ""
    var wasLower = false
    for scalar in name.unicodeScalars {
      let isUpper = ("A"..."Z").contains(scalar)
      let isLetter = isUpper || ("a"..."z").contains(scalar)
      if !isLetter || (isUpper && wasLower) {
        if !word.isEmpty { words.append(word) }
        word = ""
      }
      if isLetter { word += String(scalar).lowercased() }
      wasLower = isLetter && !isUpper
    }
    if !word.isEmpty { words.append(word) }
    return words
  }
}
