import FirestoreModel
import FirestoreRulesProver
import FirestoreRulesEvaluator
import FirestoreRulesLanguage
import QueryModel
import Workloads

/// What the conditions that decide about a list query look at, as far as their text tells.
struct ListFacts {
  /// Members, methods and fixed texts.
  private(set) var words: Set<String> = []
  /// Fixed texts alone.
  private(set) var texts: Set<String> = []
  /// The fixed moments that `request.time` is compared with.
  private(set) var moments: [Timestamp] = []
  /// The time takes part otherwise than by such a comparison.
  private(set) var computesWithTime = false
  /// Fields are chosen by what is computed, or maps are looked at as a whole.
  private(set) var readsAnyField = false
  /// Documents are compared or passed on as a whole, or asked for fields that are computed.
  private(set) var readsWholeDocuments = false
  private var passesRequest = false
  private var passesToken = false
  private var called: Set<String> = []

  init(_ query: ListQuery, under rules: CompiledRules, in database: Text) {
    for applicable in rules.statements(for: RequestPath(query.source), method: .list, database: database) {
      if let condition = rules.statements[applicable.statement].declaration.condition { look(at: condition) }
    }
    var functions = FunctionCollector()
    rules.ruleset.walk(&functions)
    var known: Set<String> = []
    while let name = called.subtracting(known).min() {
      known.insert(name)
      // Functions of any scope count: one too many only makes the answer more careful.
      for function in functions.named[name] ?? [] {
        for binding in function.lets { look(at: binding.value) }
        look(at: function.result)
      }
    }
    if passesRequest, words.contains("time") { computesWithTime = true }
  }

  /// Whether the conditions may look at a claim of the ID token.
  func mayRead(claim path: FieldPath) -> Bool {
    guard words.contains("token") || passesRequest else { return false }
    return passesToken || passesRequest || path.segments.first.map { words.contains($0.string) } ?? true
  }

  /// Whether the conditions may look at any claim.
  var mayReadToken: Bool { words.contains("token") || passesRequest }

  /// Whether the conditions may look at a field.
  func mayRead(field: FieldPath) -> Bool {
    readsAnyField || (field.segments.first.map { words.contains($0.string) } ?? true)
  }

  /// Whether the conditions may look at the limit, the offset or the orders.
  var mayReadQuery: Bool { passesRequest || words.contains("query") }

  /// Whether the conditions may look at other documents than those that the query returns.
  var readsDocuments: Bool { !called.isDisjoint(with: ["get", "exists", "getAfter", "existsAfter"]) }

  /// Whether the conditions may look at who asks, beyond whether somebody is signed in.
  var mayReadUser: Bool { passesRequest || words.contains("uid") || words.contains("token") }

  /// Whether the conditions may look at one of the fields of a document.
  func mayRead(_ fields: [FieldAssignment]) -> Bool {
    readsAnyField || fields.contains { field in field.path.segments.first.map { words.contains($0.string) } ?? true }
  }

  /// - Parameter isWhole: what it gives is more than where a field is taken from.
  private mutating func look(at expression: FirestoreRulesLanguage.Expression, isWhole: Bool = true) {
    if isWhole, expression.isData { readsWholeDocuments = true }
    switch expression.kind {
    case .binary(.less, let left, let right), .binary(.lessOrEqual, let left, let right),
      .binary(.greater, let left, let right), .binary(.greaterOrEqual, let left, let right):
      let moment = left.isRequestTime ? right.moment : right.isRequestTime ? left.moment : nil
      if let moment { return moments.append(moment) }
    case .member(let base, let name):
      words.insert(name.text)
      if base.isName("request") {
        if name.text == "time" { computesWithTime = true }
        return
      }
      if name.text == "token" { passesToken = true }
      if base.isToken { return lookBelowToken(base) }
    case .index(let base, let key):
      guard case .string = key.unwrapped.kind else {
        readsAnyField = true
        break
      }
      look(at: key)
      if base.isToken { return lookBelowToken(base) }
    case .method(let base, let name, let arguments):
      words.insert(name.text)
      if name.text == "get", base.isData, arguments.first?.isText ?? false {
        for argument in arguments { look(at: argument) }
        return look(at: base, isWhole: false)
      }
      if ["keys", "values", "size", "diff"].contains(name.text) { readsAnyField = true }
    case .call(let name, _): called.insert(name.text)
    case .string(let text):
      words.insert(text)
      texts.insert(text)
    case .name("request"): passesRequest = true
    case .missing, .null, .boolean, .integer, .float, .bytes, .name, .parenthesized, .list, .map, .path, .unary,
      .binary, .logical, .conditional, .typeTest, .slice, .invalidCall:
      break
    }
    let isPlace =
      if case .member = expression.kind { true } else if case .index = expression.kind { true } else { false }
    for (place, child) in expression.children.enumerated() { look(at: child, isWhole: place > 0 || !isPlace) }
  }

  /// One claim is taken from the token, which is not passed on as a whole.
  private mutating func lookBelowToken(_ token: FirestoreRulesLanguage.Expression) {
    words.insert("token")
    for child in token.unwrapped.children { look(at: child) }
  }
}

extension ListQuery {
  /// What rules can tell of it: two queries of which this is the same get the same answer.
  func visible(to facts: ListFacts) -> ListQuery {
    var query = self
    if !facts.mayReadQuery { query.facts = RulesQuery() }
    if facts.readsWholeDocuments { return query }
    let filtered = Set(branches.flatMap(\.predicates).map(\.path))
    // One that is filtered as a whole may have no field within it.
    func isWithin(_ field: FieldPath, _ others: some Sequence<FieldPath>) -> Bool {
      others.contains { $0 != field && $0.segments.first == field.segments.first }
    }
    query.orderedFields = Set(
      orderedFields.filter { facts.mayRead(field: $0) || isWithin($0, filtered) }
    ).sorted()
    query.branches = branches.map { branch in
      let filters = Dictionary(grouping: branch.predicates) { $0.path.segments.first }
      // Several filters of a field may contradict each other, and `not-in` may leave nothing, so that there is nothing to
      // refuse.
      return Conjunction(
        branch.predicates.filter { predicate in
          predicate.path.isDocumentName || facts.mayRead(field: predicate.path) || predicate.test.mayHoldForNothing
            || isWithin(predicate.path, orderedFields)
            || filters[predicate.path.segments.first, default: []].count { !$0.test.hasUnknownOperand } > 1
        })
    }
    return query
  }
}

extension Predicate.Test {
  fileprivate var mayHoldForNothing: Bool {
    switch self {
    case .notIn, .notInUnknown: true
    case .equal, .contains, .lessThan, .lessThanOrEqual, .greaterThan, .greaterThanOrEqual, .notEqual, .isNull, .isNaN,
      .isNotNull, .isNotNaN:
      false
    }
  }
}

private struct FunctionCollector: SyntaxVisitor {
  var named: [String: [FunctionDeclaration]] = [:]

  mutating func visit(_ function: FunctionDeclaration) { named[function.name.text, default: []].append(function) }
}

extension FirestoreRulesLanguage.Expression {
  fileprivate var unwrapped: FirestoreRulesLanguage.Expression {
    var expression = self
    while case .parenthesized(let inner) = expression.kind { expression = inner }
    return expression
  }

  fileprivate func isName(_ text: String) -> Bool {
    if case .name(text) = unwrapped.kind { true } else { false }
  }

  /// The fields of a document.
  fileprivate var isData: Bool { if case .member(_, let name) = unwrapped.kind { name.text == "data" } else { false } }

  fileprivate var isText: Bool { if case .string = unwrapped.kind { true } else { false } }

  fileprivate var isToken: Bool {
    if case .member(_, let name) = unwrapped.kind { name.text == "token" } else { false }
  }

  fileprivate var isRequestTime: Bool {
    if case .member(let base, let name) = unwrapped.kind {
      name.text == "time" && base.isName("request")
    } else {
      false
    }
  }

  /// `timestamp.date(2026, 1, 31)` and `timestamp.value(1767225600000)`; nil for anything else.
  fileprivate var moment: Timestamp? {
    guard case .method(let space, let name, let arguments) = unwrapped.kind, space.isName("timestamp") else {
      return nil
    }
    let numbers = arguments.compactMap { argument -> Int64? in
      if case .integer(let number) = argument.unwrapped.kind { number } else { nil }
    }
    guard numbers.count == arguments.count else { return nil }
    switch (name.text, numbers.count) {
    case ("date", 3):
      return CalendarDate(exactly: (Int(numbers[0]), Int(numbers[1]), Int(numbers[2]))).flatMap {
        Timestamp(seconds: Int64($0.daysSinceEpoch) * 86_400, nanoseconds: 0)
      }
    case ("value", 1):
      let (microseconds, overflow) = numbers[0].multipliedReportingOverflow(by: 1000)
      return overflow ? nil : Timestamp(microseconds: microseconds)
    default: return nil
    }
  }
}
