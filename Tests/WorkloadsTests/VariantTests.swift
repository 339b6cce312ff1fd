import Diagnostics
import FirebreakTestSupport
import QueryModel
import Testing

@testable import Workloads

private func reading(_ variant: String) -> WorkloadReading {
  read(
    """
    workload: patched
    params: {size: 10}
    timeline:
      - {at: day 1, write: {path: a/b}}
    procedures:
      open:
        - {name: chat.open, listen: "chats limit 5", as: c}
        - {name: chat.open.all, listen: "chats limit 6", as: d}
    actors:
      one: {vars: {seen: 0, clear: 0}, steps: [{do: open}, {name: list, page: {query: "a orderBy b", size: $size}}]}
      two: {client: {sdk: web}, vars: {seen: 1}, steps: [{name: list, get: a/b}]}
    variants:
      base: {}
      changed: \(variant)
    """)
}

@Suite("Variants") struct VariantTests {
  @Test func `the longest step name wins`() throws {
    let suite = try #require(
      reading(
        "{set: {steps.chat.open.all.listen: \"chats limit 7\", steps.chat.open.listen: \"chats limit 8\"}}"
      ).suite)
    let limits = suite.variants.map { variant in
      variant.workload.procedures[0].steps.map { step -> Int32? in
        guard case .read(let read) = step.action, case .query(let query) = read.target else { return nil }
        return query.query.limit
      }
    }
    #expect(limits == [[5, 6], [8, 7]])
  }

  @Test func `a step that is set to do something else does that alone`() throws {
    let suite = try #require(
      reading("{set: {steps.chat.open.query: \"chats limit 3\", steps.list.listen: a/c}}").suite)
    let steps = suite.variants[1].workload.procedures[0].steps + suite.variants[1].workload.actors.flatMap(\.steps)
    func name(_ step: Step) -> String { step.name?.text ?? "do" }
    let done = steps.map { step -> String in
      guard case .read(let read) = step.action else { return name(step) }
      guard case .query(let query) = read.target else { return "\(name(step)) \(read.kind.rawValue)" }
      return "\(name(step)) \(read.kind.rawValue) \(query.text)"
    }
    #expect(
      done == [
        "chat.open query chats limit 3", "chat.open.all listen chats limit 6", "do", "list listen", "list listen",
      ])
  }

  @Test func `what a variant is to the baseline`() throws {
    let kinds = try ["{}", "{kind: alternative}", "{kind: scenario}"].map { variant in
      try #require(reading(variant).suite).variants.map(\.kind)
    }
    #expect(kinds == [[.alternative, .alternative], [.alternative, .alternative], [.alternative, .scenario]])
    #expect(
      reading("{kind: scenarios}").diagnostics.map { "\($0.message): \($0.help ?? "")" } == [
        "expected `alternative`, `scenario`, found the text `scenarios`: did you mean `scenario`?"
      ])
    let baseline = read("workload: w\nvariants:\n  one: {kind: scenario}\n  two: {}\n")
    #expect(
      baseline.diagnostics.map { "\($0.location?.position.line ?? 0): \($0.code.id): \($0.message)" } == [
        "3: FB0015: `one` is the baseline, the others are compared with it: it has no `kind`"
      ])
  }

  @Test func `clients and variables of every actor`() throws {
    let suite = try #require(
      reading("{set: {client.persistence: off, client.clockSkew: +4h, vars.seen: frozen 0}}").suite)
    let actors = suite.variants[1].workload.actors
    #expect(actors.map(\.client.persistence) == [.off, .off])
    #expect(actors.map(\.client.clockSkew) == [.hours(4), .hours(4)])
    #expect(actors.map { $0.variables.map(\.isFrozen) } == [[true, false], [true]])
    #expect(suite.variants[0].workload.actors.map(\.client.persistence) == [.on, .off])
  }

  @Test func `parameters, items and added entries`() throws {
    let suite = try #require(
      reading(
        "{set: {params.size: 20, \"timeline[0].at\": day 2}, add: {timeline: [{at: day 3, actor: one, steps: [reinstall]}]},"
          + " expect: {findings: [FB7010]}}"
      ).suite)
    let changed = suite.variants[1]
    #expect(changed.expectedFindings == ["FB7010"])
    #expect(changed.workload.timeline.map(\.at) == [2, 3].map { .dayTime(day: $0, timeOfDay: .zero) })
    #expect(changed.workload.timeline[1].steps.map(\.action) == [.device(.reinstall)])
    guard case .page(let page) = changed.workload.actors[0].steps[1].action else {
      Issue.record("no page")
      return
    }
    #expect(page.size == .constant(20))
  }

  @Test(
    arguments: [
      (
        "{set: {steps.chat.opn.listen: a}}",
        "FB0017 14:19 nothing is at the patch path `steps.chat.opn.listen`: there is no `chat.opn`",
        "did you mean `chat.open`?"
      ),
      (
        "{set: {steps.list.pge.size: 1}}",
        "FB0017 14:19 nothing is at the patch path `steps.list.pge.size`: there is no `pge`", "did you mean `page`?"
      ),
      (
        "{set: {client.persistance: off}}",
        "FB0017 14:19 nothing is at the patch path `client.persistance`: there is no `persistance`",
        "did you mean `persistence`?"
      ),
      (
        "{set: {vars.sen: 0}}", "FB0017 14:19 nothing is at the patch path `vars.sen`: there is no `sen`",
        "did you mean `seen`?"
      ),
      (
        "{set: {params.sizes: 0}}", "FB0017 14:19 nothing is at the patch path `params.sizes`: there is no `sizes`",
        "did you mean `size`?"
      ),
      (
        "{set: {actors.tow.count: 2}}",
        "FB0017 14:19 nothing is at the patch path `actors.tow.count`: there is no `tow`", "did you mean `two`?"
      ),
      (
        "{set: {\"timeline[1].at\": now}}",
        "FB0017 14:19 nothing is at the patch path `timeline[1].at`: there is no `[1]`", "did you mean `[0]`?"
      ),
      (
        "{set: {step.list.get: a}}", "FB0017 14:19 nothing is at the patch path `step.list.get`: there is no `step`",
        "did you mean `steps`?"
      ),
      ("{add: {params.size: [1]}}", "FB0015 14:19 `params.size` is no list to add to", "use `set` to replace a value"),
      ("{expect: {findings: [FB123]}}", "FB0015 14:33 expected a code such as `FB7010`, found the text `FB123`", nil),
      ("{sett: {}}", "FB0014 14:13 unknown key `sett`", "did you mean `set`?"),
    ] as [(String, String, String?)])
  func located(_ variant: String, _ finding: String, _ help: String?) {
    let reading = reading(variant)
    #expect(findings(reading) == [finding])
    #expect(reading.diagnostics.map(\.help) == [help])
  }

  @Test func `the patches of example 11.3`() throws {
    let suite = try #require(read(ExampleWorkloads.clearThreeDays).suite)
    #expect(
      suite.variants.map(\.name) == [
        "two-timestamps", "exact", "unfiltered", "clear-only", "seen-only", "fast-clock", "second-device",
      ])
    let frozen = suite.variants.map { $0.workload.actors[0].variables.filter(\.isFrozen).map(\.name) }
    #expect(frozen == [[], [], ["clear", "seen"], ["seen"], ["clear"], [], []])
    #expect(suite.variants.map { $0.workload.timeline.count } == [7, 7, 7, 7, 7, 7, 8])
    #expect(suite.variants[5].workload.actors[0].client.clockSkew == .hours(4))
    #expect(suite.variants[5].expectedFindings == ["FB7016"])
  }
}
