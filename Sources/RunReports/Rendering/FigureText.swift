import Diagnostics
package import Metering

/// Shares and changes, rounded half away from zero.
package enum Percentage {
  /// A share with one decimal.
  package static func text(_ part: Int64, of whole: Int64) -> String {
    guard whole > 0 else { return "–" }
    return text(permille: permille(Rational(part) / Rational(whole)))
  }

  /// `95 %`
  package static func whole(_ share: Rational) -> String { "\(Grouped.count(rounded(share, of: 100))) %" }

  /// Of a share.
  package static func permille(_ share: Rational) -> Int64 { rounded(share, of: 1_000) }

  /// What is not all is never 100 %.
  private static func rounded(_ share: Rational, of all: Int64) -> Int64 {
    let rounded = (share * Rational(all)).rounded
    let isPart = share < Rational(1) && share > Rational(-1)
    return isPart ? min(max(rounded, 1 - all), all - 1) : rounded
  }

  private static func text(permille: Int64) -> String {
    let magnitude = permille.magnitude
    return (permille < 0 ? "−" : "") + "\(Grouped.count(Int64(clamping: magnitude / 10))).\(magnitude % 10) %"
  }

  /// The change from one count to another: `−95.0 %`.
  package static func change(from base: Int64, to value: Int64) -> String {
    change(by: Rational(value) - Rational(base), of: Rational(base))
  }

  /// `+38.9 %`; an en dash where there was nothing before. What is left over is a share, what is added is none: what
  /// almost doubles has grown by 100 %.
  package static func change(by difference: Rational, of base: Rational) -> String {
    guard base > .zero else { return "–" }
    let permille =
      difference < .zero ? permille(difference / base) : (difference / base * Rational(1_000)).rounded
    return (permille > 0 ? "+" : permille < 0 ? "" : "±") + text(permille: permille)
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

  /// `7 more writes`: what a variant does more of, where it is compared by its reads.
  package func added(by variant: VariantReport) -> [String] {
    guard !comparesBills, let base = variants.first else { return [] }
    return [("write", \Tally.writes), ("delete", \Tally.deletes)].compactMap { word, count in
      let more = variant.tally[keyPath: count] - base.tally[keyPath: count]
      return more > 0 ? "\(Grouped.counted(more, "more \(word)"))" : nil
    }
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
  /// `1,000`, `46.2`: whole numbers when it is one, else one decimal, rounded half away from zero.
  package static func amount(_ amount: Rational, places: Int = 1) -> String {
    let magnitude = amount < .zero ? amount.negated : amount
    let digits = magnitude.denominator == 1 ? magnitude.description : magnitude.decimal(places: places)
    let isNegative = amount < .zero && digits.contains { ("1"..."9").contains($0) }
    return (isNegative ? "−" : "") + Grouped.decimal(digits)
  }

  package static func perDay(_ count: Int64, days: Int64) -> String {
    amount(Rational(count) / Rational(max(1, days)))
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

  /// `1.2 GiB`, one decimal, rounded half up.
  package static func bytes(_ count: Int64) -> String {
    let units = ["bytes", "KiB", "MiB", "GiB", "TiB", "PiB"]
    guard count >= 1024 else { return "\(count) bytes" }
    var (unit, scale) = (1, Int128(1024))
    // What becomes 1,024 by rounding goes into the next unit.
    func tenths() -> Int128 { (Int128(count) * 20 + scale) / (scale * 2) }
    while unit < units.count - 1, tenths() >= 10_240 {
      scale *= 1024
      unit += 1
    }
    return "\(Grouped.count(Int64(clamping: tenths() / 10))).\(tenths() % 10) \(units[unit])"
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
