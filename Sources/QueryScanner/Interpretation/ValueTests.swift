import Diagnostics
import QueryModel

/// What code asks of a value with a call or a member instead of an operator: `ids.isEmpty`, `"new".equals(sort)`,
/// `TextUtils.isEmpty(name)`. The languages have many names for few questions.
enum ValueTest {
  /// It holds no element or character.
  case empty
  /// Nothing but white space.
  case blank
  case missing
  case missingOrEmpty
  case missingOrBlank
  case equal
  case equalIgnoringCase
  /// One of its elements, a part of its text or one of its keys.
  case contains
  case startsWith
  case endsWith
  case list
}

/// A test, or its opposite.
struct NamedTest {
  var test: ValueTest
  var isTurned = false

  init(_ test: ValueTest, isTurned: Bool = false) {
    self.test = test
    self.isTurned = isTurned
  }

  init(not test: ValueTest) { self.init(test, isTurned: true) }

  /// Members, and calls without arguments.
  static let members: [String: NamedTest] = [
    "isEmpty": .init(.empty), "isNotEmpty": .init(not: .empty), "any": .init(not: .empty), "none": .init(.empty),
    "isBlank": .init(.blank), "isNotBlank": .init(not: .blank),
    "isNullOrEmpty": .init(.missingOrEmpty), "isNullOrBlank": .init(.missingOrBlank),
    "isEmptyOrNull": .init(.missingOrEmpty), "isPresent": .init(not: .missing),
  ]

  /// Calls with an argument.
  static let calls: [String: NamedTest] = [
    "equals": .init(.equal), "contentEquals": .init(.equal), "equalsIgnoreCase": .init(.equalIgnoringCase),
    "contains": .init(.contains), "includes": .init(.contains), "has": .init(.contains),
    "containsKey": .init(.contains), "startsWith": .init(.startsWith), "hasPrefix": .init(.startsWith),
    "startswith": .init(.startsWith), "endsWith": .init(.endsWith), "hasSuffix": .init(.endsWith),
    "endswith": .init(.endsWith),
  ]

  /// Functions that get the value as their first argument.
  static let functions: [String: NamedTest] = [
    "Objects.isNull": .init(.missing), "Objects.nonNull": .init(not: .missing), "Objects.equals": .init(.equal),
    "TextUtils.isEmpty": .init(.missingOrEmpty), "TextUtils.equals": .init(.equal),
    "StringUtils.isEmpty": .init(.missingOrEmpty), "StringUtils.isNotEmpty": .init(not: .missingOrEmpty),
    "StringUtils.isBlank": .init(.missingOrBlank), "StringUtils.isNotBlank": .init(not: .missingOrBlank),
    "StringUtils.equals": .init(.equal), "StringUtils.equalsIgnoreCase": .init(.equalIgnoringCase),
    "StringUtils.hasText": .init(not: .missingOrBlank), "StringUtils.hasLength": .init(not: .missingOrEmpty),
    "Strings.isNullOrEmpty": .init(.missingOrEmpty), "CollectionUtils.isEmpty": .init(.missingOrEmpty),
    "CollectionUtils.isNotEmpty": .init(not: .missingOrEmpty), "ObjectUtils.isEmpty": .init(.missingOrEmpty),
    "Array.isArray": .init(.list), "_.isArray": .init(.list), "_.isNil": .init(.missing),
    "_.isEqual": .init(.equal), "_.includes": .init(.contains),
  ]

  /// What these functions are members of.
  static let owners = Set(functions.keys.compactMap { $0.split(separator: ".").first.map(String.init) })

  /// Members, and calls without arguments, that count.
  static let measures: Set<String> = ["length", "count", "size"]
}

extension Interpreter {
  /// The answer of a member or call that tests a value, or measures it; nil when the call is no such, or only the run
  /// knows.
  func answer(_ name: String, of value: ScannedValue, _ arguments: [CallArgument], isCall: Bool) -> ScannedValue? {
    guard value.isTestable, !isMember(name, of: value) else { return nil }
    if arguments.isEmpty, NamedTest.measures.contains(name) { return measure(value, isCall: isCall) }
    if name == "indexOf", arguments.count == 1 { return place(of: arguments[0].value, in: value) }
    guard let asked = test(name, arguments) else { return nil }
    // `name?.isEmpty` of nothing is nothing; of Java's optionals that are empty it is true.
    let isOwnQuestion = asked.test.isOfNothing || source.language == .java && name == "isEmpty"
    if value == .null, !isOwnQuestion { return .null }
    let first = arguments.first?.value
    guard value.isSeveral || first?.isSeveral == true else {
      return holds(asked, value, first).map { .boolean($0) }
    }
    return oneAnswer(value.possibilities, first?.possibilities ?? []) { self.holds(asked, $0, $1) }
  }

  /// A list or map that a property begins with is there to be filled, by whatever code.
  func filledSomewhere(_ value: ScannedValue, _ holder: Expression?) -> ScannedValue {
    switch value {
    case .list(var list) where list.elements.isEmpty && isProperty(holder):
      list.isOpen = true
      return .list(list)
    case .record(let entries) where entries.isEmpty && isProperty(holder): return .record([.anything])
    default: return value
    }
  }

  private func isProperty(_ holder: Expression?) -> Bool {
    switch holder?.kind {
    case .name(let name): local(name) == nil
    case .member: true
    default: false
    }
  }

  /// Whether the name is that of a member which the code gave the value.
  private func isMember(_ name: String, of value: ScannedValue) -> Bool {
    switch value {
    case .instance(let instance): !isEnumCase(instance)
    // Objects of scripts have no methods of their own for this.
    case .record(let entries): source.language.isScript || entries.contains { $0.key == name }
    case .alternatives(let values): values.contains { isMember(name, of: $0) }
    default: false
    }
  }

  /// `TextUtils.isEmpty(name)`, `Array.isArray(order)`
  func answer(ofFunction dotted: [String], _ arguments: [CallArgument]) -> ScannedValue? {
    guard dotted.count > 1, NamedTest.owners.contains(dotted[dotted.count - 2]), let value = arguments.first?.value,
      let asked = NamedTest.functions[dotted.suffix(2).joined(separator: ".")]
    else { return nil }
    let second = arguments.count > 1 ? arguments[1].value : nil
    return oneAnswer(value.possibilities, second?.possibilities ?? []) { self.holds(asked, $0, $1) }
  }

  private func oneAnswer(
    _ values: [ScannedValue], _ others: [ScannedValue], _ holds: (ScannedValue, ScannedValue?) -> Bool?
  ) -> ScannedValue? {
    guard values.count * max(1, others.count) <= ScannedValue.alternativeLimit else { return nil }
    let answers = values.flatMap { value in
      others.isEmpty ? [holds(value, nil)] : others.map { holds(value, $0) }
    }
    guard let first = answers.first, let first, answers.allSatisfy({ $0 == first }) else { return nil }
    return .boolean(first)
  }

  private func test(_ name: String, _ arguments: [CallArgument]) -> NamedTest? {
    switch arguments.count {
    case 0: return NamedTest.members[name]
    case 1:
      if case .function = arguments[0].value { return nil }
      return NamedTest.calls[name]
    case 2 where name == "equals":
      // Kotlin's `equals(other, ignoreCase = true)`
      guard case .boolean(let ignoresCase) = arguments[1].value else { return nil }
      return .init(ignoresCase ? .equalIgnoringCase : .equal)
    default: return nil
    }
  }

  /// Whether a test holds for a value; nil when only the run knows.
  func holds(_ asked: NamedTest, _ value: ScannedValue, _ other: ScannedValue?) -> Bool? {
    answer(asked.test, value, other).map { $0 != asked.isTurned }
  }

  private func answer(_ test: ValueTest, _ value: ScannedValue, _ other: ScannedValue?) -> Bool? {
    switch test {
    case .empty: return value == .null ? true : value.isEmpty
    case .blank: return value.isBlank
    case .missing: return value.isMissing
    case .missingOrEmpty: return value == .null ? true : value.isEmpty
    case .missingOrBlank: return value == .null ? true : value.isBlank
    case .equal: return other.flatMap { equal(value, $0, []) }
    case .equalIgnoringCase:
      guard let other, let left = value.knownText, let right = other.knownText else {
        return other.flatMap { equal(value, $0, []) }
      }
      return left.lowercased() == right.lowercased()
    case .contains: return other.flatMap { contains($0, in: value) }
    case .startsWith: return compared(value, other) { $0.utf8.starts(with: $1.utf8) }
    case .endsWith: return compared(value, other) { $0.utf8.reversed().starts(with: $1.utf8.reversed()) }
    case .list: return value.isList
    }
  }

  private func compared(_ value: ScannedValue, _ other: ScannedValue?, _ holds: (String, String) -> Bool) -> Bool? {
    guard let text = value.knownText, let part = other?.knownText else { return nil }
    return holds(text, part)
  }

  /// Whether a list, a text or a record has an element, a part or a key: `value in holder`.
  func contains(_ value: ScannedValue, in holder: ScannedValue) -> Bool? {
    switch holder {
    case .list(let list):
      let answers = list.elements.map { equal($0, value, []) }
      if answers.contains(true) { return true }
      return list.isOpen || list.hasGrown ? nil : answers.disjunction
    case .record(let entries):
      guard let key = value.knownText else { return nil }
      if entries.contains(where: { $0.key == key }) { return true }
      return entries.allSatisfy { $0.pieces == nil } ? false : nil
    case .text: return compared(holder, value) { text, part in part.isEmpty || text.firstRange(of: part) != nil }
    default: return nil
    }
  }

  /// `indexOf`
  private func place(of value: ScannedValue, in holder: ScannedValue) -> ScannedValue? {
    guard case .list(let list) = holder, !list.isOpen, !list.hasGrown else { return nil }
    for (place, element) in list.elements.enumerated() {
      switch equal(element, value, []) {
      case true: return .integer(Int64(place))
      case false: continue
      case nil: return nil
      }
    }
    return .integer(-1)
  }

  private func measure(_ value: ScannedValue, isCall: Bool) -> ScannedValue? {
    let counts = value.possibilities.compactMap { count($0, isCall: isCall) }
    return counts.count == value.possibilities.count ? ScannedValue.oneOf(counts.map { .integer($0) }) : nil
  }

  /// How many elements, entries or characters there are.
  func count(_ value: ScannedValue, isCall: Bool) -> Int64? {
    switch value {
    case .list(let list): list.isOpen || list.hasGrown ? nil : Int64(list.elements.count)
    case .text: value.knownText.map { Int64($0.utf16.count) }
    // `options.size` is an entry of the object.
    case .record(let entries) where isCall || source.language == .swift:
      entries.allSatisfy { $0.pieces == nil } ? Int64(entries.count) : nil
    default: nil
    }
  }

  // MARK: What a test says of a variable

  /// The values of a variable, of which a test keeps those that it can hold for, or fail for.
  func tested(_ test: Expression) -> [(variable: Expression, holds: (ScannedValue) -> Bool?)] {
    switch test.kind {
    case .member(let base, let name):
      guard let asked = NamedTest.members[name] else { return [] }
      return [(base, { self.holds(asked, $0, nil) })]
    case .call(let call):
      guard call.arguments.count <= 2, case .member(let base, let name) = call.callee.kind else { return [] }
      if let dotted = call.callee.dottedName, dotted.count > 1, NamedTest.owners.contains(dotted[dotted.count - 2]),
        let asked = NamedTest.functions[dotted.suffix(2).joined(separator: ".")]
      {
        return pair(asked, call.arguments.map(\.value))
      }
      let asked =
        call.arguments.isEmpty ? NamedTest.members[name] : call.arguments.count == 1 ? NamedTest.calls[name] : nil
      return asked.map { pair($0, [base] + call.arguments.map(\.value)) } ?? []
    case .other(let operands) where operands.count == 2:
      guard let sign = sign(between: operands), sign == .equal || sign == .unequal else { return [] }
      return pair(.init(.equal, isTurned: sign == .unequal), operands)
    default: return []
    }
  }

  private func pair(
    _ asked: NamedTest, _ operands: [Expression]
  ) -> [(variable: Expression, holds: (ScannedValue) -> Bool?)] {
    guard operands.count == 2 else { return operands.first.map { [($0, { self.holds(asked, $0, nil) })] } ?? [] }
    return [
      (operands[0], { value in self.holds(asked, value, self.silently { self.evaluate(operands[1]) }) }),
      (operands[1], { value in self.holds(asked, self.silently { self.evaluate(operands[0]) }, value) }),
    ]
  }

  /// The two sides of `a.equals(b)` and `Objects.equals(a, b)`; nil for any other call.
  func comparedByCall(_ call: Call) -> (Expression, Expression)? {
    guard case .member(let base, let name) = call.callee.kind, name == "equals" || name == "contentEquals" else {
      return nil
    }
    if call.arguments.count == 1 { return (base, call.arguments[0].value) }
    guard call.arguments.count == 2, let owner = base.dottedName?.last, NamedTest.owners.contains(owner) else {
      return nil
    }
    return (call.arguments[0].value, call.arguments[1].value)
  }
}

extension ValueTest {
  /// It has an answer for what is not there.
  fileprivate var isOfNothing: Bool {
    switch self {
    case .missing, .missingOrEmpty, .missingOrBlank, .equal, .equalIgnoringCase, .list: true
    case .empty, .blank, .contains, .startsWith, .endsWith: false
    }
  }
}

extension ScannedValue {
  /// Of a kind that tests are decided for.
  fileprivate var isTestable: Bool {
    switch self {
    case .null, .boolean, .integer, .text, .list, .record, .instance: true
    case .alternatives(let values): values.allSatisfy(\.isTestable)
    default: false
    }
  }

  fileprivate var isEmpty: Bool? {
    switch self {
    case .text(let pieces):
      if pieces == [.literal("")] { return true }
      return pieces.contains { if case .literal(let text) = $0 { !text.isEmpty } else { false } } ? false : nil
    case .list(let list): return list.isOpen ? nil : list.elements.isEmpty
    case .record(let entries): return entries.contains { $0.pieces == nil } ? false : entries.isEmpty ? true : nil
    default: return nil
    }
  }

  fileprivate var isBlank: Bool? {
    guard case .text(let pieces) = self else { return nil }
    let isWritten = pieces.contains {
      if case .literal(let text) = $0 { !text.allSatisfy(\.isWhitespace) } else { false }
    }
    return isWritten ? false : knownText.map { $0.allSatisfy(\.isWhitespace) }
  }

  fileprivate var isMissing: Bool? { self == .null ? true : isNeverNull ? false : nil }

  fileprivate var isList: Bool? {
    switch self {
    case .list: true
    case .unknown, .alternatives, .result, .userID, .scalar: nil
    default: false
    }
  }
}
