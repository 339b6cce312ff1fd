package import FirestoreModel
package import Metering

/// Documents that users got to see, each once a session: all together, and by step where variants are compared.
package struct SeenCount: Hashable, Sendable {
  package var all = SaturatingSum()
  package var bySteps: [Text: SaturatingSum] = [:]

  mutating func add(_ seen: SeenDocuments, to instance: ActorInstance) {
    all.add(Int64(seen.count), times: instance.multiplicity)
    for (step, count) in seen.countsBySteps {
      bySteps[step, default: SaturatingSum()].add(Int64(count), times: instance.multiplicity)
    }
  }

  /// What the other steps have shown, each by itself.
  package func count(except steps: Set<Text>) -> Int64 {
    bySteps.reduce(into: SaturatingSum()) { sum, shown in
      if !steps.contains(shown.key) { sum.add(shown.value.value) }
    }.value
  }

  /// How much less than another run these steps have shown, each by itself.
  package func loss(of steps: Set<Text>, since other: SeenCount) -> Int64 {
    steps.reduce(into: SaturatingSum()) { sum, step in
      sum.add(max(0, (other.bySteps[step]?.value ?? 0) - (bySteps[step]?.value ?? 0)))
    }.value
  }
}
