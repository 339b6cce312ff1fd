package import Diagnostics

extension WorkloadSuite {
  /// FB7031 for everybody who acts on some days of the week only, where the days played have another share of those than
  /// a week has: a month that is made of them is no month of weeks.
  package var partialWeekFindings: [Diagnostic] {
    var seen: Set<String> = []
    return variants.flatMap { variant in
      variant.workload.actors.compactMap { actor in
        guard let days = actor.sessions?.days, let finding = finding(actor, days, variant.workload.clock),
          seen.insert(actor.name).inserted
        else { return nil }
        return finding
      }
    }
  }

  /// Four weeks and more are a month themselves.
  private static let month = 28

  private func finding(_ actor: WorkloadActor, _ weekdays: Set<Weekday>, _ clock: ClockSetting) -> Diagnostic? {
    guard clock.days < Self.month, !weekdays.isEmpty else { return nil }
    let calendar = VirtualCalendar(clock)
    let active = calendar.days(on: weekdays)
    // Of who acts on none of them, each step that nobody comes to is said with this reason, if all that was written is played.
    guard active > 0 || isPartial else { return nil }
    let week = Weekday.allCases.count
    guard active * week != weekdays.count * calendar.days else { return nil }
    let whole = max(1, (calendar.days + week / 2) / week) * week
    return Diagnostic(
      .partialWeek,
      "\(QuotedText.of(actor.name)) acts on \(active) of the \(Counted.text(calendar.days, "day")) played, and on "
        + "\(weekdays.count) of the 7 of a week: the month is made of days like those played",
      at: location(actor.sessions?.span ?? actor.span),
      help: "play whole weeks: " + (otherDays == nil ? "`clock: {days: \(whole)}`" : "`--days \(whole)`"))
  }
}

extension VirtualCalendar {
  /// How many of the days played are such days of the week.
  package func days(on weekdays: Set<Weekday>) -> Int {
    (1...days).count { weekdays.contains(weekday(ofDay: $0)) }
  }
}
