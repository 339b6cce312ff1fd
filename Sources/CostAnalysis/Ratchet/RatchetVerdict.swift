package import Diagnostics
import FirestoreModel

/// Records beside what was measured.
package struct RatchetVerdict: Sendable {
  package struct Entry: Hashable, Sendable {
    package var key: OperationKey
    /// Nil: there was no record.
    package var recorded: RecordedReads?
    package var now: RecordedReads
  }

  /// Records that go down, in the order of the file.
  package var lowered: [Entry] = []
  /// Measured above the record, in the order of the file.
  package var exceeded: [Entry] = []
  /// Operations without a record, in the order in which they were measured.
  package var added: [Entry] = []
  package var unchanged: [Entry] = []
  /// Lower, or without a record, but of a run in which something was refused: left alone.
  package var partial: [Entry] = []
  /// Records of variants that were measured, whose operation was not called any more.
  package var gone: [Ratchet.Record] = []

  /// - Parameter ratchet: nil: there is no file yet, everything is new.
  package init(_ ratchet: Ratchet?, measured: [MeasuredReads]) {
    let records = ratchet?.records ?? []
    var byKey: [OperationKey: MeasuredReads] = [:]
    for entry in measured { byKey[entry.key] = entry }
    let variants = Set(measured.map { Scope($0.key) })
    for record in records {
      guard let found = byKey[record.key] else {
        if variants.contains(Scope(record.key)) { gone.append(record) }
        continue
      }
      let entry = Entry(key: record.key, recorded: record.reads, now: found.now)
      if found.now > record.reads {
        exceeded.append(entry)
      } else if found.now == record.reads {
        unchanged.append(entry)
      } else if found.isPartial {
        partial.append(entry)
      } else {
        lowered.append(entry)
      }
    }
    var known = Set(records.map(\.key))
    for entry in measured where known.insert(entry.key).inserted {
      let new = Entry(key: entry.key, recorded: nil, now: entry.now)
      if entry.isPartial { partial.append(new) } else { added.append(new) }
    }
  }

  private struct Operation: Hashable {
    var workload: Text
    var step: Text

    init(_ key: OperationKey) {
      workload = key.workload
      step = key.step
    }
  }

  private struct Scope: Hashable {
    var workload: Text
    var variant: Text

    init(_ key: OperationKey) {
      workload = key.workload
      variant = key.variant
    }
  }
}

extension RatchetVerdict {
  /// Whether the file would be another one.
  package var changesFile: Bool { !lowered.isEmpty || !added.isEmpty }

  /// FB7020 for every operation whose records are exceeded, however many variants have it, FB7005 (a warning) for every record of an operation that is gone.
  package func findings(in ratchet: Ratchet?) -> [Diagnostic] {
    guard let ratchet else { return [] }
    let names = ratchet.records.map(\.key).shortestNames
    var known: [Operation: Int] = [:]
    var exceeded: [Diagnostic] = []
    for entry in self.exceeded {
      guard let record = ratchet.record(of: entry.key) else { continue }
      // One change of a step shows in every variant that has it.
      if let index = known[Operation(entry.key)] {
        exceeded[index].notes.append(entry.note)
      } else if self.exceeded.count(where: { Operation($0.key) == Operation(entry.key) }) > 1 {
        // The step's own name accepts all of them.
        known[Operation(entry.key)] = exceeded.count
        exceeded.append(entry.finding(at: record, name: nil))
      } else {
        known[Operation(entry.key)] = exceeded.count
        exceeded.append(entry.finding(at: record, name: names[entry.key]))
      }
    }
    let candidates = (added.map(\.key) + unchanged.map(\.key) + lowered.map(\.key)).map(\.step.string)
    return exceeded + gone.map { Self.gone($0, among: candidates) }
  }

  private static func gone(_ record: Ratchet.Record, among steps: [String]) -> Diagnostic {
    let near = NearestName.of(record.key.step.string, among: steps)
    return Diagnostic(
      .unknownBudgetStep,
      "\(QuotedText.of(record.key.step.string)) is recorded, and `\(shown(record.key))` calls no such step",
      at: record.location, severity: .warning,
      help: near.map { "remove the record, or did you mean \(QuotedText.of($0))?" } ?? "remove the record")
  }

  private static func shown(_ key: OperationKey) -> String {
    QuotedText.singleLine("\(key.workload.string)/\(key.variant.string)")
  }
}

extension RatchetVerdict.Entry {
  fileprivate func finding(at record: Ratchet.Record, name: String?) -> Diagnostic {
    let step = name ?? key.step.string
    return Diagnostic(
      .ratchetExceeded, "\(QuotedText.of(step)) exceeds its recorded \(record.reads) \(record.reads.noun)",
      at: record.location, notes: [note],
      help: "find the new read, or accept it: `firebreak cost ratchet --accept \(shellQuoted(step)) --reason TEXT`")
  }

  /// `a call of it in `w/baseline` bills 80 now, 30 more`
  fileprivate var note: String {
    let more = RecordedReads(thousandths: now.thousandths - (recorded?.thousandths ?? 0))
    return
      "a call of it in \(QuotedText.of("\(key.workload.string)/\(key.variant.string)")) bills \(now) now, \(more) more"
  }

  private func shellQuoted(_ text: String) -> String {
    let plain = text.utf8.allSatisfy { byte in
      (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
        || "._-/".utf8.contains(byte)
    }
    return plain ? text : "'\(QuotedText.singleLine(text).replacing("'", with: "'\\''"))'"
  }
}

extension RecordedReads {
  var noun: String { thousandths == 1000 ? "read" : "reads" }
}
