import FirestoreRulesLanguage

/// Words for one condition that did not come out true: what it compared, and what would have made it true.
struct ConditionDetail {
  let rules: CompiledRules
  let recorder: TraceRecorder

  private var program: Program { rules.program }

  /// The values that a condition worked on: `"bob" == "alice"`. Nil when its own text says all.
  func values(of place: Int) -> String? {
    let children = recorder.children(of: place)
    let operands = children.map { recorder.records[$0].outcome.text }
    switch program.nodes[recorder.records[place].expression] {
    case .binary(let op, _, _) where operands.count == 2: return "\(operands[0]) \(op.rawValue) \(operands[1])"
    case .typeTest where operands.count == 1: return "\(operands[0]) is of type \(typeName(of: children[0]))"
    case .unary(.not, let operand) where operands.count == 1: return "\(text(of: unwrapped(operand))) is \(operands[0])"
    case .method(_, let name, _, _) where !operands.isEmpty:
      return "\(operands[0]).\(name)(\(operands.dropFirst().joined(separator: ", ")))"
    case .access(let function, _) where operands.count == 1:
      return function.returnsDocument ? nil : "no document at \(operands[0])"
    case .logical(.or, _): return alternatives(children)
    case .constant, .failure, .unreachable, .request, .requestMember, .resource, .documentData, .capture, .parameter,
      .binding, .parenthesized, .list, .map, .path, .unary, .binary, .logical, .conditional, .typeTest, .member,
      .element, .slice, .call, .builtin, .access, .method:
      return nil
    }
  }

  /// Why none of the operands of `||` was true.
  private func alternatives(_ operands: [Int]) -> String {
    let deciding = DecidingExpression(program: program, recorder: recorder)
    let shown = operands.prefix(3).map { operand in
      let place = deciding.below(operand)
      // The text of the operand stands in the chain already; what was found inside a function does not.
      let isOwn = unwrapped(recorder.records[operand].expression) == recorder.records[place].expression
      return (isOwn ? values(of: place) : nil) ?? statement(of: place)
    }
    return shown.joined(separator: "; ") + (operands.count > 3 ? "; …" : "")
  }

  /// One line: the expression, what it came out as, and the values.
  func statement(of place: Int) -> String {
    let record = recorder.records[place]
    let text = text(of: record.expression)
    switch record.outcome {
    case .error where program.nodes[record.expression].isAlternatives:
      return "no alternative holds: \(alternatives(recorder.children(of: place)))"
    case .error(let error): return "\(error.message) (\(text))"
    case .value(.boolean(let value)):
      if case .constant = program.nodes[record.expression] { return "the condition is always \(value)" }
      return "\(text) is \(value)" + (values(of: place).map { ": \($0)" } ?? "")
    case .value(.null): return "\(EvaluationError.nullValue.message) (\(text))"
    case .value(let value):
      return "\(EvaluationError.type(received: value.type, expected: [.boolean]).message) (\(text) is \(value.text))"
    }
  }

  // MARK: - Remedies

  /// What would have made a condition true, when one expression in it has decided.
  func remedy(for deciding: Int, in condition: Int) -> String? {
    guard let remedy = remedy(for: deciding) else { return nil }
    // A field that exists is not enough yet, nor another document: what is asked of it has to hold, too.
    if deciding != condition, case .error(.undefinedProperty) = recorder.records[deciding].outcome {
      return text(of: recorder.records[condition].expression)
    }
    guard deciding != condition, case .error(.nullValue) = recorder.records[deciding].outcome,
      let base = recorder.children(of: deciding).first,
      case .access = program.nodes[recorder.records[base].expression]
    else { return remedy }
    return "\(remedy) and \(text(of: recorder.records[condition].expression))"
  }

  /// What would have made a condition true, where that can be said in a few words.
  func remedy(for place: Int) -> String? {
    let record = recorder.records[place]
    if case .error(let error) = record.outcome { return remedy(for: error, at: place) }
    let children = recorder.children(of: place)
    switch program.nodes[record.expression] {
    case .constant: return "nothing: the condition is always \(record.outcome.text)"
    case .binary(let op, let left, let right) where children.count == 2:
      return comparison(op, (left, children[0]), (right, children[1]))
    case .typeTest(let operand, let word): return "\(text(of: operand)) is \(word)"
    case .unary(.not, let operand): return "\(text(of: unwrapped(operand))) is false"
    case .access(.exists, _), .access(.existsAfter, _):
      return children.first.map { "a document at \(recorder.records[$0].outcome.text)" }
    case .failure, .unreachable, .request, .requestMember, .resource, .documentData, .capture, .parameter, .binding,
      .parenthesized, .list, .map, .path, .unary, .binary, .logical, .conditional, .member, .element, .slice, .call,
      .builtin, .access, .method:
      return nil
    }
  }

  private typealias Operand = (expression: Int, place: Int)

  private func comparison(_ op: BinaryOperator, _ left: Operand, _ right: Operand) -> String? {
    let isTurned = weight(left.expression) < weight(right.expression)
    let (subject, other) = isTurned ? (right, left) : (left, right)
    let value = recorder.records[other.place].outcome.text
    if isGiven(subject.expression) {
      guard case .resource = program.nodes[unwrapped(subject.expression)], op == .notEqual, value == "null" else {
        return nil
      }
      return "the document exists"
    }
    if case .requestMember(.auth, _) = program.nodes[subject.expression], op == .notEqual, value == "null" {
      return "a signed-in caller"
    }
    switch op {
    case .equal, .notEqual: return "\(text(of: subject.expression)) \(op.rawValue) \(value)"
    case .less, .lessOrEqual, .greater, .greaterOrEqual:
      return "\(text(of: subject.expression)) \(isTurned ? op.mirrored : op.rawValue) \(value)"
    case .in where isGiven(left.expression): return nil
    case .in: return "\(text(of: left.expression)) in \(recorder.records[right.place].outcome.text)"
    case .add, .subtract, .multiply, .divide, .remainder: return nil
    }
  }

  /// What no request of this kind to this document can bring otherwise: its method, its path, and that the document
  /// exists or not.
  private func isGiven(_ expression: Int) -> Bool {
    switch program.nodes[unwrapped(expression)] {
    case .requestMember(.method, _), .requestMember(.path, _), .resource: true
    default: false
    }
  }

  /// How likely it is that a value would be the one to change: data before what the request brings, literals last.
  private func weight(_ expression: Int) -> Int {
    switch program.nodes[expression] {
    case .constant, .list: 0
    case .requestMember: 2
    case .member(let base, _), .element(let base, _), .parenthesized(let base): max(1, weight(base))
    case .method(let base, _, _, _): max(1, weight(base))
    case .documentData: 4
    case .parameter, .binding: 3
    case .access, .call: 3
    case .capture: 1
    case .failure, .unreachable, .request, .resource, .map, .path, .unary, .binary, .logical, .conditional, .typeTest,
      .slice, .builtin:
      1
    }
  }

  private func remedy(for error: EvaluationError, at place: Int) -> String? {
    switch error {
    case .undefinedProperty: return "\(text(of: recorder.records[place].expression)) exists"
    case .nullValue:
      guard let base = recorder.children(of: place).first else { return nil }
      switch program.nodes[recorder.records[base].expression] {
      case .requestMember(.auth, _): return "a signed-in caller"
      case .resource, .access: return "the document exists"
      default: return "\(text(of: recorder.records[base].expression)) is not null"
      }
    case .accessLimit(let limit): return "rules that read at most \(limit) documents for the request"
    case .functionNotFound, .wrongArgumentCount, .wrongBuiltinArgumentCount, .unknownName, .type,
      .unsupportedOperation, .indexOutOfBounds, .divideByZero, .overflow, .geoPointRange, .invalidPattern,
      .invalidArgument, .typeConversion, .sizeLimit, .notADocument, .invalidPathSegment, .foreign,
      .possible:
      return nil
    }
  }

  // MARK: - Texts

  /// The source of an expression on one line, cut where it is long.
  func text(of expression: Int) -> String { SourceLine.of(rules.text(of: expression)) }

  /// The expression within parentheses.
  private func unwrapped(_ expression: Int) -> Int {
    var current = expression
    while case .parenthesized(let inner) = program.nodes[current] { current = inner }
    return current
  }

  private func typeName(of place: Int) -> String {
    if case .value(let value) = recorder.records[place].outcome { value.type.rawValue } else { "error" }
  }
}

/// Source text as part of a line.
enum SourceLine {
  private static let limit = 120

  /// White space and line breaks become one space.
  static func of(_ text: String) -> String {
    var line = ""
    var count = 0
    var isSpaced = false
    for scalar in text.unicodeScalars {
      if scalar == " " || scalar == "\n" || scalar == "\r" || scalar == "\t" {
        isSpaced = count > 0
        continue
      }
      if isSpaced { line.unicodeScalars.append(" ") }
      isSpaced = false
      line.unicodeScalars.append(scalar)
      count += 1
      if count == limit { return line + "…" }
    }
    return line
  }
}

extension BinaryOperator {
  fileprivate var mirrored: String {
    switch self {
    case .less: ">"
    case .lessOrEqual: ">="
    case .greater: "<"
    case .greaterOrEqual: "<="
    case .equal, .notEqual, .in, .add, .subtract, .multiply, .divide, .remainder: rawValue
    }
  }
}

extension Node {
  /// Whether it is `||`.
  fileprivate var isAlternatives: Bool {
    if case .logical(.or, _) = self { true } else { false }
  }
}
