import FirestoreModel
import FirestoreService
import Metering

/// What was billed, by operation, test, database and kind of event.
struct ServedLedger {
  struct Account: Hashable {
    var operation: Text
    var test: Text?
    var database: Database
    /// Nil: it billed nothing whatever happened.
    var kind: BillingEvent.Kind?
  }

  enum Database: Hashable {
    case firestore(DatabaseName)
    /// An instance of the Realtime Database.
    case realtime(Text)

    var name: Text {
      switch self {
      case .firestore(let name): Text("projects/\(name.project)/databases/\(name.database)")
      case .realtime(let instance): instance
      }
    }
  }

  struct Sum {
    var requests = 0
    var denied = 0
    var refused = 0
    var listeners = 0
    /// Of the listeners: those that read everything again although their clients knew something.
    var restarted = 0
    var tally = Tally()

    mutating func add(_ other: Sum) {
      requests += other.requests
      denied += other.denied
      refused += other.refused
      listeners += other.listeners
      restarted += other.restarted
      tally.add(other.tally)
    }
  }

  /// Clients name operations and tests; what comes when there are that many accounts is booked under one name.
  static let limit = 20_000
  static let others: Text = "(others)"
  /// Users whose requests are summed up apart.
  static let callerLimit = 1_000

  /// When counting began.
  let since: Timestamp
  private(set) var total = Sum()
  private(set) var accounts: [Account: Sum] = [:]
  /// By the names of those who asked.
  private(set) var callers: [Text: Sum] = [:]
  private(set) var minutes = MinuteTable()

  init(since: Timestamp) { self.since = since }

  mutating func add(_ request: ServedRequest, _ tally: Tally, operation: Text) {
    var sum = Sum()
    sum.tally = tally
    sum.requests = request.isNewRequest ? 1 : 0
    // A client that resumes attaches a listener of its own here: whether it is the one before, nobody can tell.
    let kinds: [BillingEvent.Kind] = [.listenInitial, .listenResume, .listenReissue]
    let attaches = request.billing.map { kinds.contains($0.kind) } ?? false
    sum.listeners = request.outcome == .served && attaches ? 1 : 0
    sum.restarted = sum.listeners == 1 && request.billing?.kind == .listenReissue ? 1 : 0
    switch request.outcome {
    case .served: break
    case .denied: sum.denied = 1
    case .refused: sum.refused = 1
    }
    add(
      sum,
      to: Account(
        operation: operation, test: request.context.test, database: .firestore(request.database),
        kind: request.billing?.kind),
      by: Text(request.context.caller.callerName).shortened, at: request.time)
  }

  mutating func add(_ sum: Sum, to account: Account, by caller: Text, at time: Timestamp) {
    total.add(sum)
    minutes.add(sum, at: time)
    let isKnown = callers.count < Self.callerLimit || callers[caller] != nil
    callers[isKnown ? caller : Self.others, default: Sum()].add(sum)
    var account = account
    if accounts.count >= Self.limit, accounts[account] == nil {
      account = Account(
        operation: Self.others, test: nil,
        database: .firestore(DatabaseName(project: Self.others, database: Self.others)), kind: nil)
    }
    accounts[account, default: Sum()].add(sum)
  }
}
