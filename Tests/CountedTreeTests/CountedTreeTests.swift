import FirebreakTestSupport
import Testing

@testable import CountedTree

/// The plainest thing that does what a tree does.
private struct SortedModel {
  struct Entry: Equatable {
    var key: [UInt8]
    var payload: Int
    var weight: UInt32
  }

  var entries: [Entry] = []

  func position(_ key: [UInt8]) -> Int {
    entries.firstIndex { !$0.key.lexicographicallyPrecedes(key) } ?? entries.count
  }

  mutating func set(_ key: [UInt8], _ payload: Int, _ weight: UInt32) -> Int? {
    let position = position(key)
    let entry = Entry(key: key, payload: payload, weight: weight)
    guard position < entries.count, entries[position].key == key else {
      entries.insert(entry, at: position)
      return nil
    }
    defer { entries[position] = entry }
    return entries[position].payload
  }

  mutating func remove(_ key: [UInt8]) -> Int? {
    let position = position(key)
    guard position < entries.count, entries[position].key == key else { return nil }
    return entries.remove(at: position).payload
  }
}

@Suite("Counted tree") struct CountedTreeTests {
  private typealias Tree = CountedTree<Int>

  private static func key(_ generator: inout SeededGenerator) -> [UInt8] {
    // Few distinct bytes and shared beginnings make neighbours, prefixes and repeats frequent.
    let start: [UInt8] = [[], [5, 5, 5, 5, 5, 5, 5, 5, 5], [0xff]].randomElement(using: &generator) ?? []
    return start
      + (0..<Int.random(in: 0...6, using: &generator)).map { _ in
        [0, 1, 0x80, 0xff].randomElement(using: &generator) ?? 0
      }
  }

  private static func entries(_ tree: Tree) -> [SortedModel.Entry] {
    var entries: [SortedModel.Entry] = []
    var cursor = tree.makeCursor()
    cursor.seek(to: [])
    while let key = cursor.key, let payload = cursor.payload, let weight = cursor.weight {
      entries.append(.init(key: key, payload: payload, weight: weight))
      cursor.advance()
    }
    return entries
  }

  private static func backwards(_ tree: Tree) -> [[UInt8]] {
    var keys: [[UInt8]] = []
    var cursor = tree.makeCursor()
    while cursor.retreat(), let key = cursor.key { keys.append(key) }
    return keys
  }

  private static func check(_ tree: Tree, _ model: SortedModel, _ probes: [[UInt8]]) {
    #expect(tree.invariantViolations() == [])
    #expect(entries(tree) == model.entries)
    #expect(backwards(tree) == model.entries.reversed().map(\.key))
    #expect(tree.count == model.entries.count)
    #expect(tree.weight == model.entries.reduce(0) { $0 + UInt64($1.weight) })
    for probe in probes {
      let position = model.position(probe)
      let weight = model.entries[..<position].reduce(0) { $0 + UInt64($1.weight) }
      #expect(tree.rank(of: probe) == position)
      #expect(tree.weight(below: probe) == weight)
      #expect(tree.weight(belowRank: position) == weight)
      let isThere = position < model.entries.count && model.entries[position].key == probe
      #expect(tree.payload(of: probe) == (isThere ? model.entries[position].payload : nil))
      let key = position < model.entries.count ? model.entries[position].key : nil
      #expect(tree.cursor(atRank: position).key == key)
      var cursor = tree.makeCursor()
      cursor.seek(to: probe)
      #expect(cursor.key == key)
      #expect(cursor.retreat() == (position > 0))
      if position > 0 { #expect(cursor.key == model.entries[position - 1].key) }
    }
  }

  @Test(arguments: [4, 5, 6, 8, 64], 1...4)
  func `a tree behaves like a sorted array, and copies keep their content`(capacity: Int, seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    var tree = Tree(capacity: capacity)
    var model = SortedModel()
    var retained: [(Tree, SortedModel)] = []
    for round in 0..<1200 {
      // Phases of growing and shrinking, so that nodes split and merge.
      let grows = (round / 300).isMultiple(of: 2)
      let key = Self.key(&generator)
      switch Int.random(in: 0..<10, using: &generator) {
      case 0..<(grows ? 7 : 2):
        let weight = UInt32.random(in: 0...5, using: &generator)
        #expect(tree.set(key, to: round, weight: weight) == model.set(key, round, weight))
      case 9:
        let weight = UInt32.random(in: 0...9, using: &generator)
        tree.setWeight(of: key, to: weight)
        let position = model.position(key)
        if position < model.entries.count, model.entries[position].key == key {
          model.entries[position].weight = weight
        }
      default:
        let victim = model.entries.randomElement(using: &generator)?.key ?? key
        #expect(tree.remove(victim) == model.remove(victim))
        #expect(tree.remove(key) == model.remove(key))
      }
      if round.isMultiple(of: 97) { retained.append((tree, model)) }
      if round.isMultiple(of: 150) { Self.check(tree, model, (0..<20).map { _ in Self.key(&generator) }) }
    }
    Self.check(tree, model, (0..<40).map { _ in Self.key(&generator) })
    for (tree, model) in retained { Self.check(tree, model, [Self.key(&generator)]) }
  }

  @Test(arguments: [0, 1, 3, 4, 5, 100, 5000]) func `a tree built from sorted entries can be changed`(count: Int) {
    var model = SortedModel()
    model.entries = (0..<count).map { .init(key: [UInt8($0 >> 8), UInt8($0 & 0xff)], payload: $0, weight: UInt32($0)) }
    var tree = Tree(
      sorted: model.entries.lazy.map { .init(key: $0.key, payload: $0.payload, weight: $0.weight) }, capacity: 5)
    Self.check(tree, model, [[], [0, 3], [0xff]])
    #expect(tree.set([0, 0, 1], to: -1, weight: 7) == model.set([0, 0, 1], -1, 7))
    #expect(tree.remove([0, 2]) == model.remove([0, 2]))
    Self.check(tree, model, [[0, 0, 1]])
  }

  @Test func `keys that arrive in order fill their leaves`() {
    var tree = Tree(capacity: 8)
    for number in 0..<1000 { tree.set([UInt8(number >> 8), UInt8(number & 0xff)], to: number, weight: 1) }
    #expect(tree.invariantViolations() == [])
    #expect(tree.root.content.height == 3)
  }

  @Test func `a tree that loses everything is empty again`() {
    var tree = Tree(capacity: 4)
    for number in 0..<200 { tree.set([UInt8(number)], to: number, weight: 1) }
    for number in (0..<200).reversed() { #expect(tree.remove([UInt8(number)]) == number) }
    Self.check(tree, SortedModel(), [[], [3]])
  }

  @Test func `a cursor keeps to the version it was made of`() {
    var tree = Tree(capacity: 4)
    for number in 0..<50 { tree.set([UInt8(number)], to: number, weight: 1) }
    var cursor = tree.makeCursor()
    cursor.seek(to: [10])
    for number in 0..<50 { tree.remove([UInt8(number)]) }
    cursor.advance()
    #expect(cursor.key == [11])
    #expect(tree.count == 0)
  }
}
