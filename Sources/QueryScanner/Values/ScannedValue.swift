package import Diagnostics
package import FirestoreModel
package import QueryModel

/// What is known about a value of the code that is read. Values that cannot lead to a query are `unknown`.
package indirect enum ScannedValue: Hashable, Sendable {
  case unknown(UnknownValue)
  case null
  case boolean(Bool)
  case integer(Int64)
  /// A double, a time, a position: a value whose content does not matter here.
  case scalar
  case text([TextPiece])
  case list(ScannedList)
  /// Objects, dictionaries, maps: in the order of the code.
  case record([ScannedEntry])
  /// The signed-in user's own id: `request.auth.uid`.
  case userID
  case database(DatabaseHandle)
  /// Where documents are, with whatever has been asked of them so far; a collection is a query without constraints.
  case query(QueryDraft)
  case document(DocumentHandle)
  /// `where(…)`, `orderBy(…)`, `limit(…)` as values of their own (Web SDK), and filters that combine others.
  case constraint(QueryConstraint)
  /// A field path; also `FieldPath.documentID()`.
  case field(FieldPath)
  case direction(Direction)
  case aggregation(Aggregation.Operator)
  /// A server timestamp, increment or the like: only ever written.
  case transform
  /// What the server of the Realtime Database fills in.
  case serverValue(RealtimeServerValue)
  /// What a request answers, or a part of it.
  case result(ScannedResult)
  case realtime(RealtimeDraft)
  /// One of these; never nested, never fewer than two, none twice.
  case alternatives([ScannedValue])
}

/// Why a value is not known.
package struct UnknownValue: Hashable, Sendable {
  package enum Cause: Hashable, Sendable {
    /// A parameter of a function that nothing known calls.
    case parameter
    /// The declaration stands outside of what is read.
    case undeclared
    /// A package that is neither read nor an SDK's made it.
    case foreign
    /// A number made from one that was read.
    indirect case changed(ReadNumber)
    case other
  }

  package var cause: Cause
  /// How the code calls it, for messages and for hints such as `userId`.
  package var name: String?
  /// How many elements it has at most if it is a list, where the code says so.
  package var maximumCount: Int?
  /// Where the condition stands in its source that the value is the answer of.
  var condition: Int?

  package init(_ cause: Cause = .other, name: String? = nil) {
    self.cause = cause
    self.name = name
  }

  /// Most have nothing but a name, and every state that holds one is told apart by its hash.
  package func hash(into hasher: inout Hasher) {
    let isNumber: Bool = if case .changed = cause { true } else { false }
    var parts = isNumber ? 1 : 0
    if name != nil { parts |= 2 }
    if maximumCount != nil { parts |= 8 }
    if condition != nil { parts |= 128 }
    switch cause {
    case .parameter: parts |= 16
    case .undeclared: parts |= 32
    case .foreign: parts |= 64
    case .changed, .other: break
    }
    hasher.combine(parts)
    if let name { hasher.combine(name) }
    if let maximumCount { hasher.combine(maximumCount) }
    if let condition { hasher.combine(condition) }
    if case .changed(let number) = cause { hasher.combine(number) }
  }
}

package enum RealtimeServerValue: Hashable, Sendable { case timestamp, increment }

package enum TextPiece: Hashable, Sendable {
  case literal(String)
  case userID
  /// A key that was made for a new child of the Realtime Database; the same number is the same key.
  case newKey(Int)
  case unknown
}

package struct ScannedList: Hashable, Sendable {
  package var elements: [ScannedValue]
  /// There may be more than these.
  package var isOpen: Bool
  /// A loop has added to it, once as far as is followed, and as often as the run likes.
  package var hasGrown = false
  /// How many there are at most of an open list, where the code says so.
  package var openMaximum: Int?

  package init(_ elements: [ScannedValue], isOpen: Bool = false) {
    self.elements = elements
    self.isOpen = isOpen
  }
}

package struct ScannedEntry: Hashable, Sendable {
  /// A name that code cannot write when only ``pieces`` of it are known.
  package let key: String
  package var value: ScannedValue
  /// Nil when all of the key is known.
  package let pieces: [TextPiece]?

  package init(_ key: String, _ value: ScannedValue) {
    self.key = key
    self.value = value
    pieces = nil
  }

  /// An entry whose key is a value of the code; perhaps only the run knows all of it.
  package init(key name: ScannedValue, _ value: ScannedValue) {
    let pieces = name.textPieces
    self.value = value
    if pieces.count == 1, case .literal(let text) = pieces[0] {
      key = text
      self.pieces = nil
    } else {
      key = "\0" + pieces.map { "\($0)" }.joined()
      self.pieces = pieces
    }
  }

  /// Stands for entries of which nothing is known.
  package static var anything: ScannedEntry { ScannedEntry(key: .unknown(UnknownValue()), .unknown(UnknownValue())) }

  /// The key as a value of the code.
  package var name: ScannedValue { .text(pieces ?? [.literal(key)]) }
}

extension [ScannedEntry] {
  /// Keys that assignments add to a record; what comes later is left open.
  private static let most = 512

  /// Sets the value of a key, which then stands last. A key that is not known leaves open what else is written.
  package mutating func set(_ key: ScannedValue, _ value: ScannedValue) {
    set(ScannedEntry(key: key, value))
  }

  package mutating func set(_ entry: ScannedEntry) {
    guard count < Self.most else {
      // One after the other they would take as long as all before them together.
      if last?.key != ScannedEntry.anything.key { append(.anything) }
      return
    }
    if let place = firstIndex(where: { $0.key == entry.key }) { remove(at: place) }
    append(entry)
  }

  /// The last entry of each key, in the order of the last ones. Keys that only the run knows may all be others.
  package var lastOfEachKey: [ScannedEntry] {
    var seen: Set<String> = []
    return reversed().filter { $0.pieces != nil && $0 != .anything || seen.insert($0.key).inserted }.reversed()
  }

  /// Something is in it of which nothing is known.
  package mutating func open() { set(.anything) }
}

package struct DatabaseHandle: Hashable, Sendable {
  /// Nil: known only at run time.
  package var id: Text?
  package var caller: ScannedRequest.Caller

  package init(id: Text? = "(default)", caller: ScannedRequest.Caller) {
    self.id = id
    self.caller = caller
  }
}

package struct DocumentHandle: Hashable, Sendable {
  package var path: PathTemplate
  /// Nil when the path is unknown as a whole: then `path` is one unknown segment.
  package var isKnown: Bool
  package var database: DatabaseHandle
  /// The SDK throws at the path.
  package var refusal: SDKRefusal?

  package init(path: PathTemplate, isKnown: Bool = true, database: DatabaseHandle) {
    self.path = path
    self.isKnown = isKnown
    self.database = database
  }
}

/// A constraint that has not met its query yet.
package indirect enum QueryConstraint: Hashable, Sendable {
  case filter(DraftFilter)
  case order(FieldPath, DraftDirection)
  case limit(Int32?, fromEnd: Bool)
  case offset(Int32?)
  case start(DraftCursor)
  case end(DraftCursor)
  case select([FieldPath])
  /// One that is thrown at.
  case refused(QueryConstraint, SDKRefusal)
  /// None itself: those beside it are some of more that are possible.
  case variants
  /// Nothing is known about it.
  case unknown
}

/// The draft of a filter: what it compares and how, each perhaps unknown.
package indirect enum DraftFilter: Hashable, Sendable {
  /// `op` nil: the comparison is known only at run time. Unknown fields are `FieldPath.unknown`.
  case field(FieldPath, FieldOperator?, Operand)
  case unary(FieldPath, UnaryOperator)
  case and([DraftFilter])
  case or([DraftFilter])
  /// A comparison with a list that has so many elements at most.
  case bounded(DraftFilter, count: Int)
  /// One that is thrown at.
  case refused(DraftFilter, SDKRefusal)
  /// Nothing is known about it.
  case unknown
}

package enum DraftDirection: Hashable, Sendable {
  case known(Direction)
  case unknown
}

package struct DraftCursor: Hashable, Sendable {
  package enum Position: Hashable, Sendable {
    case values([Operand])
    /// A document; the place is that of the request that read it just for this, if one did.
    case document(readBy: SourceLocation?)
    /// One value of which nothing is known; where a value has no order to belong to, it is a document.
    case single
    case unknown
  }

  package var position: Position
  /// As in ``Cursor``.
  package var before: Bool

  package init(_ position: Position, before: Bool) {
    self.position = position
    self.before = before
  }
}

/// The answer of a request, or something made of it.
package struct ScannedResult: Hashable, Sendable {
  package enum Part: Hashable, Sendable {
    /// A query snapshot, or the task or promise of one.
    case snapshot
    /// The documents or changes of a snapshot, also mapped to models.
    case documents
    /// One document, a snapshot or its data.
    case document
  }

  package var part: Part
  /// The request that brings it.
  package var location: SourceLocation
  /// What it was asked of.
  package var target: ScannedRequest.Target
  package var database: DatabaseHandle

  package init(part: Part, location: SourceLocation, target: ScannedRequest.Target, database: DatabaseHandle) {
    self.part = part
    self.location = location
    self.target = target
    self.database = database
  }

  package func with(_ part: Part) -> ScannedResult {
    var copy = self
    copy.part = part
    return copy
  }
}
