import Diagnostics
import FirebreakTestSupport
import FirestoreModel
import RealtimeDatabase
import StructuredText
import Testing

@testable import SQLiteJournal

extension JournalFixture {
  var instanceFile: String { file("demo.rtdb") }
}

/// An instance over its journal, as the service uses both.
final class JournaledInstance {
  typealias Journal = SQLiteJournal<RealtimeRows>

  private(set) var root: RealtimeNode
  let rules: ReleasedRealtimeRules?
  let journal: Journal
  private var number = 0

  init(_ folder: SQLiteJournalFolder, _ name: Text = "demo") throws {
    let kept = try folder.openRealtime(name)
    (root, rules) = (kept.data, kept.rules)
    journal = try #require(kept.journal as? Journal)
  }

  /// The file alone.
  init(path: String, leastBytes: Int = 1 << 20) throws {
    let rows = RealtimeRows(leastBytes: leastBytes)
    let file = try JournalFile(path: path, owner: InstanceName("demo"), content: rows)
    root = try file.read { try rows.data(in: $0, of: path) }
    rules = nil
    journal = SQLiteJournal(file: file)
  }

  func enqueue(_ write: RealtimeWrite) throws {
    let change = try write.applied(to: root, now: 1_000)
    root = change.new
    number += 1
    journal.enqueue(RealtimeEntry(number: number, .change(change)))
  }

  func set(_ path: RealtimePath, _ value: String) async throws {
    try enqueue(.set(Self.json(value), at: path))
    try await journal.waitUntilDurable(number)
  }

  func update(_ path: RealtimePath, _ values: String) async throws {
    try enqueue(.update(Self.json(values), at: path))
    try await journal.waitUntilDurable(number)
  }

  func keep(_ rules: ReleasedRealtimeRules?) async throws {
    number += 1
    journal.enqueue(RealtimeEntry(number: number, .rules(rules)))
    try await journal.waitUntilDurable(number)
  }

  var text: String { String(decoding: root.exportBytes, as: UTF8.self) }

  private static func json(_ text: String) throws -> JSONValue {
    JSONValue(try #require(JSONReader.read(SourceText(path: "value", text: text)).node))
  }
}

extension RealtimeWrite {
  /// Sets, updates of several paths, deletions and priorities among few keys, so that they meet.
  static func random(using random: inout SeededGenerator) throws -> RealtimeWrite {
    switch Int.random(in: 0..<6, using: &random) {
    case 0: return .delete(path(using: &random))
    case 1: return try .set(priority(using: &random), at: path(using: &random).child(".priority"))
    case 2:
      let names = ["a", "b/.priority", "c/a", "1"].filter { _ in Bool.random(using: &random) }
      var members: [JSONValue.Member] = []
      for name in names {
        let value = name.hasSuffix(".priority") ? priority(using: &random) : value(depth: 2, using: &random)
        members.append(JSONValue.Member(name, value))
      }
      return try .update(.object(members), at: path(using: &random))
    default: return try .set(value(depth: 3, using: &random), at: path(using: &random))
    }
  }

  private static let keys = ["a", "b", "c", "1", "01", "-", "é"]

  private static func path(using random: inout SeededGenerator) -> RealtimePath {
    var keys: [RealtimeKey] = []
    for _ in 0..<Int.random(in: 0...3, using: &random) { keys.append(RealtimeKey(key(using: &random))) }
    return RealtimePath(keys)
  }

  private static func key(using random: inout SeededGenerator) -> String { keys.randomElement(using: &random) ?? "a" }

  private static func priority(using random: inout SeededGenerator) -> JSONValue {
    switch Int.random(in: 0..<3, using: &random) {
    case 0: .null
    case 1: .integer(Int64.random(in: -9...9, using: &random))
    default: .string("p")
    }
  }

  private static func value(depth: Int, using random: inout SeededGenerator) -> JSONValue {
    var members: [JSONValue.Member] = []
    switch Int.random(in: 0..<5, using: &random) {
    case 0: return .boolean(true)
    case 1:
      members = [
        JSONValue.Member(".value", .string(String(repeating: "é\"", count: Int.random(in: 0..<50, using: &random))))
      ]
    case 2 where depth == 0: return .integer(7)
    default:
      for _ in 0..<Int.random(in: 0..<4, using: &random) where depth > 0 {
        let key = key(using: &random)
        if members.contains(where: { $0.key == key }) { continue }
        members.append(JSONValue.Member(key, value(depth: depth - 1, using: &random)))
      }
    }
    if Bool.random(using: &random) { members.append(JSONValue.Member(".priority", priority(using: &random))) }
    return .object(members)
  }
}
