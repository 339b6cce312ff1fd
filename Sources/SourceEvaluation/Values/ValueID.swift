/// A value in a ``ValueArena``. Equal content is the same id, so that copying, comparing and hashing are those of a
/// number.
package struct ValueID: Hashable, Sendable {
  package let raw: UInt32
  package init(raw: UInt32) { self.raw = raw }
}

/// A place in the code that makes something: a call, a parameter, an assignment that is an event of its own.
package struct OriginID: Hashable, Sendable {
  package let raw: UInt32
  package init(raw: UInt32) { self.raw = raw }

  /// Zero stands for no place.
  package var isPlace: Bool { raw != 0 }
}

/// What a value is. The words behind a cell depend on it; ``ValueArena`` says which.
package enum ValueKind: UInt8, Sendable {
  /// An argument or a field that is left out.
  case absent
  /// Nothing is known; the cause and the origin are.
  case unknown
  case null, boolean, integer
  /// A number with a fraction, a time, a position: its content does not matter.
  case scalar
  /// Pieces: literals and values that only the run knows.
  case text
  /// A piece of a text that is known.
  case literal
  /// Items with guards, in order.
  case list
  /// Keys and values in the order of the code.
  case record
  /// An instance of a class that is read.
  case object
  /// A function that is read, with what it captures and what it is called on.
  case function
  /// A class that is read.
  case type
  /// A unit that is read, as a namespace.
  case module
  /// A path into something that is not read.
  case external
  /// What a row of a model makes: a database, a filter, a direction.
  case made
  /// A base and guarded steps.
  case query
  /// What a request answers, or a part of it.
  case result
  /// Guarded alternatives.
  case choice
  /// A parameter, the receiver, a captured variable, the element of a loop: what a caller or a round puts in its place.
  case symbol
  /// An operation on a symbol that waits for it.
  case stuck
}

/// Why a value is not known.
package enum UnknownCause: UInt8, Sendable {
  /// A parameter of a function that nothing known calls.
  case parameter
  /// The declaration is not read.
  case undeclared
  /// A package that is neither read nor an SDK's made it.
  case foreign
  /// An operation that is not followed.
  case operation
  /// A limit of the evaluation was reached.
  case calls, variants
}

/// Operations that wait for a symbol.
package enum StuckOperation: UInt8, Sendable {
  /// `truth` is the first: its payload is a condition.
  case truth, member, index, slice, call, after, element, binary, unary, put, putIndex, plus, entered, length, given
  case associated, typeOf, cast, typed
  /// A loop whose sequence is not known yet: what a variable is behind it, or what it collects.
  case loop
  /// A list without its first items.
  case rest
}
