import Diagnostics
import Metering

/// Why an operation bills other than before, in words, as far as the reports show it.
enum ChangeCause {
  static func words(from base: MeasuredOperation, to head: MeasuredOperation) -> [String] {
    var causes: [String] = []
    if let shape = shape(base.shape, head.shape) { causes.append(shape) }
    if let old = base.plan, let new = head.plan, old != new, base.shape == head.shape {
      causes.append("other index: \(joined(old)) → \(joined(new))")
    }
    if let rules = perCall(base, head, \.ruleReads), !rules.isZero {
      causes.append("\(signed(rules)) rule \(rules == Rational(1) || rules == Rational(-1) ? "read" : "reads") a call")
    }
    guard let difference = perCall(base, head, \.reads), !difference.isZero else { return causes }
    for code in head.findings where difference > .zero && !base.findings.contains(code) {
      let text = "\(code.id) \(code.name)"
      if !causes.contains(text) { causes.append(text) }
    }
    guard causes.isEmpty else { return causes }
    return [component(base, head)].compactMap { $0 }
  }

  /// What the query asks for differs.
  private static func shape(_ base: String?, _ head: String?) -> String? {
    guard let base, let head, base != head else { return nil }
    let (old, new) = (Bounded(base), Bounded(head))
    guard old.rest == new.rest else { return "other query" }
    switch (old.limit, new.limit) {
    case (let limit?, nil): return "lost limit \(limit)"
    case (nil, let limit?): return "limit \(limit) added"
    case (let before?, let after?): return "limit \(before) → \(after)"
    case (nil, nil): return "other query"
    }
  }

  /// A query's text and its limit.
  private struct Bounded {
    var rest: String
    var limit: String?

    init(_ text: String) {
      rest = text
      let words = text.split(separator: " ")
      guard words.count > 2, words[words.count - 2] == "limit", words[words.count - 1].allSatisfy(\.isNumber) else {
        return
      }
      limit = String(words[words.count - 1])
      rest = words.dropLast(2).joined(separator: " ")
    }
  }

  /// The part of the reads that moved most.
  private static func component(_ base: MeasuredOperation, _ head: MeasuredOperation) -> String? {
    let parts: [(KeyPath<Tally, Int64>, String)] = [
      (\.documents, "documents"), (\.reissued, "re-issued documents"), (\.minimum, "minimum reads"),
      (\.skipped, "skipped documents"), (\.missing, "missing documents"), (\.entries, "index entry reads"),
      (\.verify, "verifying reads"),
    ]
    var largest: (difference: Rational, name: String)?
    for (path, name) in parts {
      guard let difference = perCall(base, head, { $0[keyPath: path] }), !difference.isZero else { continue }
      if largest.map({ magnitude(difference) > magnitude($0.difference) }) ?? true { largest = (difference, name) }
    }
    return largest.map { "\(signed($0.difference)) \($0.name) a call" }
  }

  private static func perCall(
    _ base: MeasuredOperation, _ head: MeasuredOperation, _ part: (Tally) -> Int64
  ) -> Rational? {
    guard let old = base.perCall(part(base.tally)), let new = head.perCall(part(head.tally)) else { return nil }
    return new - old
  }

  private static func joined(_ plan: [String]) -> String { plan.isEmpty ? "none" : plan.joined(separator: " + ") }

  private static func magnitude(_ amount: Rational) -> Rational { amount < .zero ? .zero - amount : amount }

  private static func signed(_ amount: Rational) -> String { ChangeText.signed(amount) }
}
