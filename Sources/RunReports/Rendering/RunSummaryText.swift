import Diagnostics
import Metering

/// All workloads of a run on one screen: those that fail first, then by what they cost. Everything else is behind `-v`.
package struct RunSummaryText {
  private let reports: [RunReport]
  private let style: TerminalStyle
  private let width: Int

  /// So many lines fit on a terminal of usual height, beside the prompt.
  private static let room = 21

  package init(_ reports: [RunReport], colours: Bool = false, isASCII: Bool = false, width: Int = 100) {
    self.reports = reports
    self.width = width
    style = TerminalStyle(colours: colours, isASCII: isASCII)
  }

  package var text: String {
    // What one workload was asked for is wanted whole.
    let rows = reports.count == 1 ? 8 : 2
    var blocks = ordered.map { RunSummaryBlock(report: $0, style: style, width: width, rows: rows) }
    let widths = (
      name: largest(blocks, \.name), basis: largest(blocks, \.basis), cost: largest(blocks, \.cost)
    )
    for index in blocks.indices { blocks[index].widths = widths }
    return style.readable((lines(of: blocks) + [next]).joined(separator: "\n") + "\n")
  }

  private func largest(_ blocks: [RunSummaryBlock], _ column: (RunSummaryBlock) -> String) -> Int {
    blocks.map { DisplayWidth.of(column($0)) }.max() ?? 0
  }

  private var ordered: [RunReport] {
    let sorted = reports.enumerated().sorted { first, second in
      let (one, other) = (first.element, second.element)
      if one.outcome != other.outcome { return one.outcome == .findings }
      let (cost, otherCost) = (one.bill, other.bill)
      return cost == otherCost ? first.offset < second.offset : cost > otherCost
    }
    return sorted.map(\.element)
  }

  /// What fails is shown whatever the room, what costs money as long as there is some, and the others in a line each.
  private func lines(of blocks: [RunSummaryBlock]) -> [String] {
    var lines: [String] = []
    var left = 0
    for block in blocks {
      let whole = block.lines
      let fails = block.report.outcome == .findings
      let isWorthIt = blocks.count == 1 || block.report.bill > .zero || !block.unpriced.isEmpty
      if fails || isWorthIt && lines.count + whole.count <= Self.room {
        lines += whole
      } else if lines.count < Self.room {
        lines.append(block.line)
      } else {
        left += 1
      }
    }
    return left == 0 ? lines : lines + ["\(left) more pass."]
  }

  private var next: String {
    let findings = FindingList(reports.flatMap(\.unexpectedFindings))
    let parts = (findings.isEmpty ? [] : [findings.summary]) + ["all figures: -v", "as a page: -o html=report.html"]
    return parts.joined(separator: " \(style.dot) ")
  }
}

extension RunReport {
  /// Of the baseline; zero where it is not known.
  fileprivate var bill: Rational { variants.first?.month?.amount ?? .zero }
}

/// Colours and signs of a terminal.
struct TerminalStyle {
  var colours: Bool
  var isASCII: Bool

  enum Paint: String {
    case red = "31"
    case green = "32"
    case yellow = "33"
  }

  var cross: String { isASCII ? "x" : "✗" }
  var dot: String { isASCII ? "-" : "·" }
  var arrow: String { isASCII ? "->" : "→" }

  func paint(_ text: String, _ paint: Paint) -> String {
    colours ? "\u{1B}[\(paint.rawValue)m\(text)\u{1B}[0m" : text
  }

  func bold(_ text: String) -> String { colours ? "\u{1B}[1m\(text)\u{1B}[0m" : text }

  /// Figures have signs of their own.
  func readable(_ text: String) -> String {
    guard isASCII else { return text }
    return [("−", "-"), ("≥", ">="), ("≈", "~")].reduce(text) { $0.replacing($1.0, with: $1.1) }
  }

  /// Twenty characters are everything; what is not nothing has one.
  func bar(_ share: Rational) -> String {
    let length = max(1, min(20, Int(Percentage.permille(share) + 25) / 50))
    return String(repeating: isASCII ? "#" : "█", count: length)
  }
}
