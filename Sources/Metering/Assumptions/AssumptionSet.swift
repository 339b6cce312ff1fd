import Diagnostics
package import FirestoreModel

/// A switch as users see it, whoever owns it: the meter's and the planner's take part in the same `--assume`.
package struct AssumptionChoice: Hashable, Sendable {
  package var name: String
  package var defaultValue: String
  package var alternativeValue: String
  package var summary: String

  package init(name: String, defaultValue: String, alternativeValue: String, summary: String) {
    self.name = name
    self.defaultValue = defaultValue
    self.alternativeValue = alternativeValue
    self.summary = summary
  }

  package init(_ named: some AssumptionSwitch) {
    self.init(
      name: named.rawValue, defaultValue: named.defaultValue, alternativeValue: named.alternativeValue,
      summary: named.summary)
  }
}

/// What is wrong with one `NAME=VALUE`.
package enum AssumptionError: Error, Hashable, Sendable {
  case malformed(String)
  case unknownName(String, nearest: String?)
  case unknownValue(name: String, value: String, allowed: [String])
}

extension AssumptionError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .malformed(let text): "`\(text)` is not of the form NAME=VALUE"
    case .unknownName(let name, let nearest):
      "no assumption is named `\(name)`" + (nearest.map { "; did you mean `\($0)`?" } ?? "")
    case .unknownValue(let name, let value, let allowed):
      "`\(name)` cannot be `\(value)`; it is " + allowed.map { "`\($0)`" }.joined(separator: " or ")
    }
  }
}

/// All switches that a command knows, and the answers given so far.
package struct AssumptionSet: Hashable, Sendable {
  package let choices: [AssumptionChoice]
  /// The answers given explicitly, by name.
  package private(set) var answers: [String: String] = [:]

  package init(choices: [AssumptionChoice]) { self.choices = choices }

  /// The meter's own switches.
  package static let billing = AssumptionSet(choices: BillingSwitch.allCases.map { AssumptionChoice($0) })

  /// One command line value: `ownEcho=false`.
  package mutating func parse(_ text: String) throws(AssumptionError) {
    guard let equals = text.firstIndex(of: "="), equals != text.startIndex else { throw .malformed(text) }
    try set(String(text[..<equals]), to: String(text[text.index(after: equals)...]))
  }

  package mutating func set(_ name: String, to value: String) throws(AssumptionError) {
    guard let choice = choices.first(where: { $0.name == name }) else {
      throw .unknownName(name, nearest: NearestName.of(name, among: choices.map(\.name)))
    }
    let allowed = [choice.defaultValue, choice.alternativeValue]
    guard allowed.contains(value) else { throw .unknownValue(name: name, value: value, allowed: allowed) }
    answers[name] = value
  }

  /// The answers that concern billing.
  package var billingAssumptions: BillingAssumptions {
    var result = BillingAssumptions()
    for (name, value) in answers { _ = result.set(name, to: value) }
    return result
  }
}
