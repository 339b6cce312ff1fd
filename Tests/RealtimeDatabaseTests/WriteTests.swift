import FirebreakTestSupport
import FirestoreModel
import RealtimeDatabase
import StructuredText
import Testing

@Suite("Writes to the Realtime Database") struct RealtimeWriteTests {
  @Test("one by one", arguments: try SpecFile.cases("Tests/RealtimeDatabaseTests/Specs/writes.yaml"))
  func write(_ spec: SpecValue) throws {
    try spec.allow("before", "set", "update", "value", "after", "paths", "refused")
    let before = try RealtimeNode(node: spec["before"].node)
    let value = JSONValue(try spec["value"].node)
    let isUpdate = try spec.optional("update") != nil
    func write() throws -> RealtimeWrite {
      if isUpdate { return try .update(value, at: RealtimePath(spec["update"].string), by: .sdk) }
      return try .set(value, at: RealtimePath(spec["set"].string), by: .sdk)
    }
    if let refused = try spec.optional("refused")?.string {
      let error = #expect(throws: RealtimeWriteError.self) { try write() }
      #expect(error?.clientText(isUpdate ? .update : .set) == refused)
      return
    }
    let change = try write().applied(to: before, now: 1000)
    #expect(JSONWriter.text(change.new.export, .compact) == (try spec["after"].json))
    #expect(try change.paths.map(\.description) == spec["paths"].strings)
    #expect(change.old == before)
  }

  @Test(
    "keys of a PATCH: no empty segment, which the SDKs read over",
    arguments: [
      ("", ""), ("/", ""), ("a//b", "a/b"), ("//a", "a"), ("a//", "a"), ("a/", "a"), ("/a", "a"), ("/a/b/", "a/b"),
    ])
  func keysOfPatch(key: String, read: String) throws {
    let value = JSONValue.object([.init(key, 1)])
    #expect(try RealtimeWrite.update(value, at: "/x", by: .sdk).parts.map(\.address) == [RealtimePath("x/\(read)")])
    if ["", "/", "a//b", "//a", "a//"].contains(key) {
      let error = #expect(throws: RealtimeWriteError.self) { try RealtimeWrite.update(value, at: "/x", by: .rest) }
      #expect(error?.reason == .invalidUpdatePath(key: key, segment: ""))
    } else {
      #expect(try RealtimeWrite.update(value, at: "/x", by: .rest) == RealtimeWrite.update(value, at: "/x", by: .sdk))
    }
  }

  @Test("a transaction commits only over the state that it started from")
  func expectedHash() throws {
    let root = try RealtimeNode(json: ["a": ["b": 1]])
    let write = try RealtimeWrite.set(2, at: "/a/b", expectedHash: RealtimeNode(.number(1)).hash)
    #expect(write.isExpected(in: root))
    #expect(try !write.isExpected(in: write.applied(to: root, now: 0).new))
    #expect(try RealtimeWrite.set(2, at: "/new", expectedHash: "").isExpected(in: root))
    #expect(try !RealtimeWrite.set(2, at: "/a", expectedHash: "").isExpected(in: root))
    #expect(RealtimeWrite.delete("/a").isExpected(in: root))
  }

  @Test("a push makes a child") func push() throws {
    var random = SeededGenerator(seed: 1)
    var generator = PushIDGenerator()
    let key = generator.next(milliseconds: 1000, using: &random)
    let change = try RealtimeWrite.push(["text": "hi"], below: "/m", key: key).applied(to: .absent, now: 0)
    #expect(try change.new[RealtimePath("/m").child(key.key)] == RealtimeNode(json: ["text": "hi"]))
  }

  @Test("what a connection leaves behind")
  func disconnect() throws {
    var queue = DisconnectQueue<String>()
    func run(_ queue: DisconnectQueue<String>, _ before: JSONValue = ["a": ["n": 1]]) throws -> String {
      var root = try RealtimeNode(json: before)
      for entry in queue.entries { root = try entry.write.applied(to: root, now: 7).new }
      return JSONWriter.text(root.export, .compact)
    }
    queue.add(try .set(["x": 1], at: "/a/b"), "first")
    queue.add(try .update(["c": [".sv": "timestamp"], "n": [".sv": ["increment": 1]]], at: "/a"), "second")
    #expect(queue.entries.map(\.registration) == ["first", "second"])
    #expect(try run(queue) == #"{"a":{"b":{"x":1},"c":7,"n":2}}"#)
    // Later: a child of the merge alone is cancelled.
    var cancelled = queue
    cancelled.cancel("/a/n")
    #expect(try run(cancelled) == #"{"a":{"b":{"x":1},"c":7,"n":1}}"#)
    cancelled.cancel("/a/b/x")
    #expect(cancelled.entries.count == 2)
    // Of what is set above it the rest is still done.
    #expect(try run(cancelled) == #"{"a":{"c":7,"n":1}}"#)
    let kept: JSONValue = ["a": ["b": ["x": 5, "y": 6]]]
    #expect(try run(cancelled, kept) == #"{"a":{"b":{"x":5},"c":7}}"#)
    cancelled.cancel("/a")
    #expect(cancelled.isEmpty)
    // A set replaces what is below it, and nothing beside it.
    queue.add(try .set(true, at: "/z"), "third")
    queue.add(try .set("gone", at: "/a"), "fourth")
    #expect(queue.entries.map(\.registration) == ["third", "fourth"])
    #expect(try run(queue) == #"{"a":"gone","z":true}"#)
    queue.add(try .update(["a/k": 1], at: "/"), "fifth")
    #expect(try run(queue) == #"{"a":{"k":1},"z":true}"#)
  }
}

/// The naive model: every value by its whole path.
struct FlatDatabase {
  var leaves: [[String]: JSONValue] = [:]
  var priorities: [[String]: JSONValue] = [:]

  mutating func set(_ path: [String], _ value: JSONValue) {
    if case .object = value {} else if value == .null {} else { return replace(path, [path: value], [:]) }
    var (leaves, priorities): ([[String]: JSONValue], [[String]: JSONValue]) = ([:], [:])
    FlatDatabase.flatten(value, path, &leaves, &priorities)
    replace(path, leaves, priorities)
  }

  private static func flatten(
    _ value: JSONValue, _ path: [String], _ leaves: inout [[String]: JSONValue],
    _ priorities: inout [[String]: JSONValue]
  ) {
    guard case .object(let members) = value else {
      if value != .null { leaves[path] = value }
      return
    }
    for member in members {
      switch member.key {
      case ".value": leaves[path] = member.value
      case ".priority": priorities[path] = member.value
      default: flatten(member.value, path + [member.key], &leaves, &priorities)
      }
    }
  }

  private mutating func replace(_ path: [String], _ new: [[String]: JSONValue], _ newPriorities: [[String]: JSONValue])
  {
    leaves = leaves.filter { !$0.key.starts(with: path) && (new.isEmpty || !path.starts(with: $0.key)) }
    priorities = priorities.filter { !$0.key.starts(with: path) }
    leaves.merge(new) { $1 }
    priorities.merge(newPriorities) { $1 }
    priorities = priorities.filter { priority in leaves.contains { $0.key.starts(with: priority.key) } }
  }

  /// As the tree would have it.
  func flattened(_ node: RealtimeNode) -> Bool {
    var (leaves, priorities): ([[String]: JSONValue], [[String]: JSONValue]) = ([:], [:])
    FlatDatabase.flatten(node.export, [], &leaves, &priorities)
    return leaves == self.leaves && priorities == self.priorities
  }
}

@Suite("Random writes") struct RandomWriteTests {
  @Test("a snapshot is what the writes before it made", arguments: UInt64(1)...40)
  func replay(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var root = RealtimeNode.absent
    var flat = FlatDatabase()
    var snapshots: [(RealtimeNode, FlatDatabase)] = []
    for _ in 0..<60 {
      if Bool.random(using: &random) {
        let path = RandomTree.path(using: &random)
        let value = RandomTree.value(depth: 3, using: &random)
        root = try RealtimeWrite.set(value, at: RealtimePath(path.map(RealtimeKey.init(_:)))).applied(to: root, now: 0)
          .new
        flat.set(path, value)
      } else {
        let base = RandomTree.path(using: &random)
        var parts: [[String]: JSONValue] = [:]
        for _ in 0..<Int.random(in: 0...4, using: &random) {
          let path = RandomTree.path(using: &random)
          if parts.keys.contains(where: { $0.starts(with: path) || path.starts(with: $0) }) { continue }
          parts[path] = RandomTree.value(depth: 2, using: &random)
        }
        let sorted = parts.sorted { $0.key.lexicographicallyPrecedes($1.key) }
        let patch = JSONValue.object(sorted.map { .init($0.key.joined(separator: "/"), $0.value) })
        let write = try RealtimeWrite.update(patch, at: RealtimePath(base.map(RealtimeKey.init(_:))), by: .sdk)
        root = try write.applied(to: root, now: 0).new
        for (path, value) in sorted { flat.set(base + path, value) }
      }
      #expect(flat.flattened(root))
      #expect(root.byteCount == JSONWriter.text(root.export, .compact).utf8.count)
      snapshots.append((root, flat))
    }
    for (root, flat) in snapshots { #expect(flat.flattened(root)) }
  }
}

/// Small trees in which paths meet often.
enum RandomTree {
  static let keys = ["a", "b", "c", "1", "2", "10", "-1", "é", "07", "2147483648", "B", "\u{E000}", "\u{1F335}"]

  static func path(using random: inout SeededGenerator) -> [String] {
    (0..<Int.random(in: 0...3, using: &random)).map { _ in key(using: &random) }
  }

  static func key(using random: inout SeededGenerator) -> String {
    keys[Int.random(in: 0..<keys.count, using: &random)]
  }

  static func leaf(using random: inout SeededGenerator) -> JSONValue {
    switch Int.random(in: 0..<8, using: &random) {
    case 6: .string(["", "\u{0}", "e\u{301}", "é"][Int.random(in: 0..<4, using: &random)])
    case 0: .boolean(Bool.random(using: &random))
    case 1, 2: .integer(Int64.random(in: -3...12, using: &random))
    case 3: .number("\(Int.random(in: -2...3, using: &random)).5")
    case 4: .string(key(using: &random))
    case 5: .string("10")
    default: .null
    }
  }

  static func value(depth: Int, using random: inout SeededGenerator) -> JSONValue {
    let kind = Int.random(in: 0..<10, using: &random)
    if depth == 0 || kind < 3 {
      let leaf = leaf(using: &random)
      guard kind == 0, leaf != .null else { return leaf }
      return [".value": leaf, ".priority": priority(using: &random)]
    }
    if kind == 3 { return .null }
    var members: [String: JSONValue] = [:]
    for _ in 0..<Int.random(in: 0...5, using: &random) {
      members[key(using: &random)] = value(depth: depth - 1, using: &random)
    }
    if kind == 4 { members[".priority"] = priority(using: &random) }
    return .object(members.sorted { $0.key < $1.key }.map { .init($0.key, $0.value) })
  }

  static func priority(using random: inout SeededGenerator) -> JSONValue {
    Bool.random(using: &random) ? .integer(Int64.random(in: 0...3, using: &random)) : .string(key(using: &random))
  }
}
