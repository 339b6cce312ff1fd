package import Diagnostics
package import FirestoreModel
package import QueryModel

/// One read or write that code asks for, as far as it can be known without running it.
package struct ScannedRequest: Hashable, Sendable {
  package enum Kind: Hashable, Sendable {
    case get, listen, aggregate
    case write(WriteKind)
    /// A query that is built here and sent by nothing that is read: returned by a function that nobody calls, or handed
    /// to something outside. It is judged like any other; what it costs is not known.
    case unsent
  }

  package enum WriteKind: String, Hashable, Sendable, CaseIterable { case create, set, merge, update, delete }

  package enum Target: Hashable, Sendable {
    case query(Query, [Aggregation])
    case document(PathTemplate)
    case realtime(RealtimeQuery)
  }

  /// Who asks: decided by the SDK, unless a remark says otherwise.
  package enum Caller: Hashable, Sendable {
    /// An Admin or server SDK: rules do not apply.
    case admin
    /// A signed-in end user.
    case client
    /// An end user where nobody is signed in: the code asks it only then.
    case signedOut
    /// Taken for one, as nothing in the file says whether an app or a server asks.
    case unstated
    /// `firebreak: as NAME`.
    case named(String)
  }

  package var kind: Kind
  package var target: Target
  package var caller: Caller
  /// Nil: known only at run time.
  package var database: Text?
  /// What the query leaves open beyond operands and document ids, each once, in a fixed order.
  package var unresolved: [UnresolvedPart]
  /// The call that sends it.
  package var location: SourceLocation
  /// `ChatRepository.messages`; nil at the top level of a file.
  package var function: String?
  package var repetition: Repetition?
  package var isInTransaction: Bool
  package var isInBatch: Bool
  /// Answered from what the client has kept: it never reaches the service, needs no index and bills nothing.
  package var isFromCache = false
  package var remarks: [ResultRemark]
  /// The SDK throws instead of sending it.
  package var refusal: SDKRefusal?
  /// How many elements the lists have at most that fields are compared with, where the code says so: `ids.slice(0, 10)`.
  package var listBounds: [FieldPath: Int] = [:]
  /// Where callers have built the query, when a function that they hand it to sends it: the last call of each; and where
  /// they call the function, when what they pass makes the query what it is. It is no part of what the request asks.
  package var builtAt: [SourceLocation] = []
  /// The functions in which the calls begin that lead to it; its own where nothing calls that. Nothing where there are too
  /// many of them, or one has no name. It is no part of what the request asks.
  package var calledFrom: Set<String> = []
  /// Of writes to the Realtime Database: what they write. It is no part of what the request asks; ways that write
  /// different values are one request, with what they have in common.
  package var written: RealtimeWriteShape?
  /// Of listeners that look alike in one file. It is no part of what the request asks.
  package var site: ListenerSite?

  package init(
    kind: Kind, target: Target, caller: Caller, database: Text? = "(default)", unresolved: [UnresolvedPart] = [],
    location: SourceLocation, function: String? = nil, repetition: Repetition? = nil, isInTransaction: Bool = false,
    isInBatch: Bool = false, remarks: [ResultRemark] = []
  ) {
    self.kind = kind
    self.target = target
    self.caller = caller
    self.database = database
    self.unresolved = unresolved
    self.location = location
    self.function = function
    self.repetition = repetition
    self.isInTransaction = isInTransaction
    self.isInBatch = isInBatch
    self.remarks = remarks
  }
}

/// A request inside a loop.
package enum Repetition: Hashable, Sendable {
  /// Once per document of a result; the place is that of the request that brought it.
  case perDocument(of: SourceLocation)
  /// Once per element of some other list; how many there are at most, where the code says so.
  case perElement(atMost: Int?)
  /// In a loop with a condition, or a timer.
  case repeated
}

/// What code does with a result that decides what reading it is worth.
package enum ResultRemark: Hashable, Sendable {
  /// Documents are filtered after they were read and billed.
  case filteredAfterRead(SourceLocation)
  /// Nothing is used of a result but how many documents it has.
  case onlyCounted(SourceLocation)
  /// The cursor is a document that the request at this place read for it.
  case cursorFromRead(SourceLocation)
}
