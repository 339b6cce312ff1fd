import FirebreakTestSupport
import FirestoreModel
import FirestoreRulesEvaluator
import FirestoreRulesLanguage
import Testing

/// No operator, method or function traps, whatever it is given, and none depends on how a value is stored.
@Suite("Robustness of values") struct ValuesRobustnessTests {
  static let domain = ConcreteDomain()

  @Test("random operations neither trap nor depend on the representation", arguments: UInt64(1)...8)
  func operations(seed: UInt64) {
    var random = RandomValues(seed: seed)
    for _ in 0..<4000 {
      let (left, right, third) = (random.value(), random.value(), random.value())
      let choice = random.next(below: 9)
      let name = random.element(of: ValuesBuiltinTableTests.methodNames)
      let function = random.element(of: BuiltinFunction.allCases)
      let op = random.element(of: BinaryOperator.allCases)
      let word = random.element(of: RuleType.testableWords.sorted())
      let count = random.next(below: 4)
      func run(_ a: RuleValue, _ b: RuleValue, _ c: RuleValue) -> RuleOutcome {
        let arguments = [RuleOutcome.value(b), .value(c), .value(a)].prefix(count)
        switch choice {
        case 0, 1: return Self.domain.binary(op, .value(a), .value(b))
        case 2: return Self.domain.negate(.value(a))
        case 3: return Self.domain.element(of: .value(a), at: .value(b))
        case 4: return Self.domain.slice(of: .value(a), from: .value(b), to: .value(c))
        case 5: return Self.domain.typeTest(.value(a), word: word)
        case 6: return Self.domain.call(function, Array([RuleOutcome.value(a)] + arguments))
        default: return Self.domain.method(Text(name), of: .value(a), Array(arguments), pattern: nil)
        }
      }
      let outcome = run(left, right, third)
      let again = run(left.rebuilt, right.rebuilt, third.rebuilt)
      #expect(outcome.text == again.text)
    }
  }

  @Test("equality is symmetric, and hashed keys agree with it", arguments: UInt64(1)...4)
  func equality(seed: UInt64) {
    var random = RandomValues(seed: seed)
    for _ in 0..<4000 {
      let (a, b) = (random.value(), random.value())
      #expect(a.isEqual(to: b) == b.isEqual(to: a))
      for equality in [Equality.comparison, .element, .identity, .member] {
        #expect(a.isEqual(to: b, as: equality) == a.rebuilt.isEqual(to: b, as: equality))
      }
      // A list that is long enough to be hashed.
      let padding = (0..<20).map { RuleValue.integer(Int64(1_000_000 + $0)) }
      for equality in [Equality.element, .member] {
        let receiver: RuleValue = equality == .element ? .list(.built(padding + [b])) : .set(padding + [b])
        let found = Self.domain.method(
          "hasAll", of: .value(receiver), [.value(.list(.built([a])))], pattern: nil)
        #expect(found.text == "\(a.isEqual(to: b, as: equality))", "\(a.text) \(b.text)")
      }
    }
  }

  @Test("sets of many elements are not quadratic")
  func manyElements() {
    let numbers = (0..<20_000).map { RuleValue.list(.built([.integer(Int64($0)), .float(.nan)])) }
    let list = RuleOutcome.value(.list(.built(numbers + numbers)))
    let set = Self.domain.method("toSet", of: list, [], pattern: nil)
    #expect(Self.domain.method("size", of: set, [], pattern: nil).text == "20000")
    #expect(Self.domain.binary(.equal, set, set).text == "true")
    #expect(Self.domain.method("difference", of: set, [set], pattern: nil).text == "set[]")
    #expect(Self.domain.method("removeAll", of: list, [list], pattern: nil).text.hasPrefix("[[0, NaN], [1, NaN]"))
  }
}

extension RuleValue {
  /// The same value with every stored list and map built.
  fileprivate var rebuilt: RuleValue {
    switch self {
    case .list(let list): .list(.built(list.values.map(\.rebuilt)))
    case .map(let map):
      .map(
        .built(BuiltMap((0..<map.count).map { .init(key: map.key(at: $0), value: map.value(at: $0).rebuilt) })))
    case .null, .boolean, .integer, .float, .string, .bytes, .timestamp, .duration, .geoPoint, .path, .set, .mapDiff:
      self
    }
  }
}

/// Values with a taste for extremes.
private struct RandomValues {
  private var generator: SeededGenerator

  init(seed: UInt64) { generator = SeededGenerator(seed: seed) }

  mutating func next(below bound: Int) -> Int { Int.random(in: 0..<bound, using: &generator) }

  mutating func element<Element>(of elements: [Element]) -> Element { elements[next(below: elements.count)] }

  mutating func value(depth: Int = 2) -> RuleValue {
    switch next(below: depth > 0 ? 17 : 11) {
    case 0: return element(of: [.null, .boolean(true), .boolean(false)])
    case 1, 2: return .integer(integer())
    case 3: return .float(float())
    case 4, 5: return .string(text())
    case 6: return .bytes((0..<next(below: 4)).map { UInt8(truncatingIfNeeded: $0 &* 97) })
    case 7:
      let seconds = element(of: [.min, -62_135_596_800, -1, 0, 253_402_300_799, .max] as [Int64])
      return .timestamp(RuleTimestamp(seconds: seconds, nanoseconds: nanoseconds()))
    case 8: return .duration(RuleDuration(seconds: element(of: [.min, -1, 0, 1, .max]), nanoseconds: nanoseconds()))
    case 9: return .geoPoint(GeoPoint(latitude: element(of: [-90, 0, 90]), longitude: element(of: [-180, 0.5, 180])))
    case 10: return .path(RulePath((0..<next(below: 3)).map { _ in element(of: ["a", "{a}", "é"]) }))
    case 11: return .list(.stored((0..<next(below: 4)).map { _ in stored(depth - 1) }))
    case 12: return .list(.built((0..<next(below: 4)).map { _ in value(depth: depth - 1) }))
    case 13:
      return .map(.stored(MapValue((0..<next(below: 4)).map { _ in .init(name: text(), value: stored(depth - 1)) })))
    case 14:
      return .map(
        .built(BuiltMap((0..<next(below: 4)).map { _ in .init(key: text(), value: value(depth: depth - 1)) })))
    case 15:
      let list = RuleOutcome.value(.list(.built((0..<next(below: 4)).map { _ in value(depth: depth - 1) })))
      if case .value(let set) = ConcreteDomain().method("toSet", of: list, [], pattern: nil) { return set }
      return .null
    default:
      return .mapDiff(MapDiff(added: ["a"], removed: [], changed: [text()], unchanged: []))
    }
  }

  private mutating func stored(_ depth: Int) -> Value { value(depth: depth).storedValue ?? .string("other") }

  private mutating func integer() -> Int64 {
    element(of: [.min, .min + 1, -2, -1, 0, 1, 2, 3, 1 << 53, (1 << 53) + 1, .max - 1, .max])
  }

  private mutating func float() -> Double {
    element(of: [
      -.infinity, -0x1p63, -1.5, -0.5, -0.0, 0, 0.49999999999999994, 1, 2, 2.5, 0x1p53, 0x1p63,
      .greatestFiniteMagnitude, .leastNonzeroMagnitude, .infinity, .nan,
    ])
  }

  private mutating func text() -> Text {
    element(of: [
      "", "a", "b", "ab", "é", "e\u{301}", "😀", "a😀b", "\u{0}", "a\u{0}b", "(", "[a-z]*", "(a)|(b)", "$1", "\\", "ns",
      "-7", "1.5", "NaN", "/a/b", " a ",
    ])
  }

  private mutating func nanoseconds() -> Int32 { element(of: [0, 1, 999, 1000, 999_999_999]) }
}
