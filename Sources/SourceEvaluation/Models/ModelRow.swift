/// One line of a model: what a call, a name or a declared type means.
package struct ModelRow: Sendable {
  /// Counted from one, in its text.
  package var line: Int
  package var receiver: ValueSort?
  /// `FieldPath.document_id` is two.
  package var name: [String]
  /// Nil: a name or a member that is no call.
  package var parameters: [RowParameter]?
  /// The row says what a parameter or field of this declared type is.
  package var isType = false
  package var meaning: RowMeaning
  /// The call has a type argument, which the meaning names.
  package var takesType = false
  /// What the receiver of the call is afterwards.
  package var becomes: RowExpression?
  /// What happens beside the value.
  package var runs: RowExpression?
  /// Functions among the arguments that the call runs.
  package var calls: [RowCall] = []
}

/// A function among the arguments that a call runs.
package struct RowCall: Sendable {
  package var function: RowExpression
  /// What it is given; nil: the documents of an answer, twice, as listeners of servers get them.
  package var given: [RowExpression]?
  package var isMany = false
  /// Not now, but when something happens.
  package var isLater = false
}

extension ModelRow {
  /// Whether it sends something.
  var isRequest: Bool { if case .request = meaning { true } else { false } }

  /// Whether it makes a place of a database, or what requests are collected in.
  var makesPlace: Bool {
    guard case .value(.make(let construct, _)) = meaning else { return false }
    switch construct {
    case .collection, .group, .document, .realtimeReference, .child, .newChild, .batch: return true
    default: return false
    }
  }

  /// Whether it calls functions that it gets.
  var runsFunctions: Bool {
    if runs != nil || !calls.isEmpty { return true }
    guard case .value(let value) = meaning else { return false }
    return value.runsFunctions
  }
}

extension ModelRow {
  /// Whether it leaves out items, which may be documents that were read.
  var dropsItems: Bool {
    guard case .value(let value) = meaning else { return false }
    return value.dropsItems
  }
}

extension RowExpression {
  fileprivate var dropsItems: Bool {
    guard case .make(let construct, let arguments) = self else { return false }
    return construct == .keep || arguments.contains { $0.dropsItems }
  }

  fileprivate var runsFunctions: Bool {
    switch self {
    case .make(let construct, let arguments):
      [.run, .map, .keep, .each, .reduce, .hand, .again, .piped, .call, .items, .eachEntry].contains(construct)
        || arguments.contains { $0.runsFunctions }
    case .plus(let one, let other): one.runsFunctions || other.runsFunctions
    case .handed(let value, _, _): value.runsFunctions
    case .receiver, .parameter, .text, .typeArgument, .part: false
    }
  }
}

package enum RowMeaning: Sendable {
  case value(RowExpression)
  case request(RowRequest)
}

package struct RowParameter: Sendable {
  /// What calls may write before the argument.
  package var name: String
  package var role: ParameterRole
  package var isOptional: Bool
  /// Takes all arguments that are left.
  package var isRest: Bool
  /// Only by its name.
  package var isKeyword: Bool
  /// The row is only for arguments that are known to be what the role says.
  package var isStrict = false
}

/// What a parameter is for. Operands are values as a matter of course, and never decide which request is meant.
package enum ParameterRole: String, CaseIterable, Sendable {
  case any, field, `operator`, operand, direction, constraint, segments, text, function, list, document, query, target
  case number, data, flag, record, transaction, database
  /// An operand by its label. Where nothing is known of what the call is made on, one of them says that it is the SDK's.
  case condition
  /// A text with a slash in it.
  case documentPath
  /// The value `true`.
  case enabled
  /// A function of the code, and nothing else.
  case callable
  /// A function of the code that answers nothing: it throws whatever it is given.
  case noAnswer
  /// A text, and nothing else.
  case literal
  /// A place of the Realtime Database.
  case realtime
}

package indirect enum RowExpression: Sendable {
  case receiver
  case parameter(Int)
  case make(Construct, [RowExpression])
  case text(String)
  /// The type argument of the call.
  case typeArgument
  /// A part of the answer to the request that the row sends.
  case part(RowRequest.Answer)
  /// Only where an argument is handed over, and not null as far as that is known.
  case handed(RowExpression, parameter: Int, isPresent: Bool)
  /// A query with one more step.
  case plus(RowExpression, RowExpression)
}

package struct RowRequest: Sendable {
  package enum Operation: String, CaseIterable, Sendable { case get, listen, create, set, update, delete }
  package enum Answer: String, CaseIterable, Sendable {
    case snapshot, documents, document, nothing, stream
    /// One snapshot after the other.
    case snapshots
  }

  package var operation: Operation
  package var target: RowExpression
  package var payload: RowExpression?
  package var gives = Answer.nothing
  /// What the call answers instead of what is asked for.
  package var returns: RowExpression?
  /// The transaction or batch: true of one that the row is about, else what an argument says.
  package var transaction: RowExpression?
  package var isInTransaction = false
  package var isInBatch = false
  package var mergeFlag: RowExpression?
  /// What says how it is asked beside its target: a source, an event.
  package var circumstance: RowExpression?
  package var circumstanceKind = Circumstance.none
  /// Answered out of the cache.
  package var isFromCache = false
  /// It is sent only where this is true.
  package var condition: RowExpression?
  /// Delivers one document after the other.
  package var isStream = false

  package enum Circumstance: Sendable {
    case none
    /// The text `cache` where it is answered out of that.
    case source
    /// True where a listener only gets, or a read only listens.
    case once, live
    /// The name of the event that is waited for.
    case event
  }
}
