import Diagnostics
import Metering
import Testing

@testable import ReportPages
@testable import RunReports
@testable import Workloads

@Suite("HTML report") struct ReportPageTests {
  private func page(_ reports: [RunReport]) throws -> String {
    try ReportPage.render(reports, version: "1.2.3")
  }

  @Test("is whole, for one run and for several")
  func whole() async throws {
    let report = try await ReportFixture.shopReport()
    for reports in [[report], [report, report, report], []] {
      let page = try page(reports)
      #expect(MarkupCheck(page).faults == [])
      #expect(page.hasPrefix("<!DOCTYPE html>\n<html lang=\"en\">"))
      #expect(!page.contains("{{"))
      #expect(page.hasSuffix("</html>\n"))
    }
  }

  @Test("says what could not be played, above everything else", arguments: [0, 1])
  func unread(count: Int) async throws {
    let source = SourceText(path: "a<b>.workload.yaml", text: "workload: [")
    let problem = Diagnostic(.malformedInput, "the `YAML` ends", at: SourceLocation(source: source, span: Span(10, 11)))
    let reports = count == 0 ? [] : [try await ReportFixture.shopReport()]
    let page = try ReportPage.render(reports, unread: [problem], version: "1.2.3")
    #expect(MarkupCheck(page).faults == [])
    #expect(page.contains("<title>Nothing was played</title>") == (count == 0))
    #expect(
      page.contains(
        #"<p>Not every workload could be played:</p><ul><li>a&lt;b&gt;.workload.yaml:1:11: error[FB0013 malformed-input]: the `YAML` ends</li></ul>"#
      ))
  }

  @Test("is the same bytes for the same run")
  func same() async throws {
    let first = try page([try await ReportFixture.shopReport()])
    let second = try page([try await ReportFixture.shopReport()])
    #expect(first == second)
  }

  @Test("needs nothing from elsewhere")
  func alone() async throws {
    let page = try page([try await ReportFixture.shopReport()])
    for word in ["http:", "https:", "@import", "url(", "src=", "fetch(", "XMLHttpRequest", "innerHTML"] {
      #expect(!page.contains(word), "\(word)")
    }
  }

  @Test("shows hostile names as text")
  func hostile() async throws {
    let page = try page([try await ReportFixture.hostileReport()])
    let check = MarkupCheck(page)
    #expect(check.faults == [])
    #expect(check.all("script").count == 1)
    #expect(!page.contains("<script>alert"))
    #expect(!page.unicodeScalars.contains { $0.value == 0 || $0.value == 0x202E })
    // One character for Swift, a quotation mark and more for a browser.
    let combined = "\"\u{301}"
    #expect(!page.contains(combined))
    #expect(page.contains("{{{style}}}"))
    #expect(check.all("h1").map(\.text) == [PageText.escaped(ReportFixture.hostile)])
  }

  @Test("recommends the cheapest variant that shows everything, and no other")
  func recommendation() async throws {
    let report = try await ReportFixture.shopReport()
    try #require(report.variants.map { $0.correctness.missed > 0 } == [false, false, true])
    #expect(RunReportSelection(report).recommended?.name == "smaller")
    let check = MarkupCheck(try page([report]))
    #expect(check.all("tr", class: "unsound").count == 1)
    #expect(check.all("tr", class: "best").count == 1)
    let summaries = check.all("summary").map(\.text).filter { $0.contains(" reads a day · ") }
    #expect(summaries.map { $0.contains("cheaper") } == [false, true, false])
    #expect(summaries.map { $0.contains("misses documents") } == [false, false, true])
  }

  @Test("recommends nothing where nothing is cheaper")
  func nothing() async throws {
    var report = try await ReportFixture.shopReport()
    report.variants.removeSubrange(1...1)
    #expect(RunReportSelection(report).recommended == nil)
    let page = try page([report])
    #expect(!page.contains(">cheaper<"))
    #expect(page.contains("No variant does what <code>today</code> does for less."))
  }

  @Test("begins with what it costs, why, and what is cheaper")
  func story() async throws {
    let check = MarkupCheck(try page([try await ReportFixture.shopReport()]))
    #expect(
      check.all("div", class: "story").map(\.text) == [
        "shop costs $0.00 a month: 22 users, 2.9 sessions a day."
          + "98 % of what is read is notes.open: 40 reads/call, 89 % because listeners start over."
          + "smaller shows as much with fewer reads: −48.8 %."
      ])
  }

  @Test("words are explained where they stand, and codes lead to what they mean")
  func explanations() async throws {
    let page = try page([try await ReportFixture.shopReport()])
    for word in ["Reads", "Missed", "Change"] {
      let meaning = try #require(Glossary.meanings[word])
      #expect(page.contains(#" title="\#(meaning)">\#(word)</th>"#), "\(word)")
    }
    let links = page.split(separator: "<a class=\"code\" href=\"#").dropFirst().compactMap {
      $0.split(separator: "\"").first
    }
    #expect(!links.isEmpty)
    for link in links {
      #expect(page.contains(#"<div id="\#(link)">"#), "\(link)")
    }
  }

  @Test("what nobody has to know at first is folded, and what fails stands before everything else")
  func order() async throws {
    var report = try await ReportFixture.shopReport()
    func heads(_ report: RunReport) throws -> [String] { MarkupCheck(try page([report])).all("h2").map(\.text) }
    let whole = try heads(report)
    let rest = ["What is read", "Variants", "today", "smaller", "tiny"]
    let foundations = ["Assumptions", "Prices", "Environment", "Sources", "What the codes mean"]
    #expect(whole == ["Findings"] + rest + ["Assertions and budgets"] + foundations)
    report.assertions = report.assertions.map { assertion in
      var assertion = assertion
      assertion.passed = false
      return assertion
    }
    let broken = try heads(report)
    #expect(broken == ["Assertions and budgets", "Findings"] + rest + foundations)
  }

  @Test("several workloads stand by what they cost, with the details of what matters")
  func bills() async throws {
    var cheap = try await ReportFixture.shopReport()
    cheap.workload = "cheap"
    let check = MarkupCheck(try page([cheap, try await ReportFixture.shopReport()]))
    #expect(check.faults == [])
    #expect(check.all("figcaption").map(\.text).filter { $0.hasPrefix("Reads by day") } == [])
  }

  @Test("every figure of the report is on the page, as the other outputs write it")
  func figures() async throws {
    let report = try await ReportFixture.shopReport()
    let cells = Set(MarkupCheck(try page([report])).all("td").map(\.text))
    for variant in report.variants {
      #expect(cells.contains(Grouped.count(variant.reads)))
      #expect(cells.contains(FigureText.bill(variant.month)))
      #expect(cells.contains(FigureText.bytes(variant.tally.bytes)))
      #expect(cells.contains(report.comparison(of: variant)))
      for operation in variant.operations {
        #expect(cells.contains(FigureText.perCall(operation)))
        #expect(cells.contains(FigureText.components(operation.tally)))
      }
      for day in variant.days { #expect(cells.contains(Grouped.count(day.reads))) }
      for role in variant.roles { #expect(cells.contains(Grouped.count(role.reads))) }
      for listener in variant.listeners { #expect(cells.contains(Grouped.count(listener.initialReads))) }
    }
  }

  @Test("the bill of the month grows day by day to what it is")
  func course() async throws {
    var report = try await ReportFixture.shopReport()
    let title = "How the bill of a month comes together, by simulated day"
    #expect(!MarkupCheck(try page([report])).all("figcaption").map(\.text).contains(title))
    for variant in report.variants.indices {
      #expect(
        report.variants[variant].days.reduce(Rational.zero) { $0 + ($1.cost ?? .zero) }
          == report.variants[variant].month?.amount)
      for day in report.variants[variant].days.indices {
        report.variants[variant].days[day].cost = Rational(Int64(day)) / Rational(4)
      }
    }
    let check = MarkupCheck(try page([report]))
    #expect(check.faults == [])
    #expect(check.all("figcaption").map(\.text).contains(title))
    let cells = Set(check.all("td").map(\.text))
    for figure in ["$0.00", "$0.25", "$0.50", "$0.75"] { #expect(cells.contains(figure)) }
  }

  @Test("claims are a section of a run, and one table of several")
  func claims() async throws {
    var report = try await ReportFixture.shopReport()
    let place = SourceText(path: "shop.workload.yaml", text: ReportFixture.shop).start
    report.claims = [
      ClaimReport(
        id: "A5", place: "1.3", quote: "$1,080 a month",
        claimed: ClaimFigure(amount: Rational(1080), unit: .money(currency: "USD")),
        atLeast: nil, atMost: nil, theirs: ClaimFigure(amount: Rational(1080), unit: .money(currency: "USD")),
        list: ClaimFigure(amount: Rational(1791) / Rational(10), unit: .money(currency: "USD")), verdict: .onlyTheirs,
        note: nil, location: place),
      ClaimReport(
        id: "A30", place: "", quote: "3–5× faster", claimed: nil, atLeast: nil, atMost: nil, theirs: nil, list: nil,
        verdict: .notReproduced, note: nil, location: place),
    ]
    let one = MarkupCheck(try page([report]))
    #expect(one.faults == [])
    #expect(one.all("caption").map(\.text).count { $0 == "What documents claim, recomputed" } == 1)
    let cells = one.all("td").map(\.text)
    for text in ["“$1,080 a month”", "$1,080.00", "$179.10", " only with their prices", " not reproduced"] {
      #expect(cells.contains(text), "\(text)")
    }
    let several = MarkupCheck(try page([report, report]))
    #expect(several.faults == [])
    #expect(several.all("caption").map(\.text).count { $0 == "What documents claim, recomputed" } == 1)
  }

  @Test("every chart that the figures ask for is there")
  func charts() async throws {
    let report = try await ReportFixture.shopReport()
    let check = MarkupCheck(try page([report]))
    let titles = Set(check.all("figcaption").map(\.text))
    for title in [
      "Reads so far, by hour", "Reads by day and operation", "Reads by day and hour",
      "Reads of listeners by their cause",
      "Index entries of written documents",
    ] { #expect(titles.contains(title), "\(title)") }
    for figure in check.all("svg") { #expect(figure.attributes["aria-labelledby"] != nil) }
  }
}

@Suite("Bars of calls") struct CallBinsTests {
  @Test("few sizes have a bar each, many share bars")
  func bins() {
    let few = CallBins([CallsByReads(reads: 1, calls: 9), CallsByReads(reads: 1_000, calls: 2)])
    #expect(few.labels == ["1", "1,000"])
    #expect(few.calls == [9, 2])
    let many = CallBins((1...50).map { CallsByReads(reads: Int64($0), calls: 2) })
    #expect(many.labels.first == "1–5")
    #expect(many.labels.last == "46–50")
    #expect(many.calls.reduce(0, +) == 100)
  }
}
