/// Why a request of a channel is not served.
package enum ChannelRefusal: Error, Hashable, Sendable {
  /// The session is over, or there has never been one: the client opens another.
  case unknownSession
  case malformed(String)
  case unsupported(String)
  case tooManySessions
  /// Maps that wait for earlier ones take too much.
  case tooManyMaps
}

extension ChannelRefusal {
  /// A number as programs write it: digits alone.
  static func number(_ name: String, _ text: String) throws(ChannelRefusal) -> Int {
    guard !text.isEmpty, text.utf8.allSatisfy({ (48...57).contains($0) }), let number = Int(text) else {
      throw .malformed("`\(name)` is not a number.")
    }
    return number
  }
}
