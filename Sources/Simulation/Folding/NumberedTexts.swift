import FirestoreModel
import FirestoreRulesEvaluator
import FirestoreRulesLanguage
import Workloads

/// The texts that name instances, as `u{i}` does: a number between fixed texts.
struct NumberedTexts {
  struct Form: Hashable {
    var before: String
    var after: String

    /// Whether two numbers can make the same text of both.
    func overlaps(_ other: Form) -> Bool {
      before.isNumbered(orExtends: other.before)
        && String(after.reversed()).isNumbered(orExtends: String(other.after.reversed()))
    }

    /// Whether some number makes the text of it.
    func mayBe(_ text: String) -> Bool { number(in: text) != nil }

    /// The number that makes the text of it; the largest there is where it is larger than any.
    func number(in text: String) -> Int64? {
      let (bytes, before, after) = (Array(text.utf8), Array(before.utf8), Array(after.utf8))
      guard bytes.count > before.count + after.count, bytes.starts(with: before),
        bytes.suffix(after.count).elementsEqual(after)
      else { return nil }
      let digits = bytes[before.count..<bytes.count - after.count]
      guard digits.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) else { return nil }
      return Int64(String(decoding: digits, as: UTF8.self)) ?? .max
    }
  }

  private(set) var forms: Set<Form> = []
  /// The largest number of an instance.
  let last: Int64

  init(last: Int64) { self.last = last }

  /// - Returns: Whether the form is new.
  @discardableResult
  mutating func insert(before: String, after: String) -> Bool {
    forms.insert(Form(before: before, after: after)).inserted
  }

  func contains(_ form: (before: String, name: String, after: String)) -> Bool {
    forms.contains(Form(before: form.before, after: form.after))
  }

  /// Whether no text is the name of two instances, as `u12` is among `u{i}` and `u1{i}`.
  var areDistinct: Bool {
    forms.allSatisfy { form in forms.allSatisfy { $0 == form || !$0.overlaps(form) } }
  }

  /// Whether a number between these texts may make the name of an instance.
  func overlaps(_ form: (before: String, name: String, after: String)) -> Bool {
    forms.contains { $0.overlaps(Form(before: form.before, after: form.after)) }
  }

  /// Whether anything between these texts may make the name of an instance.
  func mayBegin(_ before: String, end after: String) -> Bool {
    forms.contains { form in
      (form.before.hasPrefix(before) || before.hasPrefix(form.before))
        && (form.after.hasSuffix(after) || after.hasSuffix(form.after))
    }
  }

  /// Whether a fixed text may be the name of one instance.
  func contains(_ text: String) -> Bool {
    forms.contains { form in form.number(in: text).map { $0 >= 1 && $0 <= last } ?? false }
  }
}

extension String {
  /// Whether one text is the other and digits.
  fileprivate func isNumbered(orExtends other: String) -> Bool {
    let (short, long) = utf8.count < other.utf8.count ? (self, other) : (other, self)
    return long.utf8.starts(with: short.utf8)
      && long.utf8.dropFirst(short.utf8.count).allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
  }
}

extension Ruleset {
  /// Whether the rules treat instances alike whose names differ in nothing but a number of the same length: they compare
  /// names and build paths of them, but name none and look into none.
  func treatsAlike(_ names: NumberedTexts) -> Bool {
    var check = AlikenessCheck(names: names)
    walk(&check)
    return check.holds
  }
}

private struct AlikenessCheck: SyntaxVisitor {
  let names: NumberedTexts
  private(set) var isRefuted = false
  private var looksAtKeys = false
  private var takesElements = false

  init(names: NumberedTexts) { self.names = names }

  /// The order of keys is that of their texts.
  var holds: Bool { !isRefuted && !(looksAtKeys && takesElements) }

  mutating func visit(_ match: MatchBlock) {
    for segment in match.path.segments {
      if case .literal(let text) = segment.kind { name(text) }
    }
  }

  mutating func visit(_ expression: FirestoreRulesLanguage.Expression) {
    switch expression.kind {
    case .string(let text): name(text)
    case .path(let pieces):
      for piece in pieces { if case .literal(let text, _) = piece { name(text) } }
    case .map(let entries): for entry in entries { name(entry.key) }
    case .binary(let op, let left, let right):
      if op.looksIntoTexts, !left.isNoText, !right.isNoText { isRefuted = true }
    case .slice: isRefuted = true
    case .index(_, let index): if index.isNoText { takesElements = true }
    case .call(let function, _): if Self.conversions.contains(function.text) { isRefuted = true }
    case .method(let receiver, let method, _):
      if case .name("hashing") = receiver.kind { isRefuted = true }
      if Self.textMethods.contains(method.text) { isRefuted = true }
      if ["keys", "values"].contains(method.text) { looksAtKeys = true }
    case .missing, .null, .boolean, .integer, .float, .bytes, .name, .parenthesized, .list, .unary, .logical,
      .conditional, .typeTest, .member, .invalidCall:
      break
    }
  }

  private mutating func name(_ text: String) { if names.contains(text) { isRefuted = true } }

  private static let conversions: Set<String> = ["int", "float", "string", "path"]
  private static let textMethods: Set<String> = [
    "matches", "split", "replace", "lower", "upper", "trim", "toUtf8", "toBase64", "toHexString", "join", "bind",
  ]
}

extension BinaryOperator {
  /// Ordering and concatenation; texts are equal or not whatever they say.
  fileprivate var looksIntoTexts: Bool {
    switch self {
    case .less, .lessOrEqual, .greater, .greaterOrEqual, .add: true
    case .equal, .notEqual, .in, .subtract, .multiply, .divide, .remainder: false
    }
  }
}

extension FirestoreRulesLanguage.Expression {
  /// Certainly no text, whatever the data is.
  fileprivate var isNoText: Bool {
    switch kind {
    case .integer, .float, .unary, .null, .boolean: return true
    case .parenthesized(let inner): return inner.isNoText
    case .binary(let op, let left, let right): return !op.looksIntoTexts || left.isNoText || right.isNoText
    case .method(let receiver, let method, _):
      if case .name(let name) = receiver.kind, BuiltinFunction.namespaces.contains(name) { return name != "hashing" }
      return Self.measures.contains(method.text)
    case .member(let base, let member): return base.holdsNoText(member.text)
    case .missing, .string, .bytes, .name, .list, .map, .path, .logical, .conditional, .typeTest, .index, .slice, .call,
      .invalidCall:
      return false
    }
  }

  /// `request.time`, and what `request.query` holds.
  private func holdsNoText(_ member: String) -> Bool {
    if case .name("request") = kind { return member == "time" }
    if case .member(let base, let name) = kind, case .name("request") = base.kind { return name.text == "query" }
    return false
  }

  private static let measures: Set<String> = [
    "size", "toMillis", "seconds", "nanos", "year", "month", "day", "hours", "minutes", "dayOfWeek", "dayOfYear",
    "date",
    "time", "latitude", "longitude", "distance",
  ]
}
