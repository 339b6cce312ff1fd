import Benchmark
import Diagnostics
import Simulation
import Workloads

/// A month of 1,000 users who open a chat of 1,000 messages ten times a day: 300 million billed reads.
func monthBenchmarks() {
  Benchmark(
    "A month of 300,000,000 billed reads",
    configuration: .init(metrics: [.wallClock, .peakMemoryResident], warmupIterations: 0, maxIterations: 3)
  ) { _ in
    let report = await WorkloadRunner.run(Month.input())
    precondition(report.variants.map(\.reads) == [300_000_000])
  }
}

enum Month {
  static let text = """
    workload: month
    clock: {start: "2026-01-05T00:00:00-08:00", days: 30}
    params: {users: 1000, history: 1000, newPerOpen: 100, opens: 10}
    data:
      - {path: "Chats/{chat}/Messages/{auto}", for: {chat: 1..$users}, count: $history, retention: $history,
         fields: {sent: {spread: [-90d, 0d]}, text: {string: 120}}}
    actors:
      member:
        count: $users
        client: {sdk: ios, persistence: off}
        sessions: {perDay: $opens, at: {first: "08:00", gap: 80m}, length: 1m}
        betweenSessions: [{write: {path: "Chats/{i}/Messages/{auto}", count: $newPerOpen, spread: gap}}]
        steps:
          - {name: chat.open, listen: "Chats/{i}/Messages orderBy sent desc", as: messages}
          - {unlisten: messages}
    """

  static func input(users: Int = 1_000) -> RunInput {
    let text = text.replacing("users: 1000", with: "users: \(users)")
    let reading = WorkloadReader.read(SourceText(path: "month.workload.yaml", text: text))
    guard let suite = reading.suite else { preconditionFailure("\(reading.diagnostics)") }
    return RunInput(suite: suite, surroundings: suite.variants.map { _ in VariantSurroundings() })
  }
}
