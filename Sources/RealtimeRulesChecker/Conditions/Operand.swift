import Diagnostics
import FirestoreModel
import RealtimeRules

/// One side of a comparison, independent of how it is written.
indirect enum Operand: Hashable, Sendable {
  /// `val()`
  case value(DataReference)
  /// `val().length`
  case length(DataReference)
  /// `getPriority()`
  case priority(DataReference)
  /// The two sides of `+` or `-`, when neither is a text.
  case sum(Operand, Operand, isDifference: Bool)
  case uid
  /// Any other member of `auth`: `token.admin`.
  case claim(Text)
  case now
  case null
  case boolean(Bool)
  case number(Double)
  /// A text made of literals, variables and `auth.uid`.
  case text([KeyPattern.Part])
  /// A member of `query`: `limitToFirst`.
  case query(Text)
  /// Any other expression, in canonical form.
  case other(Text)

  /// The data that it is a value of.
  var reference: DataReference? {
    switch self {
    case .value(let reference), .length(let reference), .priority(let reference): reference
    case .sum, .uid, .claim, .now, .null, .boolean, .number, .text, .query, .other: nil
    }
  }

  /// The data that it depends on.
  var references: [DataReference] {
    if case .sum(let left, let right, _) = self {
      left.references + right.references
    } else {
      [reference].compactMap(\.self)
    }
  }

  var isAboutCaller: Bool {
    switch self {
    case .uid, .claim: true
    case .sum(let left, let right, _): left.isAboutCaller || right.isAboutCaller
    case .text(let parts): parts.contains(.caller)
    case .value, .length, .priority, .now, .null, .boolean, .number, .query, .other: false
    }
  }

  fileprivate var isText: Bool { if case .text = self { true } else { false } }

  /// Nil for anything but a single variable.
  var variable: Text? {
    if case .text(let parts) = self, parts.count == 1, case .variable(let name) = parts[0] { name } else { nil }
  }
}

/// Resolves the expressions of one rule: which data its snapshots refer to, and which parts its texts have.
struct ConditionReader: Sendable {
  /// The location of the rule.
  let location: [KeyPattern]

  init(location: [KeyPattern]) { self.location = location }

  /// The reference of a snapshot expression; nil for any other expression, and above the root.
  func reference(_ expression: RuleExpression) -> DataReference? {
    switch expression {
    case .name("data", _): return DataReference(.before, location)
    case .name("newData", _): return DataReference(.after, location)
    case .name("root", _): return DataReference(.before, [])
    case .call(let callee, let arguments, _):
      guard let (base, name) = callee.method, let reference = reference(base) else { return nil }
      if name == "parent", arguments.isEmpty, !reference.keys.isEmpty {
        return DataReference(reference.side, Array(reference.keys.dropLast()))
      }
      guard name == "child", arguments.count == 1 else { return nil }
      return DataReference(reference.side, reference.keys + keys(arguments[0]))
    default: return nil
    }
  }

  /// The keys of a path argument. An argument that is not known counts as one unknown key.
  func keys(_ expression: RuleExpression) -> [KeyPattern] {
    var keys: [KeyPattern] = []
    var current: [KeyPattern.Part] = []
    for part in text(expression) ?? [.unknown] {
      guard case .text(let literal) = part else {
        current.append(part)
        continue
      }
      let pieces = literal.string.split(separator: "/", omittingEmptySubsequences: false)
      for (index, piece) in pieces.enumerated() {
        if index > 0 {
          if !current.isEmpty { keys.append(KeyPattern(current)) }
          current = []
        }
        if !piece.isEmpty { current.append(.text(Text(String(piece)))) }
      }
    }
    if !current.isEmpty { keys.append(KeyPattern(current)) }
    return keys
  }

  /// The parts of a text; nil for an expression that is no text, or a text that is not known.
  func text(_ expression: RuleExpression) -> [KeyPattern.Part]? {
    switch expression {
    case .string(let text, _): return [.text(Text(text))]
    case .name(let name, _) where name.utf8.first == UInt8(ascii: "$"): return [.variable(Text(name))]
    case .infix(let left, .plus, let right, _):
      guard let left = piece(left), let right = piece(right) else { return nil }
      return left + right
    default: return expression.isCallerID ? [.caller] : nil
    }
  }

  private func piece(_ expression: RuleExpression) -> [KeyPattern.Part]? {
    if let parts = text(expression) { return parts }
    if case .number = expression { return nil }
    return [.unknown]
  }

  func operand(_ expression: RuleExpression) -> Operand {
    switch expression {
    case .null: return .null
    case .boolean(let value, _): return .boolean(value)
    case .number(let value, _): return .number(value)
    case .name("now", _): return .now
    case .name("auth", _): return .claim("")
    case .prefix(.minus, .number(let value, _), _): return .number(-value)
    default: break
    }
    if expression.isCallerID { return .uid }
    if let text = text(expression), !text.contains(.unknown) { return .text(text) }
    if let reference = value(expression) { return .value(reference) }
    if case .member(let base, "length", _) = expression, let reference = value(base) { return .length(reference) }
    if case .call(let callee, let arguments, _) = expression, arguments.isEmpty, let (base, name) = callee.method,
      name == "getPriority", let reference = reference(base)
    {
      return .priority(reference)
    }
    if case .infix(let left, let sign, let right, _) = expression, sign == .plus || sign == .minus {
      let (left, right) = (operand(left), operand(right))
      if !left.isText, !right.isText { return .sum(left, right, isDifference: sign == .minus) }
    }
    if case .member(.name("query", _), let name, _) = expression { return .query(Text(name)) }
    if let claim = expression.claim { return .claim(Text(claim)) }
    return .other(Text(expression.spelling))
  }

  /// The reference of `x` in `x.val()`.
  func value(_ expression: RuleExpression) -> DataReference? {
    guard case .call(let callee, let arguments, _) = expression, arguments.isEmpty, let (base, name) = callee.method,
      name == "val"
    else { return nil }
    return reference(base)
  }
}
