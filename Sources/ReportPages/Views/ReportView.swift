import Diagnostics
import Metering

/// One run as the template reads it.
struct ReportView {
  struct Tile {
    let label: String
    let value: String
    var note: String?
    var tone: String?
  }

  struct Variant {
    let id: String
    let name: String
    let level: Int
    let badges: [BadgeView]
    /// Its figures on one line, for when it is folded.
    let line: String
    let sections: [SectionView]
  }

  struct Entry {
    let id: String
    let title: String
  }

  let id: String
  let name: String
  let level: Int
  let about: ProseView?
  /// What it costs, why, and what would be cheaper.
  let story: [ProseView]
  let facts: String
  let tiles: [Tile]
  let opening: [SectionView]
  let variants: [Variant]
  let closing: [SectionView]
  let contents: [Entry]
  let hasContents: Bool
  /// Its bar among those of several runs.
  let bar: BarList.Bar?
  /// The row of the overview of several runs.
  let overview: TableView.Row
  /// Something in it fails.
  let hasFailed: Bool
  /// The bill of a month; nil without prices.
  let month: Rational?
  /// Those of the table of all claims.
  let claims: [TableView.Row]
  /// Of its findings.
  let codes: Set<DiagnosticCode>
}
