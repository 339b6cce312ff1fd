import Diagnostics
import FirebreakTestSupport
import RealtimeDatabase
import StructuredText
import Testing

@Suite("Listeners of the Realtime Database") struct RealtimeListeningTests {
  @Test("one change", arguments: try SpecFile.cases("Tests/RealtimeDatabaseTests/Specs/listening.yaml"))
  func change(_ spec: SpecValue) throws {
    try spec.allow("path", "query", "indexed", "before", "set", "update", "value", "sent", "bytes", "events")
    let view = RealtimeView(
      RealtimePath(try spec["path"].string), try realtimeQuery(spec.optional("query")?.string ?? ""),
      isIndexed: try spec.optional("indexed")?.boolean ?? true)
    let value = JSONValue(try spec["value"].node)
    let write =
      if let path = try spec.optional("update")?.string {
        try RealtimeWrite.update(value, at: RealtimePath(path))
      } else {
        try RealtimeWrite.set(value, at: RealtimePath(spec["set"].string))
      }
    let change = try write.applied(to: RealtimeNode(node: spec["before"].node), now: 0)
    let deltas = view.deltas(for: change)
    if let sent = try spec.optional("sent") {
      let delta = try #require(deltas.first)
      #expect(deltas.count == 1)
      let isMerge = try sent.optional("merge") != nil
      #expect(try delta.path.description == (isMerge ? sent["merge"] : sent["replace"]).string)
      if case .merge = delta.content { #expect(isMerge) } else { #expect(!isMerge) }
      #expect(try JSONWriter.text(delta.export, .compact) == sent["data"].json)
      if let bytes = try spec.optional("bytes")?.integer { #expect(delta.byteCount == bytes) }
    } else {
      #expect(deltas == [])
    }
    let events = view.events(for: change).map { event in
      let kind = event.kind == .value ? "value" : event.kind.rawValue.dropFirst(5).lowercased()
      return ([kind] + [event.key, event.previous].compactMap(\.?.string)).joined(separator: " ")
    }
    #expect(try events == spec["events"].strings)
  }

  @Test("at first: the window, or everything without its index")
  func initial() throws {
    let root = try RealtimeNode(json: ["m": ["a": ["n": 2], "b": ["n": 1], "c": 1]])
    let view = RealtimeView("/m", try realtimeQuery("orderByChild=n&startAt=1"))
    let window = try RealtimeNode(json: ["a": ["n": 2], "b": ["n": 1]])
    #expect(view.sent(from: root) == window)
    #expect(view.sentBytes(from: root) == 25)
    let unindexed = RealtimeView("/m", view.spec, isIndexed: false)
    #expect(unindexed.sent(from: root) == root["/m"])
    #expect(unindexed.sentBytes(from: root) == root["/m"].byteCount)
    #expect(RealtimeView("/nothing").sent(from: root) == .absent)
  }
}

@Suite("Random queries and listeners") struct RandomQueryTests {
  @Test("a result is what sorting, filtering and cutting by hand gives", arguments: UInt64(1)...30)
  func oracle(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<60 {
      let node = try RealtimeNode(json: RandomTree.value(depth: 3, using: &random))
      let query = WindowOracle.Query.random(using: &random)
      try check(node, query)
    }
  }

  private func check(_ node: RealtimeNode, _ query: WindowOracle.Query) throws {
    let window = RealtimeWindow(try query.spec, over: node)
    let expected = WindowOracle.children(node.export, query)
    #expect(window.entries.map { WindowOracle.Child(key: $0.key.string, value: $0.node.export) } == expected)
    let sent = query.selectsEverything ? node.export : WindowOracle.node(expected)
    #expect(window.node.export == sent)
    #expect(window.byteCount == JSONWriter.text(sent, .compact).utf8.count)
    #expect(try realtimeQuery(query.spec.description) == query.spec)
    #expect(try RealtimeQuerySpec(wire: query.spec.wire) == query.spec)
  }

  @Test(
    "what is sent makes the client's copy the new window, and events say what is different", arguments: UInt64(1)...40)
  func deltas(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let path = RandomTree.path(using: &random)
    let query = WindowOracle.Query.random(using: &random)
    let isIndexed = Int.random(in: 0..<4, using: &random) > 0
    let view = RealtimeView(RealtimePath(path.map(RealtimeKey.init(_:))), try query.spec, isIndexed: isIndexed)
    var root = try RealtimeNode(json: RandomTree.value(depth: 4, using: &random))
    var copy = view.sent(from: root)
    for _ in 0..<60 {
      let change = try Self.write(near: path, using: &random).applied(to: root, now: 0)
      let deltas = view.deltas(for: change)
      for delta in deltas {
        copy = delta.applied(to: copy, at: view.path)
        #expect(delta.byteCount == JSONWriter.text(delta.export, .compact).utf8.count)
      }
      root = change.new
      #expect(copy == view.sent(from: root))
      checkEvents(view, change, query)
    }
  }

  static func write(near path: [String], using random: inout SeededGenerator) throws -> RealtimeWrite {
    var base = Array(path.prefix(Int.random(in: 0...(path.count + 1), using: &random)))
    // Mostly at or below the location.
    if Int.random(in: 0..<4, using: &random) > 0 { base = path }
    func below() -> [String] { (0..<Int.random(in: 1...2, using: &random)).map { _ in RandomTree.key(using: &random) } }
    if Bool.random(using: &random) {
      var address = Int.random(in: 0..<8, using: &random) == 0 ? base : base + below()
      if Int.random(in: 0..<8, using: &random) == 0 {
        address.append(".priority")
        return try .set(RandomTree.priority(using: &random), at: RealtimePath(address.map(RealtimeKey.init(_:))))
      }
      return try .set(
        RandomTree.value(depth: 3, using: &random), at: RealtimePath(address.map(RealtimeKey.init(_:))))
    }
    var parts: [[String]: JSONValue] = [:]
    for _ in 0..<Int.random(in: 1...4, using: &random) {
      let address = below()
      if parts.keys.contains(where: { $0.starts(with: address) || address.starts(with: $0) }) { continue }
      parts[address] = RandomTree.value(depth: 2, using: &random)
    }
    let patch = parts.sorted { $0.key.lexicographicallyPrecedes($1.key) }
      .map { JSONValue.Member($0.key.joined(separator: "/"), $0.value) }
    return try .update(.object(patch), at: RealtimePath(base.map(RealtimeKey.init(_:))))
  }

  /// The events of the two windows compared child by child.
  private func checkEvents(_ view: RealtimeView, _ change: RealtimeChange, _ query: WindowOracle.Query) {
    let old = WindowOracle.children(change.old[view.path].export, query)
    let new = WindowOracle.children(change.new[view.path].export, query)
    func line(_ kind: String, _ child: WindowOracle.Child) -> String {
      let index = new.firstIndex { $0.key == child.key } ?? 0
      let previous = kind == "childRemoved" || index == 0 ? "-" : new[index - 1].key
      return "\(kind) \(child.key) \(previous) \(JSONWriter.text(child.value, .compact))"
    }
    func before(_ child: WindowOracle.Child) -> WindowOracle.Child? { old.first { $0.key == child.key } }
    var lines = old.filter { child in !new.contains { $0.key == child.key } }.map { line("childRemoved", $0) }
    lines += new.filter { before($0) == nil }.map { line("childAdded", $0) }
    let changed = new.filter { child in before(child).map { $0.value != child.value } ?? false }
    lines += changed.filter { child in
      guard let before = before(child) else { return false }
      let (from, to) = (WindowOracle.ordered(before, query.order), WindowOracle.ordered(child, query.order))
      return WindowOracle.compareValues(from, to) != 0
    }.map { line("childMoved", $0) }
    lines += changed.map { line("childChanged", $0) }
    let events = view.events(for: change)
    let told = events.filter { $0.kind != .value }.map {
      "\($0.kind.rawValue) \($0.key?.string ?? "?") \($0.previous?.string ?? "-") \(JSONWriter.text($0.node.export, .compact))"
    }
    #expect(told == lines)
    let isDifferent =
      query.selectsEverything
      ? change.old[view.path].export != change.new[view.path].export : !lines.isEmpty
    #expect((events.last?.kind == .value) == isDifferent)
  }
}
