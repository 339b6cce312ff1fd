import Diagnostics
import RealtimeRulesChecker
import ReportPages

extension MatrixReport {
  /// The matrix as a page, in the frame of a report.
  func page(_ findings: FindingList) -> TablesPage {
    let shown = rows.map { row -> [TablesPage.Cell] in
      [.init(row.pattern), .init(row.operation.rawValue)]
        + actors.map { actor in
          row.cells.first { $0.actor == actor }.map { .init($0.verdict.word, tone: $0.verdict.tone) } ?? .init("")
        }
    }
    let steps = (replay?.flows ?? []).flatMap { flow in
      flow.steps.map { step -> [TablesPage.Cell] in
        [
          .init(flow.name), .init("\(step.result.actor.name): \(step.result.request.text)"),
          .init(step.result.isAllowed ? "allow" : "deny", tone: step.finding == nil ? .plain : .bad),
          .init(step.reason ?? ""),
        ]
      }
    }
    let attacks = attacks.count
    return TablesPage(
      title: "Who can do what", subject: "rules of the Realtime Database",
      story: [attacks == 0 ? "No attack was found." : "\(Counted.text(attacks, "attack")) found."],
      tables: [
        TablesPage.Table("Matrix", ["Location", "Operation"] + actors.map(\.name), shown),
        TablesPage.Table("Flows of the app", ["Flow", "Step", "Result", "Why"], steps),
      ], findings: findings)
  }
}

extension MatrixCell.Verdict {
  fileprivate var tone: TablesPage.Tone {
    switch self {
    case .allow: .good
    case .deny: .bad
    case .unknown: .warn
    }
  }
}
