import FirebreakTestSupport
import FirestoreModel

/// Draws values of every type, with their edges.
struct RandomDocuments {
  var generator: SeededGenerator
  let database = DatabaseName(project: "demo", database: "other")

  init(seed: UInt64) { generator = SeededGenerator(seed: seed) }

  mutating func document() -> Document {
    Document(
      path: path(), fields: map(depth: 0), createTime: time(), updateTime: time())
  }

  mutating func value(depth: Int = 0) -> Value {
    switch Int.random(in: 0..<(depth < 4 ? 12 : 9), using: &generator) {
    case 0: .null
    case 1: .boolean(Bool.random(using: &generator))
    case 2: .integer(integer())
    case 3: .double(double())
    case 4: .timestamp(time())
    case 5: .string(text())
    case 6:
      .bytes((0..<Int.random(in: 0..<200, using: &generator)).map { _ in UInt8.random(in: 0...255, using: &generator) })
    case 7: .reference(DocumentName(database: database, path: path()))
    case 8: .geoPoint(GeoPoint(latitude: coordinate(90), longitude: coordinate(180)))
    case 9: .array((0..<count()).map { _ in value(depth: depth + 1) })
    case 10: .vector((0..<count()).map { _ in double() })
    default: .map(map(depth: depth + 1))
    }
  }

  mutating func text() -> Text {
    let pieces = ["", "a", "é", "e\u{301}", "\0", "😀", "`", "\\", "x".repeated(120), "\u{10FFFF}", "path.with.dots"]
    return Text(
      (0..<Int.random(in: 0..<4, using: &generator)).map { _ in pieces.randomElement(using: &generator)! }.joined())
  }

  private mutating func map(depth: Int) -> MapValue {
    var map = MapValue()
    for _ in 0..<count() {
      let name = text()
      if !name.isEmpty { map[name] = value(depth: depth) }
    }
    return map
  }

  private mutating func path() -> DocumentPath {
    let ids: [Text] = ["a", "ünï", "__id7__", "with space", Text("x".repeated(130))]
    let segments = (0..<(2 * Int.random(in: 1...3, using: &generator))).map { _ in ids.randomElement(using: &generator)!
    }
    return DocumentPath(segments: segments)!
  }

  private mutating func count() -> Int { Int.random(in: 0..<6, using: &generator) }

  private mutating func integer() -> Int64 {
    [0, 1, -1, .max, .min, Int64.random(in: .min ... .max, using: &generator)].randomElement(using: &generator)!
  }

  private mutating func double() -> Double {
    [
      0, -0.0, 1.5, .nan, .infinity, -.infinity, .leastNonzeroMagnitude,
      Double.random(in: -1e9...1e9, using: &generator),
    ]
    .randomElement(using: &generator)!
  }

  private mutating func coordinate(_ limit: Double) -> Double {
    [0, -0.0, limit, -limit, Double.random(in: -limit...limit, using: &generator)].randomElement(using: &generator)!
  }

  private mutating func time() -> Timestamp {
    let random = Int64.random(in: Timestamp.minimum.microseconds...Timestamp.maximum.microseconds, using: &generator)
    return Timestamp(
      microseconds: [0, -1, 1, Timestamp.minimum.microseconds, Timestamp.maximum.microseconds, random]
        .randomElement(using: &generator)!)
  }
}

extension String {
  func repeated(_ count: Int) -> String { String(repeating: self, count: count) }
}
