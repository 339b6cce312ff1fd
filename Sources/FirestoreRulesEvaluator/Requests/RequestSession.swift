package import FirestoreModel

/// What bounds the documents that rules may read for a request.
package enum RequestExtent: Hashable, Sendable {
  /// A get, a write, or a commit of one write: 10 documents.
  case single
  /// A commit of several writes or a get of several documents: 20 documents, and 10 for each of them.
  case several
  /// A query: 20 documents.
  case list
}

/// What the evaluations for one request share: what has been read and what may still be used.
///
/// One per request; a commit uses one for all its writes and calls ``beginOperation()`` before each of them.
package struct RequestSession<Reader: DocumentReader> {
  package let reader: Reader
  var ledger: RequestLedger

  package init(_ reader: Reader, extent: RequestExtent = .single, semantics: Semantics = .live) {
    self.reader = reader
    ledger = RequestLedger(extent: extent, semantics: semantics)
  }

  init(_ reader: Reader, ledger: RequestLedger) {
    self.reader = reader
    self.ledger = ledger
  }

  /// The next write or document of the request begins. The documents stay known; the budget of expressions starts
  /// again, since it bounds the evaluation of one document's rules. (That a commit of 500 writes does not share one
  /// thousand is what large batches show in practice; it is not among the recordings.)
  package mutating func beginOperation() { ledger.beginOperation() }

  /// Hands the ledger over without a copy; the session has none until it is given back.
  mutating func takeLedger() -> RequestLedger {
    var empty = RequestLedger(extent: ledger.extent, semantics: .live)
    swap(&ledger, &empty)
    return empty
  }

  /// Expressions evaluated since the operation began.
  package var expressionCount: Int { ledger.expressionCount }
  /// Documents read for the request, in the order of the first access; each is one billed read.
  package var documentsRead: [DocumentPath] { ledger.documentsRead }
  /// The expression that asked for each of ``documentsRead`` first.
  package var readSites: [Int] { ledger.readSites }
  /// Accesses that were answered without a read.
  package var cachedAccesses: Int { ledger.cachedAccesses }

  /// Counts evaluated expressions.
  @inline(__always) mutating func charge(_ count: Int = 1) throws(BudgetExceeded) {
    ledger.expressionCount &+= count
    if ledger.expressionCount > EvaluationLimits.expressions { throw BudgetExceeded() }
  }
}

/// The request has evaluated more than 1,000 expressions, which no operator absorbs: it is denied at once.
package struct BudgetExceeded: Error, Hashable, Sendable {}

/// What of a session does not depend on the reader.
struct RequestLedger: Sendable {
  let extent: RequestExtent
  let semantics: Semantics
  var expressionCount = 0
  private(set) var documentsRead: [DocumentPath] = []
  private(set) var readSites: [Int] = []
  private(set) var cachedAccesses = 0
  /// Documents that earlier operations of the request have read.
  private var readBefore = 0
  private var documents: [DocumentPath: AccessedDocument] = [:]

  init(extent: RequestExtent, semantics: Semantics) {
    self.extent = extent
    self.semantics = semantics
  }

  mutating func beginOperation() {
    expressionCount = 0
    readBefore = documentsRead.count
  }

  /// The same operation once more: what it read stays known, and counts as before.
  mutating func repeatOperation() { expressionCount = 0 }

  /// What has been used so far.
  var counts: (expressions: Int, documents: Int, cached: Int) { (expressionCount, documentsRead.count, cachedAccesses) }

  /// Nil when one document more may be read, otherwise the limit that forbids it.
  private var exhaustedLimit: Int? {
    let total = documentsRead.count
    switch extent {
    case .single: return total < EvaluationLimits.singleAccesses ? nil : EvaluationLimits.singleAccesses
    case .list: return total < EvaluationLimits.requestAccesses ? nil : EvaluationLimits.requestAccesses
    case .several:
      if total >= EvaluationLimits.requestAccesses { return EvaluationLimits.requestAccesses }
      let operation = total - readBefore
      return operation < EvaluationLimits.operationAccesses ? nil : EvaluationLimits.operationAccesses
    }
  }

  /// What is known of a document, after counting the access; the first access of each document counts, whichever of the
  /// four functions it is.
  /// - Parameter site: the expression that asks.
  mutating func access(_ path: DocumentPath, from site: Int) throws(EvaluationError) -> AccessedDocument {
    if let document = documents[path] {
      cachedAccesses += 1
      return document
    }
    if let limit = exhaustedLimit { throw .accessLimit(limit) }
    documentsRead.append(path)
    readSites.append(site)
    let document = AccessedDocument()
    documents[path] = document
    return document
  }

  mutating func remember(_ document: AccessedDocument, at path: DocumentPath) { documents[path] = document }
}

/// A document that rules have read, before and after the request: null when there is none.
struct AccessedDocument: Sendable {
  var before: RuleValue?
  var after: RuleValue?
}

extension RequestSession {
  /// Reads a document for a rule, or says why not.
  /// - Parameter site: the expression that asks.
  mutating func read(_ function: DocumentFunction, _ path: RulePath, database: Text, from site: Int) -> RuleOutcome {
    if case .testAPI(let mocks) = ledger.semantics { return mocks.answer(to: function, path) }
    // An empty id cannot be one of a document; whether production looks it up all the same has not been recorded.
    guard let document = path.document(in: database), !document.segments.contains(where: \.isEmpty) else {
      return .error(.notADocument(path.text))
    }
    do throws(EvaluationError) {
      let value = try value(of: document, after: function.seesAfter, database: database, from: site)
      if function.returnsDocument { return .value(value) }
      return .value(.boolean(!value.isNull))
    } catch {
      return .error(error)
    }
  }

  private mutating func value(
    of path: DocumentPath, after: Bool, database: Text, from site: Int
  ) throws(EvaluationError) -> RuleValue {
    var document = try ledger.access(path, from: site)
    if let known = after ? document.after : document.before { return known }
    let found = after ? reader.documentAfter(at: path) : reader.document(at: path)
    // A missing document is null, which can be compared; only its members are errors (observed in production).
    let value = found.map { $0.ruleValue(database: database) } ?? .null
    if after { document.after = value } else { document.before = value }
    ledger.remember(document, at: path)
    return value
  }
}

extension RuleValue {
  fileprivate var isNull: Bool {
    if case .null = self { true } else { false }
  }
}
