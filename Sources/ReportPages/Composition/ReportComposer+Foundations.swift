import Diagnostics
import FirestoreModel
import Metering
import RunReports
import Simulation

// What the figures rest on.

extension ReportComposer {
  var assumptions: SectionView? {
    guard !report.assumptions.isEmpty else { return nil }
    var section = SectionView(
      id: "\(id)-assumptions", "Assumptions", level: level + 1,
      intro: "Nobody has verified these in production. Each can be switched with `--assume`.")
    section.tables = [
      TableView(
        id: "\(id)-assumptions-data", "What the other answer would change",
        [
          .text("Switch"), .text("Assumed"), .text("Otherwise"), .text("Variants"), .text("Effect"),
          .text("What it says"),
        ],
        cells: Assumption.grouped(report).map { assumption, variants in
          [
            TableView.Cell(text: assumption.name, style: "mono name", tag: "th scope=\"row\"", end: "th"),
            .code(assumption.value), .code(assumption.alternative),
            .words(
              variants.count == report.variants.count && variants.count > 1
                ? "every variant" : variants.joined(separator: ", ")),
            .words(assumption.effect), .words(assumption.summary),
          ]
        })
    ]
    return section
  }

  var prices: SectionView? {
    guard let book = report.book else { return nil }
    var section = SectionView(id: "\(id)-prices", "Prices", level: level + 1)
    var facts = [FactView("Book", book.name)]
    facts += book.location.map { [FactView("Location", $0)] } ?? []
    facts.append(FactView("As of", book.asOf ?? "not dated"))
    facts.append(FactView("Currency", book.currency))
    facts.append(
      FactView(
        "Evidence",
        book.isUnverified ? "some prices that took part have none" : "every price that took part has its source"))
    facts.append(FactView("Month", Grouped.counted(book.monthDays, "day")))
    facts.append(FactView("Year", Grouped.counted(book.yearMonths, "such month")))
    if let realtime = report.variants.compactMap({ $0.realtime?.book }).first {
      facts.append(FactView("Realtime Database", realtime))
    }
    section.facts = facts
    return section
  }

  var foundations: SectionView? {
    var section = SectionView(id: "\(id)-environment", "Environment", level: level + 1)
    let offset = report.period.utcOffset
    section.facts = [
      FactView("Firebreak", version), FactView("Workload", report.workload),
      FactView("Starts", report.period.start.description),
      FactView("UTC offset", "\(offset < 0 ? "−" : "+")\(Lifetime.text(Int64(offset.magnitude)))"),
      FactView("Simulated", Grouped.counted(report.period.days, "day")),
    ]
    if let users = baseline?.users { section.facts.append(FactView("Users", Grouped.count(users))) }
    section.notes = report.remarks.map { ProseView($0) }
    return section
  }

  var sources: SectionView? {
    let views = listing.views
    guard !views.isEmpty else { return nil }
    var section = SectionView(
      id: "\(id)-sources", "Sources", level: level + 1, intro: "The lines that this report points to.")
    section.listings = views
    return section
  }
}

/// A switch with one effect, which several variants may share.
private struct Assumption: Hashable {
  let name: String
  let value: String
  let alternative: String
  let effect: String
  let summary: String

  /// In the order of the report, each with the names of its variants.
  static func grouped(_ report: RunReport) -> [(Assumption, variants: [String])] {
    var groups: [(Assumption, variants: [String])] = []
    var positions: [Assumption: Int] = [:]
    for found in report.assumptions {
      let assumption = Assumption(
        name: found.name, value: found.value, alternative: found.alternative,
        effect: FigureText.change(found, report.book), summary: found.summary)
      if let position = positions[assumption] {
        groups[position].variants.append(found.variant)
      } else {
        positions[assumption] = groups.count
        groups.append((assumption, [found.variant]))
      }
    }
    return groups
  }
}
