import Diagnostics
import Metering

/// All that a variant does, in one line: `2,400 reads · 4 writes · 0 deletes · 1.2 MiB sent · …`
struct VariantTotal {
  private let variant: VariantReport

  init(_ variant: VariantReport) { self.variant = variant }

  var text: String {
    let outside = variant.outsideWrites > 0 ? ["outside writes: \(Grouped.count(variant.outsideWrites))"] : []
    let denied = "\(Grouped.count(variant.correctness.denied)) denied"
    guard variant.usesFirestore else { return (outside + [denied]).joined(separator: " · ") }
    let tally = variant.tally
    let isAlone = variant.realtime == nil
    var parts = [
      Grouped.counted(tally.reads, "read"), Grouped.counted(tally.writes, "write"),
      Grouped.counted(tally.deletes, "delete"),
    ]
    if tally.ttlDeletes > 0 { parts.append(Grouped.counted(tally.ttlDeletes, "TTL delete")) }
    parts.append("\(FigureText.bytes(tally.bytes)) sent\(isAlone ? "" : " by Firestore")")
    parts.append("\(FigureText.bytes(variant.storedBytes)) stored on average\(isAlone ? "" : " in Firestore")")
    parts += outside + [denied]
    parts.append(Grouped.counted(variant.correctness.indexErrors, "index error"))
    return parts.joined(separator: " · ")
  }
}
