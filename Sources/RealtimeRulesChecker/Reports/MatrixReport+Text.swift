// As text and Markdown.

extension MatrixReport {
  /// The matrix with one line per location and operation, and the results of the flows. Attacks are not included: they
  /// are findings.
  ///
  /// - Parameter colours: what is allowed stands out from what is not.
  package func text(colours: Bool = false) -> String {
    let rows = rows
    let operationWidth = (rows.map { $0.operation.rawValue.count }.max() ?? 0) + 2
    let widths = actors.map { max($0.name.count, 7) + 2 }
    var lines: [String] = [
      "  " + "".padded(operationWidth) + zip(actors, widths).map { $0.name.padded($1) }.joined().trimmed
    ]
    var pattern: String?
    for row in rows {
      if pattern != row.pattern { lines.append(row.pattern) }
      pattern = row.pattern
      let cells = zip(actors, widths).map { actor, width -> String in
        guard let verdict = row.cells.first(where: { $0.actor == actor })?.verdict else { return "".padded(width) }
        return colours ? verdict.colored + "".padded(width - verdict.word.count) : verdict.word.padded(width)
      }
      lines.append("  " + row.operation.rawValue.padded(operationWidth) + cells.joined().trimmed)
    }
    let unknown = matrix.cells.compactMap { cell in if case .unknown(let reason) = cell.verdict { reason } else { nil }
    }
    for reason in Set(unknown).sorted() { lines.append("unknown: \(reason)") }
    for flow in replay?.flows ?? [] {
      lines.append("flow \(flow.name): \(flow.isAsExpected ? "as expected" : "not as expected")")
      for step in flow.steps {
        let mark = step.finding == nil ? " " : "!"
        lines.append(
          "  \(mark) \(step.result.isAllowed ? "allow" : "deny ") \(step.result.actor.name): \(step.result.request.text)"
        )
        if let reason = step.reason { lines.append("          \(reason)") }
      }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// The matrix, the attacks and the flows as Markdown.
  package var markdown: String {
    var lines: [String] = []
    lines.append("| location | operation | " + actors.map(\.name).joined(separator: " | ") + " |")
    lines.append("|---|---|" + actors.map { _ in "---|" }.joined())
    for row in rows {
      let cells = actors.map { actor in row.cells.first { $0.actor == actor }?.verdict.word ?? "" }
      lines.append("| `\(row.pattern)` | \(row.operation.rawValue) | " + cells.joined(separator: " | ") + " |")
    }
    if !attacks.isEmpty { lines += ["", "Attacks:", ""] }
    for attack in attacks {
      lines.append("- \(attack.kind.rawValue): \(attack.summary)")
      for step in attack.steps {
        lines.append("  1. \(step.actor.name): `\(step.request.text)`, \(step.isAllowed ? "allowed" : "denied")")
      }
    }
    if let replay {
      lines += ["", "| flow | step | result |", "|---|---|---|"]
      for flow in replay.flows {
        for step in flow.steps {
          let result = (step.result.isAllowed ? "allow" : "deny") + (step.finding == nil ? "" : ", unexpected")
          lines.append("| \(flow.name) | \(step.result.actor.name): `\(step.result.request.text)` | \(result) |")
        }
      }
    }
    return lines.joined(separator: "\n") + "\n"
  }
}

extension MatrixCell.Verdict {
  fileprivate var colored: String {
    switch self {
    case .allow: "\u{1B}[32m\(word)\u{1B}[0m"
    case .deny: "\u{1B}[31m\(word)\u{1B}[0m"
    case .unknown: "\u{1B}[33m\(word)\u{1B}[0m"
    }
  }
}

extension String {
  fileprivate func padded(_ width: Int) -> String { self + String(repeating: " ", count: max(0, width - count)) }

  fileprivate var trimmed: String {
    var text = self
    while text.last == " " { text.removeLast() }
    return text
  }
}
