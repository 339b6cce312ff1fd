import Diagnostics
import FirestoreModel
import FirestoreRulesEvaluator

extension AccessDenial {
  /// `update orders/o1`
  package var operation: String { "\(method.rawValue) \(target)" }

  /// The message on one line, without the filter that the help names.
  package var cause: String {
    let words = message.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    let cause = missingFilter.map { words.replacing("; add `\($0)`", with: "") } ?? words
    return cause.count > 400 ? String(cause.prefix(399)) + "…" : cause
  }

  /// What is worth knowing beside the message, one line each: the condition, a counterexample.
  package var notes: [String] {
    var notes: [String] = []
    if let location, let condition {
      let position = location.position
      notes.append("\(location.source.path):\(position.line):\(position.column): `\(condition)`")
    }
    if let counterexample {
      let fields = RuleValue.map(.stored(counterexample.fields)).text
      notes.append("the query could return `\(counterexample.path)` \(fields), which the rules refuse")
    }
    return notes
  }

  /// What would have made the difference; nil when nothing general can be said.
  package var help: String? {
    if let missingFilter { return "add `\(missingFilter)` to the query" }
    switch kind {
    case .noRules: return "release rules for this database, or name their file"
    case .rules(.noMatch): return "no statement covers \(method.rawValue) there: add one if clients may do this"
    case .rules(.limit): return "a request may evaluate 1,000 expressions: let the rules ask less"
    case .rules(.unproven): return "filter by what the condition asks, so that it holds for every result"
    case .rules(.conditionFalse), .rules(.error): return nil
    }
  }
}
