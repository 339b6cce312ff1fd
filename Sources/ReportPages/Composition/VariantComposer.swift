import Diagnostics
import Metering
import RunReports

/// One variant: what it reads, when, who causes it, and what of it buys nothing.
struct VariantComposer {
  let report: ReportComposer
  let variant: VariantReport
  let id: String

  /// Of the headings of its sections.
  var level: Int { report.level + 2 }

  /// How much is shown of it, so that a page of many runs can be opened and sent.
  enum Detail {
    case all
    /// Without charts of the period.
    case withoutTime
  }

  func sections(_ detail: Detail) -> [SectionView] {
    let all: [SectionView?] =
      switch detail {
      case .all: [hotOperations, time, callSizes, roles, listeners, ruleReads, fanOut, waste, realtime, bill]
      case .withoutTime: [hotOperations, roles, listeners, ruleReads, fanOut, waste, realtime, bill]
      }
    return all.compactMap(\.self)
  }

  /// Indices of the operations, those that read most first.
  var operationsByReads: [Int] {
    let listed = Set(variant.listedOperations.map(\.name))
    return variant.operations.indices.filter { listed.contains(variant.operations[$0].name) }.sorted {
      (variant.operations[$1].reads, $0) < (variant.operations[$0].reads, $1)
    }
  }

  func share(_ part: Int64) -> String { Percentage.text(part, of: variant.reads) }

  func section(_ name: String, _ title: String, intro: String? = nil) -> SectionView {
    SectionView(id: "\(id)-\(name)", title, level: level, intro: intro)
  }

  func counted(_ value: Int64) -> String { Grouped.counted(value, "read") }
}
