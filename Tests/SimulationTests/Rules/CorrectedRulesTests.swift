import Diagnostics
import FirebreakTestSupport
import FirestoreModel
import RealtimeDatabase
import RealtimeRules
import StructuredText
import Testing

/// The corrected rules of the chat sample let every flow of the app pass and refuse every attack.
@Suite("Corrected rules of the chat sample")
struct CorrectedRulesTests {
  private static let data: JSONValue = [
    "conversations": ["c1": ["metadata": ["members": ["user1": true, "user2": true], "createdBy": "user1"]]],
    "messages": ["c1": ["m1": ["senderId": "user2", "text": "hi", "timestamp": 500]]],
    "users": ["user2": ["conversations": ["c1": ["unreadCount": 1, "lastMessageTimestamp": 500]]]],
  ]
  private static let now: JSONValue = [".sv": "timestamp"]
  private static let message: JSONValue = ["senderId": "user1", "text": "hello", "timestamp": now]

  private enum Operation: Sendable {
    case set(String, JSONValue)
    case update(JSONValue)
    case read(String, RealtimeQuerySpec?)
  }

  private struct Case: Sendable {
    var name: String
    var uid: String?
    var operation: Operation
    var allowed: Bool
  }

  private static func metadata(_ members: JSONValue, createdBy: String? = "mallory") -> JSONValue {
    var fields: [JSONValue.Member] = [.init("members", members)]
    if let createdBy { fields.append(.init("createdBy", .string(createdBy))) }
    return .object(fields)
  }

  private static let limited = RealtimeQuerySpec(ordering: .child("timestamp"), limit: .last(50))

  private static func sent(_ message: JSONValue) -> Operation {
    .update([
      "messages/c1/m2": message, "conversations/c1/metadata/lastMessage": "hello",
      "conversations/c1/metadata/lastMessageTimestamp": now,
      "conversations/c1/metadata/lastMessageSenderId": "user1",
      "users/user2/conversations/c1/unreadCount": [".sv": ["increment": 1]],
      "users/user2/conversations/c1/lastMessageTimestamp": now,
    ])
  }

  private static let cases: [Case] = [
    Case(
      name: "create a conversation with both inbox entries", uid: "user1",
      operation: .update([
        "conversations/c2/metadata": metadata(["user1": true, "user3": true], createdBy: "user1"),
        "users/user1/conversations/c2": ["unreadCount": 0], "users/user3/conversations/c2": ["unreadCount": 0],
      ]), allowed: true),
    Case(
      name: "create without oneself", uid: "mallory",
      operation: .set("conversations/c2/metadata", metadata(["user1": true])), allowed: false),
    Case(
      name: "create with a text for the members", uid: "mallory",
      operation: .set("conversations/c2/metadata", metadata("mallory user1")), allowed: false),
    Case(
      name: "create without who created it", uid: "user1",
      operation: .set("conversations/c2/metadata", metadata(["user1": true], createdBy: nil)), allowed: false),
    Case(
      name: "create below the metadata", uid: "mallory", operation: .set("conversations/c2/metadata/lastMessage", "x"),
      allowed: false),
    Case(
      name: "overwrite the members", uid: "user1", operation: .set("conversations/c1/metadata/members", "user1"),
      allowed: false),
    Case(name: "send a message", uid: "user1", operation: sent(message), allowed: true),
    Case(
      name: "send as somebody else", uid: "user1",
      operation: sent(["senderId": "user2", "text": "x", "timestamp": now]), allowed: false),
    Case(
      name: "send from outside", uid: "mallory",
      operation: .set("messages/c1/m2", ["senderId": "mallory", "text": "x", "timestamp": now]), allowed: false),
    Case(
      name: "send with a time of one's own", uid: "user1",
      operation: .set("messages/c1/m2", ["senderId": "user1", "text": "x", "timestamp": 5]), allowed: false),
    Case(name: "overwrite a message", uid: "user1", operation: .set("messages/c1/m1", message), allowed: false),
    Case(
      name: "overwrite the sender", uid: "user1", operation: .set("messages/c1/m1/senderId", "user1"), allowed: false),
    Case(name: "delete a message", uid: "user1", operation: .set("messages/c1/m1", .null), allowed: false),
    Case(name: "mark as read", uid: "user1", operation: .set("messages/c1/m1/readBy/user1", true), allowed: true),
    Case(
      name: "mark as read by another", uid: "user1", operation: .set("messages/c1/m1/readBy/user2", true),
      allowed: false),
    Case(
      name: "delete for oneself", uid: "user1", operation: .set("messages/c1/m1/deletedFor/user1", true), allowed: true),
    Case(
      name: "delete for another", uid: "user1", operation: .set("messages/c1/m1/deletedFor/user2", true), allowed: false
    ),
    Case(
      name: "join", uid: "mallory", operation: .set("conversations/c1/metadata/members/mallory", true), allowed: false),
    Case(
      name: "add a member later", uid: "user1", operation: .set("conversations/c1/metadata/members/user3", true),
      allowed: false),
    Case(name: "type", uid: "user1", operation: .set("conversations/c1/typing/user1", now), allowed: true),
    Case(name: "stop typing", uid: "user1", operation: .set("conversations/c1/typing/user1", .null), allowed: true),
    Case(
      name: "type from outside", uid: "mallory", operation: .set("conversations/c1/typing/mallory", now), allowed: false
    ),
    Case(
      name: "an entry in a stranger's inbox", uid: "mallory",
      operation: .set("users/user2/conversations/c9", ["unreadCount": 1]), allowed: false),
    Case(
      name: "read one's inbox and reset it", uid: "user2",
      operation: .set("users/user2/conversations/c1/unreadCount", 0), allowed: true),
    Case(
      name: "delete the metadata", uid: "user1", operation: .set("conversations/c1/metadata", .null), allowed: false),
    Case(
      name: "delete the members", uid: "user1", operation: .set("conversations/c1/metadata/members", .null),
      allowed: false),
    Case(
      name: "delete who created it", uid: "user1", operation: .set("conversations/c1/metadata/createdBy", .null),
      allowed: false),
    Case(
      name: "a new message that others have read", uid: "user1",
      operation: .set(
        "messages/c1/m2", ["senderId": "user1", "text": "x", "timestamp": now, "readBy": ["user2": true]]),
      allowed: false),
    Case(
      name: "another as the last sender", uid: "user1",
      operation: .set("conversations/c1/metadata/lastMessageSenderId", "user2"), allowed: false),
    Case(name: "read messages", uid: "user1", operation: .read("messages/c1", limited), allowed: true),
    Case(name: "read messages from outside", uid: "mallory", operation: .read("messages/c1", limited), allowed: false),
    Case(name: "read messages without limit", uid: "user1", operation: .read("messages/c1", nil), allowed: false),
    Case(name: "read who types", uid: "user2", operation: .read("conversations/c1/typing", nil), allowed: true),
    Case(name: "read the metadata", uid: "user2", operation: .read("conversations/c1/metadata", nil), allowed: true),
    Case(
      name: "read another's inbox", uid: "user1", operation: .read("users/user2/conversations", nil), allowed: false),
    Case(
      name: "go online", uid: "user1", operation: .set("presence/user1", ["status": "online", "lastSeen": now]),
      allowed: true),
    Case(
      name: "be online for another", uid: "user1",
      operation: .set("presence/user2", ["status": "online", "lastSeen": now]), allowed: false),
    Case(name: "anything without signing in", uid: nil, operation: .read("presence/user1", nil), allowed: false),
  ]

  @Test func `flows pass and attacks are refused`() throws {
    let path = "samples/rtdb-chat/corrected.rules.json"
    let reading = RealtimeRulesReading.read(SourceText(path: path, bytes: try RepositoryFiles.bytes(path)))
    #expect(reading.diagnostics.map(\.message) == [])
    let rules = try #require(reading.ruleset)
    let data = try RealtimeNode(json: Self.data)
    var wrong: [String] = []
    for test in Self.cases {
      let operation: RealtimeRuleRequest.Operation
      switch test.operation {
      case .read(let path, let spec): operation = .read(RealtimePath(path), query: spec)
      case .set(let path, let value):
        let change = try RealtimeWrite.set(value, at: RealtimePath(path)).applied(to: data, now: 1_000)
        operation = .write(RealtimePath(path), change.new[RealtimePath(path)])
      case .update(let values):
        let change = try RealtimeWrite.update(values, at: .root).applied(to: data, now: 1_000)
        operation = .update(.root, change.paths.map { (path: $0, node: change.new[$0]) })
      }
      let auth = try test.uid.map { try RealtimeNode(json: ["uid": .string($0)]) } ?? .absent
      let decision = rules.decide(RealtimeRuleRequest(operation, auth: auth, now: 1_000), data: data)
      if decision.isAllowed != test.allowed {
        wrong.append(
          "\(test.name): \(decision.isAllowed ? "allowed" : "denied") \(decision.rule?.pattern ?? "") \(decision.rule?.rule.kind.rawValue ?? "")"
        )
      }
    }
    #expect(wrong == [])
  }
}
