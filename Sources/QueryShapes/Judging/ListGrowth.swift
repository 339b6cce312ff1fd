package import FirestoreModel
import QueryModel

/// Whether a list grows for as long as an app is used, as far as its name and its order tell.
///
/// A measure of what is worth a warning: clinics and rooms in the order of their creation stay few, messages do not.
package enum ListGrowth {
  /// - Parameter order: the field that the list is ordered by.
  package static func isHistory(_ collection: String, orderedBy order: FieldPath?) -> Bool {
    if isSettled(collection) { return false }
    if isHistory(collection) { return true }
    return order?.tellsOfEvent ?? false
  }

  /// Whether the name says that something is added with every use.
  package static func isHistory(_ collection: String) -> Bool {
    let words = NameWords.of(collection)
    return isAny(of: happenings, words.last) || words.contains(where: endings.contains)
  }

  /// Whether the name says that there are few of them, or that they go away again.
  package static func isSettled(_ collection: String) -> Bool {
    let words = NameWords.of(collection)
    return words.contains(where: states.contains) || words.first == "online" || isAny(of: settled, words.last)
  }

  private static func isAny(of nouns: Set<String>, _ word: String?) -> Bool {
    guard let word else { return false }
    var forms = [word]
    if word.hasSuffix("s") { forms.append(String(word.dropLast())) }
    if word.hasSuffix("es") { forms.append(String(word.dropLast(2))) }
    if word.hasSuffix("ies") { forms.append(word.dropLast(3) + "y") }
    return forms.contains(where: nouns.contains)
  }

  /// What people do or what happens to them, one document each time.
  private static let happenings: Set<String> = [
    "message", "msg", "chat", "comment", "reply", "post", "event", "log", "history", "activity", "notification",
    "transaction", "payment", "order", "invoice", "receipt", "booking", "reservation", "appointment", "visit", "report",
    "review", "feedback", "rating", "record", "recording", "entry", "reading", "measurement", "session", "submission",
    "request", "ticket", "alert", "audit", "score", "result", "attempt", "match", "trip", "ride", "delivery", "sale",
    "purchase", "expense", "income", "movement", "announcement", "news", "article", "note", "journal", "checkin",
    "attendance", "run", "workout", "meal", "mood", "photo", "image", "picture", "video", "story", "tweet", "feed",
    "timeline", "like", "click", "view", "vote", "answer", "question", "complaint", "incident", "application",
    "inquiry",
    "enquiry", "lead", "donation", "withdrawal", "deposit", "transfer", "scan", "observation", "prediction", "memory",
    "moment", "snapshot", "bid", "refund", "consultation", "prescription", "job", "inspection", "meeting", "upload",
  ]

  /// Words of lists to which what is over is added.
  private static let endings: Set<String> = [
    "done", "completed", "finished", "archive", "archived", "past", "closed", "delivered", "paid",
  ]

  /// Words of lists from which it is taken away again.
  private static let states: Set<String> = [
    "active", "current", "curr", "open", "pending", "presence", "queue", "waiting", "live", "upcoming",
    "typing",
  ]

  /// What an organisation, a room or a person has few of.
  private static let settled: Set<String> = [
    "setting", "config", "category", "type", "tag", "label", "room", "lobby", "team", "group", "club", "community",
    "channel", "member", "participant", "player", "staff", "employee", "department", "branch", "clinic", "store",
    "shop",
    "role", "permission", "device", "token", "app", "plan", "competition", "tournament", "league", "season", "course",
    "lesson", "module", "section", "phase", "step", "menu", "table", "deck", "card", "status", "state", "friend",
    "address", "favorite", "favourite", "bookmark", "cart", "basket", "banner", "template",
  ]
}

extension FieldPath {
  /// Whether it is the moment at which something took place. Every document has one of its creation, also those of which
  /// there are few; and what is due or was last seen is a state.
  fileprivate var tellsOfEvent: Bool {
    guard mayTellOfTime, let name = segments.last, name != Self.unknownSegment else { return false }
    return NameWords.of(name.string).allSatisfy { !Self.lifeWords.contains($0) }
  }

  private static let lifeWords: Set<String> = [
    "created", "updated", "modified", "changed", "edited", "added", "joined", "shared", "registered", "last", "latest",
    "seen", "seq", "sequence", "version", "revision", "rev", "due", "expires", "expiry", "expiration", "start", "end",
    "birth", "since", "createdat", "updatedat", "modifiedat", "addedat", "changedat", "seenat", "creation", "update",
    "on", "days", "year",
  ]
}
