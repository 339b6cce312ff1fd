/// What names of fields and collections give away. Only checks that say so in their message rely on names.
enum FieldVocabulary {
  /// Data that identifies or reaches a person, or lets somebody in.
  static func isPersonal(_ field: String) -> Bool {
    let words = words(of: field)
    let joined = words.joined()
    return words.contains { personalWords.contains($0) } || lastPersonalWords.contains(words.last ?? "")
      || personalNames.contains(joined)
  }

  /// Rights and money: whoever sets the field gains something.
  static func isPrivilege(_ field: String) -> Bool {
    privilegeNames.contains(words(of: field).joined())
  }

  /// Moments that the application sets when it writes, not ones the user chooses.
  static func isWriteTime(_ field: String) -> Bool {
    let words = words(of: field)
    return words.contains { writeTimeWords.contains($0) } || words == ["timestamp"]
  }

  /// Numbers that count something.
  static func isCounter(_ field: String) -> Bool {
    let words = words(of: field)
    return counterWords.contains(words.last ?? "") || counterWords.contains(words.first ?? "") && words.count == 1
      || words.first == "num" || words.starts(with: ["number", "of"])
  }

  static func isSecret(_ field: String) -> Bool {
    let words = words(of: field)
    return !words.isEmpty && (secretWords.contains(words.last ?? "") || words.suffix(2) == ["api", "key"])
  }

  /// Collections that list who has a right: a document about a user there is the right itself.
  static func listsPrivileges(_ collection: String) -> Bool {
    words(of: collection).contains { privilegeCollectionWords.contains($0) }
  }

  /// Collections that hold data about people or money, or that grow with use.
  static func isSensitive(_ collection: String) -> Bool {
    isAboutPeople(collection) || words(of: collection).contains { growingCollectionWords.contains($0) }
  }

  /// Collections of what somebody writes for others to read.
  static func isPublished(_ collection: String) -> Bool {
    words(of: collection).contains { publishedCollectionWords.contains($0) }
  }

  /// Collections that hold data about people or money.
  static func isAboutPeople(_ collection: String) -> Bool {
    words(of: collection).contains { personalCollectionWords.contains($0) }
  }

  /// `createdAt`, `created_at` and `created-at` are `created` and `at`; `APIKey` is `api` and `key`.
  static func words(of name: String) -> [String] {
    var words: [String] = []
    var current = ""
    let characters = Array(name)
    for (index, character) in characters.enumerated() {
      let next = index + 1 < characters.count ? characters[index + 1] : nil
      let startsWord =
        character.isUppercase
        && (current.last?.isUppercase == false || current.last?.isUppercase == true && next?.isLowercase == true)
      if !character.isLetter && !character.isNumber || startsWord {
        if !current.isEmpty { words.append(current.lowercased()) }
        current = ""
      }
      if character.isLetter || character.isNumber { current.append(character) }
    }
    if !current.isEmpty { words.append(current.lowercased()) }
    return words
  }

  private static let personalWords: Set<String> = [
    "email", "emails", "mail", "phone", "phones", "mobile", "telephone", "password", "passwd", "ssn", "iban", "dob",
    "birthday", "birthdate", "passport", "secret", "secrets",
  ]
  private static let lastPersonalWords: Set<String> = ["token", "tokens", "credentials", "address"]
  private static let personalNames: Set<String> = [
    "apikey", "privatekey", "creditcard", "cardnumber", "accountnumber", "taxid", "dateofbirth", "birthdate",
  ]
  private static let privilegeNames: Set<String> = [
    "role", "roles", "admin", "isadmin", "superuser", "moderator", "ismoderator", "staff", "isstaff", "permission",
    "permissions", "accesslevel", "price", "balance", "credit", "credits", "wallet", "premium", "ispremium", "plan",
    "subscription", "verified", "isverified", "approved", "isapproved", "banned", "isbanned", "paid", "ispaid",
  ]
  private static let writeTimeWords: Set<String> = [
    "created", "updated", "modified", "edited", "posted", "sent", "written", "submitted", "inserted", "changed",
  ]
  private static let counterWords: Set<String> = [
    "count", "counter", "counts", "likes", "dislikes", "votes", "upvotes", "downvotes", "views", "score", "points",
    "shares", "hits", "claps", "downloads", "visits", "balance", "credits", "stock", "total",
  ]
  private static let secretWords: Set<String> = ["secret", "password", "passwd", "passcode", "token", "apikey", "pin"]
  private static let privilegeCollectionWords: Set<String> = [
    "admin", "admins", "administrators", "moderators", "staff", "roles", "superusers", "superadmins", "permissions",
    "employees",
  ]
  private static let personalCollectionWords: Set<String> = [
    "user", "users", "profile", "profiles", "accounts", "customers", "patients", "people", "persons", "contacts",
    "orders",
    "payments", "invoices", "transactions", "messages", "chats", "conversations", "private", "secret", "secrets",
    "admin", "admins", "tokens", "credentials", "medical", "logs", "notifications", "wallets", "tickets", "bookings",
    "appointments",
  ]
  private static let publishedCollectionWords: Set<String> = [
    "posts", "articles", "comments", "replies", "reviews", "ratings", "likes", "hearts", "claps", "votes", "stories",
  ]
  private static let growingCollectionWords: Set<String> = [
    "events", "posts", "comments", "replies", "reviews", "likes", "followers", "feed", "feeds", "activity",
    "activities", "history", "sessions", "entries", "readings", "measurements",
  ]
}
