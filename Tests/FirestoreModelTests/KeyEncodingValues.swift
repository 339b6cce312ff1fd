import FirebreakTestSupport
import FirestoreModel

/// Values that sit close to each other, or where shortcuts go wrong.
enum KeyEncodingValues {
  /// The documented ascending list of one document per value; values in one group are equal.
  static let documentedOrder: [[Value]] = [
    [.null], [.boolean(false)], [.boolean(true)], [.double(.nan)], [.double(-.infinity)],
    [.integer(.min)], [.integer(-1)], [.double(-0.5)], [.double(-0.0), .integer(0), .double(0)],
    [.integer(1), .double(1)], [.double(1.5)], [.double(0x1p53)], [.integer(9_007_199_254_740_993)],
    [.integer(.max)], [.double(.infinity)],
    [time(0)], [time(1_577_836_800_000_000)], [time(1_577_836_800_000_001)],
    [.string("")], [.string("B")], [.string("a")], [.string("aa")], [.string("b")], [.string("é")],
    [.string("\u{FFFF}")], [.string("😀")],
    [.bytes([])], [.bytes([1])], [.bytes([1, 2])], [.bytes([0xff])],
    [reference("qv/str-a")], [reference("qv/str-a/sub/x")], [reference("qv/str-b")],
    [geo(0, 0)], [geo(0, 1)], [geo(1, -1)],
    [.array([])], [.array([.null])], [.array([.double(.nan)])], [.array([.integer(1)])],
    [.array([.integer(1), .integer(2)])], [.array([.integer(2)])], [.array([.string("a")])],
    [.array([.map(["a": .integer(1)])])],
    [.vector([1, 2])], [.vector([1, 2, 3])],
    [.map([:])], [.map(["a": .integer(1)])], [.map(["a": .integer(1), "b": .integer(2)])],
    [.map(["a": .integer(2)])], [.map(["b": .integer(0)])],
  ]

  static let adversarial: [Value] = numbers + texts + names + containers + documentedOrder.flatMap { $0 }

  private static let numbers: [Value] =
    [
      9_007_199_254_740_992, 9_007_199_254_740_993, 9_007_199_254_740_994, -9_007_199_254_740_993, .max, .max - 1,
      .max - 511, .max - 512, .max - 1023, .max - 1024, .min, .min + 1, .min + 1023, .min + 1025, -2, 255, 256, 65_536,
    ].map(Value.integer)
    + [
      0x1p53, 0x1p53 + 2, -0x1p53, 0x1p63, (0x1p63).nextDown, (0x1p63).nextUp, -0x1p63, (-0x1p63).nextDown,
      (-0x1p63).nextUp, .leastNonzeroMagnitude, -.leastNonzeroMagnitude, .leastNormalMagnitude,
      .greatestFiniteMagnitude,
      -.greatestFiniteMagnitude, -.nan, .signalingNaN, 1.0.nextUp, 1.0.nextDown, 0.1, -0.1, 255.5, -2.5,
    ].map(Value.double)
    + [time(-1), time(1), .timestamp(.minimum), .timestamp(.maximum)]

  private static let texts: [Value] =
    ["\0", "\0\0", "\0\u{1}", "a\0", "a\0b", "a\u{1}", "a\u{FF}", "ab", "e\u{301}", "\u{E9}", "\u{10FFFF}", "\u{1}"]
    .map { .string(Text($0)) }
    + [[0], [0, 0], [0, 1], [0, 0xff], [1, 0], [0xff, 0], [0xff, 0xff], [0, 0xff, 1]].map(Value.bytes)

  private static let names: [Value] =
    [
      "qv/__id5__", "qv/__id-5__", "qv/__id9223372036854775807__", "qv/__id-9223372036854775808__", "qv/__id10__",
      "qv/_", "qv/!", "qv/__id5__/s/a", "cola/doc", "cola\0/doc", "cola!/doc", "qv/__id007__",
    ].map(reference)
    + [
      .reference(DocumentName(database: DatabaseName(project: "o"), path: path("z/z"))),
      .reference(DocumentName(database: DatabaseName(project: "p", database: "a"), path: path("z/z"))),
      .reference(DocumentName(database: DatabaseName(project: "p2"), path: path("a/a"))),
    ]

  private static let containers: [Value] = [
    .array([.string("a"), .null]), .array([.string("a\0")]), .array([.integer(1), .null]), .array([.array([])]),
    .array([.map([:])]), .array([.map([:]), .null]), .array([.map(["a": .array([.null])])]), .vector([]), .vector([0]),
    .vector([-0.0]), .vector([.nan]), .vector([-1]), .vector([.infinity]), .map(["": .null]), .map(["a": .null]),
    .map(["a\0": .null]), .map(["a": .map([:])]), .map(["a": .map(["a": .null])]), .map(["a": .array([])]),
    .map(["a": .integer(1), "c": .null]), geo(-0.0, 0), geo(0, -0.0), geo(-90, 180), geo(90, -180),
  ]

  static func time(_ microseconds: Int64) -> Value { .timestamp(Timestamp(microseconds: microseconds)) }
  static func geo(_ latitude: Double, _ longitude: Double) -> Value {
    .geoPoint(GeoPoint(latitude: latitude, longitude: longitude))
  }
  static func path(_ text: String) -> DocumentPath {
    DocumentPath(segments: text.split(separator: "/").map { Text(String($0)) })!
  }
  static func reference(_ text: String) -> Value {
    .reference(DocumentName(database: DatabaseName(project: "p"), path: path(text)))
  }

  /// A value of any type, built from few distinct pieces so that equal beginnings are frequent.
  static func random(_ generator: inout SeededGenerator, depth: Int = 0) -> Value {
    switch Int.random(in: 0..<(depth < 3 ? 14 : 11), using: &generator) {
    case 0: return .null
    case 1: return .boolean(.random(using: &generator))
    case 2: return .integer(Int64(truncatingIfNeeded: generator.next()) >> Int64.random(in: 0...63, using: &generator))
    case 3: return .double(Double(bitPattern: generator.next()))
    case 4:
      return .double(Double(Int64(truncatingIfNeeded: generator.next()) >> Int64.random(in: 0...63, using: &generator)))
    case 5: return time(Int64.random(in: -3...3, using: &generator))
    case 6: return .string(text(&generator))
    case 7:
      return .bytes(
        (0..<Int.random(in: 0...3, using: &generator)).map { _ in [0, 1, 2, 0xff].randomElement(using: &generator)! })
    case 8, 9: return adversarial.randomElement(using: &generator)!
    case 10:
      return .vector(
        (0..<Int.random(in: 0...2, using: &generator)).map { _ in [-1, 0, 1].randomElement(using: &generator)! })
    case 11, 12:
      return .array((0..<Int.random(in: 0...3, using: &generator)).map { _ in random(&generator, depth: depth + 1) })
    default:
      return .map(
        MapValue(
          (0..<Int.random(in: 0...3, using: &generator)).map { _ in
            MapValue.Field(name: text(&generator), value: random(&generator, depth: depth + 1))
          }))
    }
  }

  private static func text(_ generator: inout SeededGenerator) -> Text {
    Text(
      (0..<Int.random(in: 0...3, using: &generator)).map { _ in
        ["a", "\0", "\u{1}", "é", "😀"].randomElement(using: &generator)!
      }.joined())
  }
}
