import Foundation
import ScanComparison

/// One line for each project while it is measured, and the sum.
struct ProjectTable {
  private let isCompared: Bool
  private var sum: [Double] = [0, 0, 0, 0, 0, 0]
  private var verdicts: [ScanDifferences.Verdict: Int] = [:]

  init(isCompared: Bool) {
    self.isCompared = isCompared
    let verdicts = isCompared ? ScanDifferences.Verdict.allCases.map(\.rawValue) : []
    print(Self.line("project", ["files", "lines", "seconds", "cpu s", "peak MB", "shapes"] + verdicts))
  }

  mutating func add(_ project: String, _ measured: Measurement, _ differences: ScanDifferences?) {
    let figures = [
      Double(measured.files), Double(measured.lines), measured.seconds, measured.processorSeconds,
      measured.peakMegabytes, Double(measured.shapes),
    ]
    // Memory is no sum: the most that one project takes.
    for (place, figure) in figures.enumerated() { sum[place] = place == 4 ? max(sum[4], figure) : sum[place] + figure }
    for verdict in ScanDifferences.Verdict.allCases {
      verdicts[verdict, default: 0] += differences?.count(verdict) ?? 0
    }
    let counts = ScanDifferences.Verdict.allCases.map { verdict in
      differences.map { String($0.count(verdict)) } ?? "-"
    }
    print(Self.line(project, Self.texts(figures) + (isCompared ? counts : [])))
  }

  func finish() {
    let counts = ScanDifferences.Verdict.allCases.map { String(verdicts[$0, default: 0]) }
    print(Self.line("all", Self.texts(sum) + (isCompared ? counts : [])))
  }

  private static func texts(_ figures: [Double]) -> [String] {
    figures.enumerated().map { place, figure in
      (2...3).contains(place)
        ? figure.formatted(.number.precision(.fractionLength(2)).grouping(.never).locale(Locale(identifier: "en_US")))
        : String(Int(figure.rounded()))
    }
  }

  private static func line(_ name: String, _ cells: [String]) -> String {
    let shown = String(name.prefix(36))
    return
      ([shown + String(repeating: " ", count: 36 - shown.count)]
      + cells.map { String(repeating: " ", count: max(0, 8 - $0.count)) + $0 }).joined(separator: " ")
  }
}
