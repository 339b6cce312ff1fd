/// The place of an atom in the order in which conditions first used it.
package struct AtomID: Hashable, Comparable, Sendable {
  package let raw: UInt32

  package init(_ raw: UInt32) { self.raw = raw }

  package static func < (left: AtomID, right: AtomID) -> Bool { left.raw < right.raw }
}

/// What an atom tests: a node of a value graph, a value, whatever the builder of the conditions numbers. Two atoms with
/// one subject test the same value at the same time; a variable that was assigned in between is another subject.
package struct SubjectID: Hashable, Sendable {
  package let raw: UInt32

  package init(_ raw: UInt32) { self.raw = raw }
}

/// A test that conditions are made of. Its negation is no atom of its own: `n <= 10` is `not(n > 10)`, `x == null` is
/// `not(present(x))`.
package struct Atom: Hashable, Sendable {
  package let subject: SubjectID
  package let test: Test

  package init(_ subject: SubjectID, _ test: Test) {
    self.subject = subject
    self.test = test
  }

  package enum Test: Hashable, Sendable {
    /// What the language takes as true.
    case truthy
    /// Neither null nor absent.
    case present
    case equals(Constant)
    case greater(than: Double)
    case atLeast(Double)
    /// An instance of a type, which says nothing about other types.
    case type(UInt32)
    /// A test about which nothing else is known. The number tells tests of one subject apart.
    case opaque(UInt32)
    /// Stands for a condition that grew too large; the subject is that condition.
    case replaced
  }

  package enum Constant: Hashable, Sendable {
    case boolean(Bool)
    case number(Double)
    case text(UInt32, isEmpty: Bool)
    /// A case of an enumeration, a sealed class, an object: equal to itself only, and always true.
    case member(UInt32)

    /// Whether languages that take values as conditions take it as true.
    package var isTruthy: Bool {
      switch self {
      case .boolean(let value): value
      case .number(let number): number != 0 && !number.isNaN
      case .text(_, let isEmpty): !isEmpty
      case .member: true
      }
    }
  }
}
