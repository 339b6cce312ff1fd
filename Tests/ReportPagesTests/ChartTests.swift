import FirebreakTestSupport
import Testing

@testable import ReportPages

@Suite("Charts") struct ChartTests {
  @Test(
    "coordinates have one form",
    arguments: [
      (0.0, "0"), (-0.04, "0"), (12, "12"), (12.34, "12.3"), (12.35, "12.4"), (-7.5, "-7.5"), (-0.5, "-0.5"),
      (.infinity, "0"), (.nan, "0"), (1e300, "100000000000000"),
    ])
  func numbers(value: Double, text: String) {
    #expect(Drawing.number(value) == text)
  }

  @Test(
    "lines of the grid have short names",
    arguments: [
      (0.0, "0"), (0.5, "0.5"), (999, "999"), (1_000, "1 k"), (2_500, "2.5 k"), (20_000_000, "20 M"), (5e12, "5 T"),
    ])
  func labels(value: Double, text: String) {
    #expect(AxisLabel.text(value) == text)
  }

  @Test("long names are cut in the middle")
  func cut() {
    #expect(Drawing.fitting("conversations", 20) == "conversations")
    #expect(Drawing.fitting("conversations/messages", 11) == "conve…sages")
  }

  /// Rectangles with the class `mark`, as x, y, width, height.
  private func marks(_ svg: String) -> [[Double]] {
    MarkupCheck(svg).all("rect", class: "mark").map { mark in
      ["x", "y", "width", "height"].map { Double(mark.attributes[$0] ?? "") ?? .nan }
    }
  }

  @Test("layers stand on each other, as high as their values")
  func stackedBars() throws {
    let chart = StackedBars(
      id: "c", title: "Reads", summary: "Two days.", labels: ["1", "2"],
      layers: [
        StackedBars.Layer(name: "a", values: [100, 50]), StackedBars.Layer(name: "b", values: [100, 0]),
      ], figure: { "\($0) reads" })
    let marks = marks(chart.svg)
    try #require(marks.count == 3)
    // Two layers of the first bar, then the one of the second.
    #expect(marks[0][0] == marks[1][0])
    #expect(abs(marks[1][1] + marks[1][3] - marks[0][1]) < 0.11)
    #expect(abs(marks[0][3] - marks[1][3]) < 0.11)
    #expect(abs(marks[0][3] - 2 * marks[2][3]) < 0.21)
    #expect(
      MarkupCheck(chart.svg).all("title").map(\.text) == [
        "Reads", "1 · a: 100 reads", "1 · b: 100 reads", "2 · a: 50 reads",
      ])
  }

  @Test("pieces of a bar follow each other and end inside the picture")
  func barList() throws {
    let chart = BarList(
      id: "c", title: "Reads", summary: "Two.",
      bars: [
        BarList.Bar(
          name: "x", figure: "3",
          parts: [BarList.Part(name: "p", value: 1, style: "s1"), BarList.Part(name: "q", value: 2, style: "s2")]),
        BarList.Bar("nothing", figure: "0", value: 0),
      ])
    let marks = marks(chart.svg)
    try #require(marks.count == 2)
    #expect(abs(marks[0][0] + marks[0][2] - marks[1][0]) < 0.11)
    #expect(abs(marks[1][0] + marks[1][2] - Drawing.width) < 0.11)
  }

  @Test("squares are the darker the more they stand for")
  func heatMap() {
    let chart = HeatMap(
      id: "c", title: "Heat", summary: "One day.", columns: ["0", "1", "2"],
      rows: [HeatMap.Row(label: "1", values: [0, 50, 100])], figure: { "\($0)" })
    let check = MarkupCheck(chart.svg)
    #expect(check.all("rect", class: "heat").map { $0.attributes["fill-opacity"] } == ["0.56", "1"])
    #expect(check.all("rect", class: "cold").count == 1)
  }

  @Test("a plan is read from left to right")
  func plan() {
    let picture = PlanPicture(
      id: "p", title: "Plan of q",
      scans: [
        PlanPicture.Box(title: "Index scan", lines: ["a ASC", "__name__ ASC"]),
        PlanPicture.Box(title: "Index scan", lines: ["b ASC", "__name__ ASC"]),
      ],
      steps: [
        PlanPicture.Box(title: "Merge", lines: ["2 indexes"]), PlanPicture.Box(title: "Limit", lines: ["first 50"]),
      ])
    let check = MarkupCheck(picture.svg)
    #expect(
      check.all("text").map(\.text) == [
        "Index scan", "a ASC", "__name__ ASC", "Index scan", "b ASC", "__name__ ASC", "Merge", "2 indexes", "Limit",
        "first 50",
      ])
    #expect(
      check.all("desc").map(\.text) == [
        "Index scan a ASC __name__ ASC and Index scan b ASC __name__ ASC, then Merge 2 indexes, then Limit first 50"
      ])
    let boxes = marks(picture.svg)
    #expect(boxes.count == 4)
    #expect(boxes[0][0] == boxes[1][0])
    #expect(boxes[1][1] >= boxes[0][1] + boxes[0][3])
    #expect(boxes[2][0] > boxes[0][0] + boxes[0][2])
  }

  @Test("any values stay inside the picture, and give the same bytes twice", arguments: 0..<40 as Range<UInt64>)
  func anyValues(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let count = Int.random(in: 0...80, using: &random)
    let largest: Int64 = [0, 1, 7, 1_000_000, .max].randomElement(using: &random) ?? 1
    func values(_ count: Int) -> [Int64] { (0..<count).map { _ in Int64.random(in: 0...largest, using: &random) } }
    let name =
      ["a", ReportFixture.hostile, "", String(repeating: "wide ", count: 60)].randomElement(using: &random) ?? ""
    let bars = StackedBars(
      id: "c", title: name, summary: name, labels: (0..<count).map { "\($0)" },
      layers: (0..<3).map { _ in StackedBars.Layer(name: name, values: values(count)) }, figure: { "\($0)" })
    let lines = LineChart(
      id: "l", title: name, summary: name, labels: (0..<count).map { "\($0)" },
      lines: [LineChart.Line(name: name, values: values(count).map(Double.init), figure: name, style: "line-s2")])
    let list = BarList(
      id: "b", title: name, summary: name,
      bars: values(min(count, 9)).map { BarList.Bar(name, figure: "\($0)", value: $0) })
    let heat = HeatMap(
      id: "h", title: name, summary: name, columns: (0..<24).map { "\($0)" },
      rows: (0..<min(count, 31)).map { HeatMap.Row(label: "\($0)", values: values(24)) }, figure: { "\($0)" })
    for (svg, again) in [(bars.svg, bars.svg), (lines.svg, lines.svg), (list.svg, list.svg), (heat.svg, heat.svg)] {
      #expect(svg == again)
      let check = MarkupCheck(svg)
      #expect(check.problems == [])
      let height = Double((check.elements[0].attributes["viewBox"] ?? "").split(separator: " ").last ?? "") ?? 0
      for mark in marks(svg) {
        #expect(mark[0] >= 0 && mark[0] + mark[2] <= Drawing.width + 0.2)
        #expect(mark[1] >= 0 && mark[1] + mark[3] <= height + 0.2)
      }
    }
  }
}
