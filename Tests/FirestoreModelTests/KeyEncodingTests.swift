import FirebreakTestSupport
import FirestoreModel
import Testing

@Suite("Key encoding") struct KeyEncodingTests {
  private func key(_ value: Value, descending: Bool = false) -> [UInt8] {
    var encoder = KeyEncoder()
    encoder.append(value, descending: descending)
    return encoder.bytes
  }

  private func order(_ a: [UInt8], _ b: [UInt8]) -> Int {
    a == b ? 0 : (a.lexicographicallyPrecedes(b) ? -1 : 1)
  }

  @Test func `the documented list of values ascends`() {
    for (index, group) in KeyEncodingValues.documentedOrder.enumerated() {
      for value in group {
        #expect(key(value) == key(group[0]), "\(value)")
        if index > 0 {
          let below = KeyEncodingValues.documentedOrder[index - 1][0]
          #expect(order(key(below), key(value)) == -1, "\(below) is below \(value)")
        }
      }
    }
  }

  @Test func `keys order like values, for all pairs of difficult values`() {
    let values = KeyEncodingValues.adversarial.map { ($0, key($0), key($0, descending: true)) }
    var wrong: [String] = []
    for a in values {
      for b in values {
        let expected = a.0.compared(to: b.0)
        if order(a.1, b.1) != expected { wrong.append("\(a.0) against \(b.0)") }
        if order(a.2, b.2) != -expected { wrong.append("\(a.0) against \(b.0), descending") }
      }
    }
    #expect(wrong == [])
  }

  @Test(arguments: 1...4) func `keys order like values, for random values`(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    var wrong: [String] = []
    for _ in 0..<3000 {
      let (a, b) = (KeyEncodingValues.random(&generator), KeyEncodingValues.random(&generator))
      if order(key(a), key(b)) != a.compared(to: b) { wrong.append("\(a) against \(b)") }
    }
    #expect(wrong == [])
  }

  @Test(arguments: 1...4) func `components concatenate, and are cut apart again`(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<500 {
      let directions = (0..<3).map { _ in Bool.random(using: &generator) }
      let rows = (0..<2).map { _ in (0..<3).map { _ in KeyEncodingValues.random(&generator) } }
      var keys: [[UInt8]] = []
      for row in rows {
        var encoder = KeyEncoder()
        var offset = 0
        var ends: [Int] = []
        for (value, descending) in zip(row, directions) {
          encoder.append(value, descending: descending)
          ends.append(encoder.bytes.count)
        }
        for (end, descending) in zip(ends, directions) {
          offset = KeyDecoder.endOfComponent(in: encoder.bytes, from: offset, descending: descending)
          #expect(offset == end)
        }
        keys.append(encoder.bytes)
      }
      let expected = zip(zip(rows[0], rows[1]), directions).lazy
        .map { pair, descending in pair.0.compared(to: pair.1) * (descending ? -1 : 1) }
        .first { $0 != 0 }
      #expect(order(keys[0], keys[1]) == expected ?? 0)
    }
  }

  @Test func `no key is a prefix of another one, and none starts with 00 or FF`() {
    let keys = Set(KeyEncodingValues.adversarial.flatMap { [key($0), key($0, descending: true)] })
    for descending in [false, true] {
      let keys = Set(KeyEncodingValues.adversarial.map { key($0, descending: descending) })
      #expect(!keys.contains { key in keys.contains { $0 != key && $0.starts(with: key) } })
    }
    #expect(!keys.contains { $0.first == 0 || $0.first == 0xff })
  }

  @Test(arguments: TypeBracket.allCases) func `a bracket's bounds hold exactly its values`(bracket: TypeBracket) {
    for descending in [false, true] {
      let bounds = KeyBounds.bracket(bracket, descending: descending)
      for value in KeyEncodingValues.adversarial {
        let key = key(value, descending: descending)
        let isInside = order(bounds.lower, key) <= 0 && order(key, bounds.upper) < 0
        #expect(isInside == (value.typeBracket == bracket), "\(value)")
      }
    }
  }

  @Test func `NaN is below the lowest number`() {
    #expect(order(key(.double(.nan)), KeyBounds.lowestNumber) == -1)
    #expect(order(KeyBounds.lowestNumber, key(.double(-.infinity))) == -1)
  }

  @Test func `the successor of a prefix is just above everything that starts with it`() {
    #expect(KeyBounds.successor(ofPrefix: [1, 2]) == [1, 3])
    #expect(KeyBounds.successor(ofPrefix: [1, 0xff, 0xff]) == [2])
    #expect(KeyBounds.successor(ofPrefix: [0xff]) == nil)
    #expect(KeyBounds.successor(ofPrefix: []) == nil)
  }
}

@Suite("Key encoding: truncation") struct KeyTruncationTests {
  private func key(_ value: Value) -> [UInt8] {
    var encoder = KeyEncoder()
    encoder.append(value)
    return encoder.bytes
  }

  private static func text(_ count: Int, _ end: String = "") -> Value {
    .string(Text(String(repeating: "x", count: count) + end))
  }

  @Test func `strings and bytes tie after 1,500 bytes`() {
    #expect(key(Self.text(1500)) == key(Self.text(1500, "y")))
    #expect(key(Self.text(1500)) == key(Self.text(5000)))
    #expect(key(Self.text(1499)) != key(Self.text(1500)))
    #expect(key(Self.text(1499, "a")) != key(Self.text(1499, "b")))
    #expect(key(.bytes(.init(repeating: 7, count: 1500))) == key(.bytes(.init(repeating: 7, count: 1501))))
    #expect(key(.bytes(.init(repeating: 7, count: 1499))) != key(.bytes(.init(repeating: 7, count: 1500))))
  }

  private static let compared: [(Value, Bool)] = [
    (text(1499), true), (text(1500), false), (text(1498, "é"), false), (text(1497, "é"), true),
    (.bytes(.init(repeating: 7, count: 1500)), true), (.bytes(.init(repeating: 7, count: 1501)), false),
    (.array([text(749), text(749)]), true), (.array([text(750), text(749)]), false),
    (.array(.init(repeating: .integer(1), count: 187)), true),
    (.array(.init(repeating: .integer(1), count: 188)), false),
    (.array(.init(repeating: .boolean(true), count: 1400)), true), (.array([text(1499)]), true),
    (.map(["a": text(1497)]), true), (.map(["a": text(1498)]), false), (.map(["a": .array([text(1497)])]), true),
    (KeyEncodingValues.reference("k/" + String(repeating: "x", count: 1480)), true),
    (KeyEncodingValues.reference("k/" + String(repeating: "x", count: 1500)), false),
    (.vector(.init(repeating: 1, count: 2048)), true),
  ]

  @Test("values that queries may compare with, as Google's emulator has it", arguments: compared)
  func sizes(value: Value, isAllowed: Bool) { #expect(value.isTooLargeForQueries == !isAllowed) }

  @Test func `a character may be cut`() {
    #expect(key(Self.text(1499, "é")) == key(Self.text(1499, "ê")))
    #expect(key(Self.text(1498, "é")) != key(Self.text(1498, "ê")))
  }

  @Test func `the budget is that of a whole array or map`() {
    #expect(
      key(.array([Self.text(1000), Self.text(600, "a")])) == key(.array([Self.text(1000), Self.text(600, "b")])))
    #expect(
      key(.array([Self.text(1000), Self.text(400, "a")])) != key(.array([Self.text(1000), Self.text(400, "b")])))
    #expect(key(.array([Self.text(1500), .null])) == key(.array([Self.text(1500), .integer(1)])))
    #expect(key(.map(["a": Self.text(2000), "b": .null])) == key(.map(["a": Self.text(2000), "b": .integer(1)])))
  }

  @Test func `references are cut, vectors are whole`() {
    func path(_ count: Int, _ end: String) -> Value {
      KeyEncodingValues.reference(
        "c/" + String(repeating: "i", count: 700) + "/d/" + String(repeating: "i", count: count) + end)
    }
    #expect(key(path(700, "a")) != key(path(700, "b")))
    #expect(key(path(900, "a")) == key(path(900, "b")))
    let vectors = [1.0, 2.0].map { Value.vector([Double](repeating: 0, count: 300) + [$0]) }
    #expect(key(vectors[0]) != key(vectors[1]))
  }

  @Test(arguments: 1...3) func `cut values never change sides`(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<300 {
      let (a, b) = (long(&generator), long(&generator))
      let (x, y) = (key(a), key(b))
      #expect(KeyDecoder.endOfComponent(in: x, from: 0, descending: false) == x.count)
      if a.compared(to: b) < 0 { #expect(!y.lexicographicallyPrecedes(x)) }
      if a.compared(to: b) > 0 { #expect(!x.lexicographicallyPrecedes(y)) }
    }
  }

  private func long(_ generator: inout SeededGenerator) -> Value {
    let parts = (0..<4).map { _ in
      Bool.random(using: &generator)
        ? Self.text(Int.random(in: 370...376, using: &generator)) : KeyEncodingValues.random(&generator, depth: 2)
    }
    return Bool.random(using: &generator)
      ? .array(parts) : .map(["a": parts[0], "b": .array([.map(["c": parts[1], "d": parts[2]])]), "e": parts[3]])
  }
}

@Suite("Key encoding: names") struct KeyNameTests {
  private let paths: [DocumentPath] = [
    "a/b", "a/b/c/d", "a/b/c/d/e/f", "a/b/c\0/d", "a/b\0", "a/c", "a/__id5__", "a/__id-7__", "a/__id5__/b/c", "a\0/b",
    "a!/b", "aa/a", "b/a", "a/é", "a/😀", "a/\u{FFFF}",
  ].map(KeyEncodingValues.path)

  private func key(_ path: DocumentPath, descending: Bool = false) -> [UInt8] {
    var encoder = KeyEncoder()
    encoder.append(path: path, descending: descending)
    return encoder.bytes
  }

  @Test func `paths order id by id, in both directions`() {
    let sorted = paths.sorted()
    #expect(paths.sorted { key($0).lexicographicallyPrecedes(key($1)) } == sorted)
    #expect(
      paths.sorted { key($0, descending: true).lexicographicallyPrecedes(key($1, descending: true)) }
        == sorted.reversed())
  }

  @Test func `paths and ids are read back`() {
    for path in paths {
      for descending in [false, true] {
        var offset = 0
        #expect(KeyDecoder.path(in: key(path, descending: descending), at: &offset, descending: descending) == path)
        #expect(offset == key(path).count)
        var encoder = KeyEncoder()
        encoder.append(id: path.id, descending: descending)
        offset = 0
        #expect(KeyDecoder.id(in: encoder.bytes, at: &offset, descending: descending) == path.id)
        #expect(offset == encoder.bytes.count)
      }
      var encoder = KeyEncoder()
      encoder.append(collection: path.collection)
      var offset = 0
      #expect(KeyDecoder.collection(in: encoder.bytes, at: &offset) == path.collection)
    }
  }

  @Test(arguments: 1...2) func `foreign bytes never trap`(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<2000 {
      let bytes = (0..<Int.random(in: 0...12, using: &generator)).map { _ in
        UInt8.random(in: 0...0x60, using: &generator)
      }
      let end = KeyDecoder.endOfComponent(in: bytes, from: 0, descending: false)
      #expect((0...bytes.count).contains(end))
      var offset = 0
      _ = KeyDecoder.path(in: bytes, at: &offset)
      _ = KeyDecoder.id(in: bytes, at: &offset, descending: true)
    }
  }
}

@Suite("Wire size of names") struct WireSizeOfNamesTests {
  @Test(arguments: ["c/d", "c/d/e/f", "é/😀", "users/__id7__"]) func `counted as the name is written`(text: String) {
    let path = KeyEncodingValues.path(text)
    let database = DatabaseName(project: "demo-é", database: "other")
    let document = Document(
      path: path, fields: [:], createTime: Timestamp(microseconds: 0), updateTime: Timestamp(microseconds: 0))
    #expect(document.wireSize(database: database) == 2 + path.resourceName(in: database).utf8.count + 24)
    let name = DocumentName(database: database, path: path)
    #expect(Value.reference(name).wireSize == 2 + name.description.utf8.count)
  }
}
