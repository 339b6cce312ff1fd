import Metering

/// What the calls of one operation billed in a run, as the ratchet compares it.
package struct MeasuredReads: Hashable, Sendable {
  package var key: OperationKey
  package var now: RecordedReads
  /// Something was refused or denied in its variant that no step expects: less was read than would be, so that nothing is
  /// recorded from it.
  package var isPartial: Bool

  /// The operations of all variants that were called at all, in the order of the report.
  package static func all(in report: MeasuredReport) -> [MeasuredReads] {
    report.variants.flatMap { variant in
      variant.operations.compactMap { name, figures in
        RecordedReads(reads: figures.tally.reads, calls: figures.calls).map { now in
          MeasuredReads(
            key: OperationKey(workload: report.workload, variant: variant.name, step: name), now: now,
            isPartial: variant.isPartial)
        }
      }
    }
  }
}
