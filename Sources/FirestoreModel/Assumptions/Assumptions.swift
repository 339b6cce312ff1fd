/// Behaviour of a service that nobody has verified, with exactly two answers. What rests on one says so (FB8002).
package protocol AssumptionSwitch: RawRepresentable<String>, Hashable, Sendable {
  /// The answer that holds unless `--assume` says otherwise.
  var defaultValue: String { get }
  var alternativeValue: String { get }
  /// What is not known, as one clause.
  var summary: String { get }
}

/// How open questions are answered. Every switch not named has its default answer.
package struct Assumptions<Switch: AssumptionSwitch>: Hashable, Sendable {
  /// The switches that are answered the other way.
  package private(set) var alternatives: Set<Switch>

  package init(alternatives: Set<Switch> = []) { self.alternatives = alternatives }

  package static var standard: Assumptions { Assumptions() }

  /// Sets one switch as written on the command line (`ownEcho=false`). False: no such name or value.
  package mutating func set(_ name: String, to value: String) -> Bool {
    guard let named = Switch(rawValue: name) else { return false }
    switch value {
    case named.defaultValue: alternatives.remove(named)
    case named.alternativeValue: alternatives.insert(named)
    default: return false
    }
    return true
  }

  /// The answer in force, as text.
  package func value(of named: Switch) -> String {
    takesAlternative(named) ? named.alternativeValue : named.defaultValue
  }

  package func takesAlternative(_ named: Switch) -> Bool { alternatives.contains(named) }

  /// The same answers except for one.
  package func flipping(_ named: Switch) -> Assumptions {
    Assumptions(alternatives: alternatives.symmetricDifference([named]))
  }
}
