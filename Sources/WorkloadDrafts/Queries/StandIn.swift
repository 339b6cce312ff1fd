package import FirestoreModel
import QueryModel
import Workloads

/// What stands in a first workload where code has a variable. Documents are made up to match it.
package enum StandIn {
  /// The id of the user who is signed in, and of the documents that are theirs.
  package static let user: Text = "me"
  static let name: Text = "a"
  /// Where code has a number that only the run knows.
  static let limit: Int32 = 20
  /// The same time in a workload, counted from when it is played.
  static let time = "now - 15d"
  /// Between the times of the documents: half of them are older.
  static let moment = Timestamp(microseconds: ClockSetting.standard.start.microseconds - 15 * 86_400_000_000)

  /// What a field holds that something unknown is compared with, as far as its name tells.
  static func value(of field: FieldPath) -> Value {
    switch Kind(field) {
    case .user: .string(user)
    case .moment: .timestamp(moment)
    case .flag: .boolean(true)
    case .number, .text: .string(name)
    }
  }

  /// A bound of a range: names without a hint hold numbers.
  static func bound(of field: FieldPath, isLower: Bool) -> Value {
    switch Kind(field) {
    case .user, .text: .string(isLower ? "" : "z")
    case .moment: .timestamp(moment)
    case .flag, .number: .integer(isLower ? 0 : 1_000)
    }
  }

  /// The id of a document in a collection.
  static func id(in collection: Text) -> Text {
    let isOfUsers = ["user", "profile", "account", "customer", "member", "person", "people"].contains {
      collection.string.lowercased().hasPrefix($0)
    }
    return isOfUsers ? user : name
  }

  /// What a field is likely to hold.
  enum Kind {
    case user, moment, flag, number, text

    init(_ field: FieldPath) {
      let words = field.segments.last?.string.words ?? []
      let has = { (known: Set<String>) in words.contains(where: known.contains) }
      if has(Self.moments) || words.last == "at" || words.last == "on" {
        self = .moment
      } else if has(Self.users) || words.last == "by" {
        self = .user
      } else if words.first.map(Self.questions.contains) ?? false || has(Self.states) {
        self = .flag
      } else if has(Self.numbers) {
        self = .number
      } else {
        self = .text
      }
    }

    /// What a field holds that is compared with a bound; nil where its name says more.
    init?(bound: Value) {
      switch bound {
      case .integer, .double: self = .number
      case .timestamp: self = .moment
      case .string: self = .text
      default: return nil
      }
    }

    private static let moments: Set = [
      "time", "timestamp", "date", "created", "updated", "modified", "expires", "seen",
    ]
    private static let users: Set = [
      "uid", "user", "users", "owner", "author", "member", "members", "participant", "participants", "sender",
      "receiver",
      "customer", "follower", "followers",
    ]
    private static let questions: Set = ["is", "has", "can", "was"]
    private static let states: Set = ["active", "archived", "enabled", "published", "read", "completed", "deleted"]
    private static let numbers: Set = [
      "count", "number", "rank", "score", "price", "order", "index", "position", "priority", "votes", "likes", "amount",
      "total", "age", "level", "points", "rating", "year", "size", "quantity", "percent", "stars", "views",
    ]
  }
}

extension String {
  /// `lastMessageAt`, `last_message_at` → last, message, at
  fileprivate var words: [String] {
    var words: [String] = []
    var word = ""
    for character in self {
      if character.isUppercase || !character.isLetter, !word.isEmpty {
        words.append(word)
        word = ""
      }
      if character.isLetter { word += character.lowercased() }
    }
    return word.isEmpty ? words : words + [word]
  }
}
