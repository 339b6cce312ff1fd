import Diagnostics
package import Metering

/// Shares with one decimal, cut and not rounded up, so that 99.99 % is never 100 %.
package enum Percentage {
  package static func text(_ part: Int64, of whole: Int64) -> String {
    guard whole > 0 else { return "–" }
    let permille = Int128(part) * 1000 / Int128(whole)
    let magnitude = permille.magnitude
    return (permille < 0 ? "−" : "") + "\(Grouped.count(Int64(clamping: magnitude / 10))).\(magnitude % 10) %"
  }

  /// The change from one count to another: `−95.0 %`.
  package static func change(from base: Int64, to value: Int64) -> String {
    guard base > 0 else { return "–" }
    let text = text(value - base, of: base)
    return value > base ? "+" + text : value == base ? "±0.0 %" : text
  }
}

extension RunReport {
  private static let coveredByQuota = "within the free quota"

  /// Whether variants are compared by their bills: all are known, and the baseline's is not zero. Else by their reads.
  package var comparesBills: Bool {
    variants.first?.completeBill?.isZero == false && variants.allSatisfy { $0.completeBill != nil }
  }

  /// How a variant differs from the baseline: of the bill or of the reads, as ``comparesBills`` says.
  package func comparison(of variant: VariantReport) -> String {
    guard let base = variants.first, variant.name != base.name else { return "—" }
    guard comparesBills, let before = base.completeBill, let after = variant.completeBill else {
      return Percentage.change(from: base.reads, to: variant.reads)
    }
    // The free quota takes what is left: that is no measure of what is saved.
    let isUsed = variant.reads > 0 || variant.tally.writes > 0 || variant.realtime.map { $0.bytes > 0 } ?? false
    if after.isZero, isUsed { return Self.coveredByQuota }
    let scale = Rational(1_000_000)
    func whole(_ amount: Rational) -> Int64 { Int64((amount * scale).decimal(places: 0)) ?? 0 }
    return Percentage.change(from: whole(before), to: whole(after))
  }
}

extension MonthlyCost {
  /// A part of the bill, as the whole of it is written.
  package func text(of amount: Rational) -> String {
    amount.money(currency: currency, isVerified: amount.isZero || unverified.isEmpty)
  }
}

/// How figures of a report are written for people.
package enum FigureText {
  /// Whole numbers when it is one, else one decimal.
  package static func perDay(_ count: Int64, days: Int64) -> String {
    let perDay = Rational(count) / Rational(max(1, days))
    return perDay.denominator == 1 ? perDay.description : perDay.decimal(places: 1)
  }

  /// `$5,400.00`; `≥ $1.49` where a part that was used has no price: what has none is never shown as free.
  package static func bill(_ month: MonthlyCost?) -> String {
    guard let month else { return "unknown" }
    if month.amount.isZero, !month.unpriced.isEmpty { return "unknown" }
    let known = month.amount.money(currency: month.currency, isVerified: month.unverified.isEmpty)
    return month.unpriced.isEmpty ? known : "≥ \(known)"
  }

  /// `1–50–1,000`: the smallest, the median and the largest; one number when all calls are alike.
  package static func perCall(_ operation: OperationReport) -> String {
    guard let reads = operation.readsPerCall else { return "–" }
    if reads.minimum == reads.maximum { return Grouped.count(reads.minimum) }
    return [reads.minimum, reads.median, reads.maximum].map(Grouped.count).joined(separator: "–")
  }

  /// The parts of the reads, the largest ones being what is to be saved.
  package static func components(_ tally: Tally) -> String {
    let changes = [
      (name: "writes", reads: tally.writes), (name: "deletes", reads: tally.deletes),
      (name: "TTL deletes", reads: tally.ttlDeletes),
    ]
    return (ReadComponents(tally).all + changes).filter { $0.reads != 0 }
      .map { "\($0.name) \(Grouped.count($0.reads))" }.joined(separator: ", ")
  }

  /// `1.2 GiB`, one decimal, cut.
  package static func bytes(_ count: Int64) -> String {
    let units = ["bytes", "KiB", "MiB", "GiB", "TiB", "PiB"]
    var unit = 0
    var scale: Int64 = 1
    while unit < units.count - 1, count / scale >= 1024 {
      scale *= 1024
      unit += 1
    }
    guard unit > 0 else { return "\(count) bytes" }
    let tenths = Int128(count) * 10 / Int128(scale)
    return "\(Grouped.count(Int64(clamping: tenths / 10))).\(tenths % 10) \(units[unit])"
  }

  /// What another answer would change: the figures that it changes.
  package static func change(_ assumption: AssumptionReport, _ book: RunReport.Book?) -> String {
    let counts: [(Int64, String)] = [
      (assumption.change.reads, "reads"), (assumption.change.writes, "writes"),
      (assumption.change.deletes, "deletes"), (assumption.change.realtimeBytes, "bytes of the Realtime Database"),
    ]
    var parts = counts.filter { $0.0 != 0 }.map { "\(Grouped.signed($0.0)) \($0.1)" }
    if let change = assumption.monthlyChange, !change.isZero, let book {
      let sign = change > .zero ? "+" : ""
      parts.append("\(sign)\(change.money(currency: book.currency)) a month")
    }
    return parts.isEmpty ? "only what the reads are made of" : parts.joined(separator: ", ")
  }
}
