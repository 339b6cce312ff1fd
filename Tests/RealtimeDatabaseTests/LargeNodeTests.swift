import FirebreakTestSupport
import FirestoreModel
import RealtimeDatabase
import StructuredText
import Testing

/// Nodes with more children than a list holds: the same answers from trees and kept orders.
@Suite("Large nodes") struct LargeNodeTests {
  private static func key(using random: inout SeededGenerator) -> String {
    switch Int.random(in: 0..<6, using: &random) {
    case 0: String(Int.random(in: -40...40, using: &random))
    case 1: "0\(Int.random(in: -0...40, using: &random))"
    case 2: "\(3_000_000_000 + Int.random(in: 0...40, using: &random))"
    case 3: "-K\(Int.random(in: 0...40, using: &random))"
    case 4: String(repeating: "é", count: Int.random(in: 1...12, using: &random))
    default: RandomTree.key(using: &random) + RandomTree.key(using: &random)
    }
  }

  private static func child(using random: inout SeededGenerator) -> JSONValue {
    switch Int.random(in: 0..<8, using: &random) {
    case 0: .null
    case 1: RandomTree.leaf(using: &random)
    case 2: [".value": "x\0y", ".priority": RandomTree.priority(using: &random)]
    default: ["a": RandomTree.value(depth: 1, using: &random), "b": RandomTree.leaf(using: &random), "c": "c\0"]
    }
  }

  @Test("queries and listeners over changing children", arguments: UInt64(1)...5)
  func queries(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var children: [String: JSONValue] = [:]
    for _ in 0..<90 { children[Self.key(using: &random)] = Self.child(using: &random) }
    func data() -> JSONValue { .object(children.filter { $0.value != .null }.map { .init($0.key, $0.value) }) }
    var root = try RealtimeNode(json: ["m": data()])
    let queries = (0..<4).map { _ in WindowOracle.Query.random(using: &random) }
    var copies = try queries.map { RealtimeView("/m", try $0.spec).sent(from: root) }
    for round in 0..<24 {
      let key = Self.key(using: &random)
      // Towards the end mostly deletions, down to a list.
      let value = round > 12 && Int.random(in: 0..<4, using: &random) > 0 ? .null : Self.child(using: &random)
      var patch = [key: value]
      if round > 12 { for key in children.keys.sorted().prefix(8) { patch[key] = .some(.null) } }
      let update = JSONValue.object(patch.sorted { $0.key < $1.key }.map { .init($0.key, $0.value) })
      let change = try RealtimeWrite.update(update, at: "/m").applied(to: root, now: 0)
      for (key, value) in patch { children[key] = value == .null ? nil : value }
      root = change.new
      let node = root["/m"]
      #expect(try node == RealtimeNode(json: data()))
      #expect(try node.hash == RealtimeNode(json: data()).hash)
      #expect(node.byteCount == JSONWriter.text(node.export, .compact).utf8.count)
      for (index, query) in queries.enumerated() {
        let window = RealtimeWindow(try query.spec, over: node)
        let expected = WindowOracle.children(node.export, query)
        #expect(window.entries.map { WindowOracle.Child(key: $0.key.string, value: $0.node.export) } == expected)
        #expect(window.byteCount == window.node.byteCount)
        let view = RealtimeView("/m", try query.spec)
        for delta in view.deltas(for: change) { copies[index] = delta.applied(to: copies[index], at: "/m") }
        #expect(copies[index] == view.sent(from: root))
      }
    }
  }

  @Test("children by key, whichever way they came")
  func keys() throws {
    var random = SeededGenerator(seed: 3)
    var node = RealtimeNode.absent
    var keys: [String] = []
    for _ in 0..<300 {
      let key = Self.key(using: &random)
      node = node.replacing(RealtimePath([RealtimeKey(key)]), with: RealtimeNode(.boolean(true)))
      if !keys.contains(key) { keys.append(key) }
    }
    keys.sort { WindowOracle.compareKeys($0, $1) < 0 }
    #expect(node.children.map(\.key.string) == keys)
    #expect(node.children.count == keys.count)
    let atOnce = RealtimeNode(
      RealtimeChildren(keys.shuffled(using: &random).map { (RealtimeKey($0), RealtimeNode(.boolean(true))) }))
    #expect(atOnce == node)
    for key in keys.shuffled(using: &random) {
      #expect(node.child(RealtimeKey(key)) == RealtimeNode(.boolean(true)))
      node = node.replacing(RealtimePath([RealtimeKey(key)]), with: .absent)
      #expect(!node.child(RealtimeKey(key)).exists)
    }
    #expect(node == .absent)
  }
}
