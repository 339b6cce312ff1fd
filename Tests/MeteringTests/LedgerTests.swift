import FirestoreModel
import Testing

@testable import Metering

@Suite("Ledger") struct LedgerTests {
  static func event(
    _ event: BillingEvent, _ operation: Text, actor: Int = 1, session: Int = 0, at time: String = "2026-01-05T20:00:00Z"
  ) -> BillingEvent {
    var event = event
    event.operationName = operation
    event.actor = BillingEvent.Actor(role: "member", instance: actor, session: session)
    event.time = Timestamp(rfc3339: time) ?? Timestamp(microseconds: 0)
    return event
  }

  /// Two members, folded three times: a listener of 10 with deliveries, a get in each session.
  static var sample: Ledger {
    var ledger = Ledger()
    for session in 1...2 {
      var open = event(.listenInitial(ReadWork(documents: 10)), "chat.open", session: session)
      var change = event(.listenDelta(ListenerChanges(modified: Int64(session))), "chat.open", session: session)
      var get = event(.get(found: session == 1), "profile", session: session)
      (open.multiplicity, change.multiplicity, get.multiplicity) = (3, 3, 3)
      open.responseBytes = 1_000
      for one in [open, change, get] { ledger.record(one) }
    }
    ledger.record(event(.commit(WriteWork(writes: 2, deletes: 1, withoutEffect: 1)), "send", actor: 2))
    return ledger
  }

  @Test("totals and accounts")
  func accounts() throws {
    let ledger = Self.sample
    #expect(ledger.events == 7)
    #expect(ledger.total.reads == 3 * (10 + 1 + 1) + 3 * (10 + 2 + 1))
    #expect([ledger.total.writes, ledger.total.deletes, ledger.total.bytes] == [2, 1, 6_000])
    #expect(ledger.operations.map(\.name) == ["chat.open", "profile", "send"])
    #expect(ledger.operations.map(\.calls) == [6, 6, 1])
    #expect(ledger.operations.map(\.tally.reads) == [69, 6, 0])
    #expect(ledger.operations.map(\.listeners) == [6, 0, 0])
    #expect(ledger.roles.mapValues(\.reads) == ["member": 75])
    #expect(ledger.days.map { "\($0.key) \($0.value.reads)" } == ["2026-01-05 75"])
    #expect(ledger.dailyUsage.values.map(\.writes) == [2])
  }

  @Test("a call has the deliveries of its listener")
  func calls() throws {
    let open = try #require(Self.sample.operation(named: "chat.open"))
    #expect(open.callsByReads == [11: 3, 12: 3])
    let perCall = try #require(open.readsPerCall)
    #expect([perCall.minimum, perCall.median, perCall.maximum] == [11, 11, 12])
    #expect([open.peak.call.reads, open.peak.session.reads, open.peak.userDay.reads] == [12, 12, 23])
    let all = Self.sample.peak
    #expect([all.session.reads, all.userDay.reads, all.userDay.listeners] == [13, 25, 2])
  }

  @Test("only those that were attached are listeners")
  func attached() {
    var ledger = Ledger()
    ledger.record(.denied(.listenInitial, ruleReads: 1))
    ledger.record(.refused(.listenInitial))
    #expect(ledger.listeners == 0)
    ledger.record(.listenInitial(ReadWork(documents: 2)))
    var resumed = BillingEvent.listenResume(ListenerChanges())
    ledger.record(resumed)
    #expect(ledger.listeners == 1)
    // The screen was closed and opened again.
    resumed.startsCall = true
    ledger.record(resumed)
    #expect(ledger.listeners == 2)
  }

  @Test("waste by class")
  func waste() {
    var ledger = Self.sample
    ledger.record(.query(ReadWork()))
    ledger.record(.query(ReadWork(documents: 1, skipped: 10)))
    ledger.record(.listenReissue(ReadWork(documents: 8)))
    ledger.record(.commit(WriteWork(verifies: 2)))
    var repeated = BillingEvent.listenInitial(ReadWork(documents: 4))
    repeated.repeatsOtherClient = true
    ledger.record(repeated)
    let expected: [Waste.Class: Int64] = [
      .missingGets: 3, .writesWithoutEffect: 1, .emptyResults: 1, .offsetSkips: 10, .reissuedListeners: 8,
      .verifyReads: 2, .repeatedTargets: 4,
    ]
    #expect(ledger.waste.amounts == expected)
    #expect(ledger.total.reissued == 8)
  }

  @Test("the day of a server is no user's day")
  func serverDays() {
    for (servers, expected) in [([], 1), (["a"], 0)] as [(Set<Text>, Int64)] {
      var ledger = Ledger(userDayOffset: 0, servers: servers)
      var event = Self.event(.get(found: true), "x", at: "2026-01-05T10:00:00Z")
      event.actor = BillingEvent.Actor(role: "a", session: 1)
      ledger.record(event)
      #expect(ledger.peak.userDay.reads == expected)
      #expect(ledger.peak.session.reads == 1)
      #expect(ledger.operation(named: "x")?.peak.userDay.reads == 1)
    }
  }

  @Test("the days of users can have their own midnight")
  func userDays() {
    for (offset, expected) in [(nil, 2), (0, 1), (-36_000, 2)] as [(Int?, Int64)] {
      var ledger = Ledger(userDayOffset: offset)
      ledger.record(Self.event(.get(found: true), "a", at: "2026-01-05T10:00:00Z"))
      ledger.record(Self.event(.get(found: true), "a", at: "2026-01-06T07:00:00Z"))
      #expect(ledger.peak.userDay.reads == expected, "\(String(describing: offset))")
    }
  }

  @Test("sums that do not fit stay at the largest number")
  func overflow() {
    var ledger = Ledger()
    var huge = BillingEvent.query(ReadWork(documents: .max))
    huge.multiplicity = 1_000
    ledger.record(huge)
    ledger.record(huge)
    #expect(ledger.total.documents == .max)
    #expect(ledger.total.reads == .max)
    #expect(ledger.total.overflowed)
    var month = BillingEvent.listenInitial(ReadWork(documents: 1_000))
    month.multiplicity = 300_000
    var simulated = Ledger()
    for _ in 0..<1_000 { simulated.record(month) }
    #expect(simulated.total.reads == 300_000_000_000)
    #expect(!simulated.total.overflowed)
  }

  @Test("refused and denied calls are counted")
  func outcomes() throws {
    var ledger = Ledger()
    ledger.record(.refused(.query))
    ledger.record(.denied(.get, ruleReads: 2))
    let account = try #require(ledger.operation(named: ""))
    #expect([account.calls, account.refused, account.denied, account.tally.reads] == [2, 1, 1, 2])
  }
}

@Suite("Budgets") struct BudgetTests {
  static func budget(
    _ operation: Text?, _ metric: Usage.Metric, _ period: CostBudget.Period, _ maximum: Int64, warnAt: Int64? = nil
  ) -> CostBudget {
    CostBudget(
      operation: operation, metric: metric, period: period, maximum: Rational(maximum),
      warnAt: warnAt.map { Rational($0) / Rational(100) })
  }

  @Test(
    "measured and judged",
    arguments: [
      (budget("chat.open", .reads, .call, 12), .passed, 12), (budget("chat.open", .reads, .call, 11), .exceeded, 12),
      (budget("chat.open", .reads, .session, 12), .passed, 12),
      (budget("chat.open", .reads, .userDay, 22), .exceeded, 23),
      (budget("chat.open", .reads, .day, 69), .passed, 69), (budget("chat.open", .reads, .run, 68), .exceeded, 69),
      (budget("chat.open", .reads, .month, 2_070), .passed, 2_070),
      (budget(nil, .reads, .userDay, 25, warnAt: 90), .nearlyUsed, 25),
      (budget(nil, .reads, .userDay, 28, warnAt: 90), .passed, 25), (budget(nil, .reads, .run, 74), .exceeded, 75),
      (budget(nil, .writes, .run, 2), .passed, 2), (budget(nil, .deletes, .call, 0), .exceeded, 1),
      (budget(nil, .bytes, .day, 5_999), .exceeded, 6_000), (budget("chat.open", .listeners, .session, 1), .passed, 1),
      (budget("profile", .writes, .run, 0, warnAt: 90), .passed, 0),
    ] as [(CostBudget, BudgetResult.Verdict, Int64)])
  func verdicts(_ budget: CostBudget, _ verdict: BudgetResult.Verdict, _ measured: Int64) {
    let result = budget.evaluate(LedgerTests.sample, simulatedDays: 1)
    #expect(result == BudgetResult(budget: budget, verdict: verdict, measured: Rational(measured)))
  }

  @Test("an operation that nobody knows")
  func unknown() {
    let budget = Self.budget("chat.opne", .reads, .call, 5)
    #expect(budget.evaluate(LedgerTests.sample, simulatedDays: 1).verdict == .unknownOperation)
    let idle = budget.evaluate(LedgerTests.sample, simulatedDays: 1, knownOperations: ["chat.opne"])
    #expect(idle == BudgetResult(budget: budget, verdict: .passed, measured: .zero))
  }
}
