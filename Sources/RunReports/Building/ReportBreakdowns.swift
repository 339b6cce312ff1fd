import Diagnostics
import FirestoreModel
import FirestoreRulesEnforcement
import Metering
import Simulation
import Workloads

// The figures of a variant, apart by day, actor, listener, rule and collection.

extension ReportBuilder {
  /// Every day that the period touches, in the offset of its clock.
  func days(_ index: Int, _ operations: [OperationReport]) -> [DayReport] {
    let ledger = outcomes[index].ledger
    let calendar = VirtualCalendar(suite.variants[index].workload.clock)
    let first = suite.variants[index].workload.clock.firstDate
    let accounts = Dictionary(ledger.userDays.map { ($0.day, $0) }) { earlier, _ in earlier }
    var course = pricing(index).map { BillCourse($0, of: period(index), days: Int64(calendar.touchedDays)) }
    return (0..<calendar.touchedDays).map { offset in
      let date = CalendarDate(daysSinceEpoch: first.daysSinceEpoch + offset)
      let account = accounts[date]
      return DayReport(
        number: Int64(offset) + 1, date: date, tally: account?.tally ?? .zero,
        hours: account?.hours ?? [Int64](repeating: 0, count: 24),
        readsByOperation: operations.map { operation in
          account.map { ledger.reads(of: Text(operation.name), on: $0) } ?? 0
        }, cost: course?.add(account?.byQuotaDay ?? []))
    }
  }

  /// In the order of the workload.
  func roles(_ index: Int) -> [RoleReport] {
    let outcome = outcomes[index]
    return suite.variants[index].workload.actors.map { actor in
      RoleReport(
        name: actor.name, instances: actor.count, sessions: outcome.notes.sessions[actor.name]?.value ?? 0,
        isServer: actor.client.platform == .server, tally: outcome.ledger.roles[Text(actor.name)] ?? .zero)
    }
  }

  /// In the order of their names.
  func listeners(_ index: Int) -> [ListenerReport] {
    let outcome = outcomes[index]
    return outcome.ledger.operations.compactMap { account in
      // Those of the Realtime Database have no lifetimes here: what they cost is bytes.
      guard let note = outcome.notes.operations[account.name], let median = note.lifetimes.median else { return nil }
      return ListenerReport(
        operation: account.name.string, attaches: note.attached.value, resumed: note.resumed.value,
        initialReads: account.listening.initialReads, deltaReads: account.listening.deltaReads,
        reissuedReads: account.listening.reissuedReads,
        lifetimes: ListenerReport.Lifetimes(
          minimum: note.lifetimes.minimum, median: median, maximum: note.lifetimes.maximum))
    }
  }

  /// Those that cause most first.
  func ruleReads(_ index: Int) -> [RuleReadReport] {
    guard index < input.surroundings.count, let access = input.surroundings[index].access else { return [] }
    return outcomes[index].ledger.ruleReads.compactMap { site, reads in
      access.place(ofExpression: site).map {
        RuleReadReport(location: $0.location, expression: $0.text, reads: reads)
      }
    }.sorted { ($1.reads, $0.location.span.start) < ($0.reads, $1.location.span.start) }
  }

  /// In the order of their names.
  func fanOut(_ index: Int) -> [WriteFanOutReport] {
    outcomes[index].notes.fanOut.map { collection, fanOut in
      WriteFanOutReport(
        collection: collection, writes: fanOut.writes.value, indexEntries: fanOut.entries.value,
        bytes: fanOut.bytes.value)
    }.sorted { Text($0.collection) < Text($1.collection) }
  }
}

extension ClockSetting {
  /// The date of `start`, in its offset.
  fileprivate var firstDate: CalendarDate {
    let midnight = moment(day: 1, timeOfDay: .zero)
    let local = Int128(midnight.microseconds) + Int128(utcOffset) * 1_000_000
    return CalendarDate(daysSinceEpoch: Int(clamping: local / Int128(TimeSpan.day.microseconds)))
  }
}
