import ReportPages
import Testing

@Suite("Axis of a chart") struct AxisScaleTests {
  @Test(
    "ends at a round number",
    arguments: [
      (0.0, [0.0, 1]), (1, [0, 0.5, 1]), (4, [0, 1, 2, 3, 4]), (9, [0, 5, 10]), (930, [0, 500, 1000]),
      (50_000_000, [0, 20_000_000, 40_000_000, 60_000_000]), (.infinity, [0, 1]), (.nan, [0, 1]),
    ])
  func ticks(largest: Double, ticks: [Double]) {
    #expect(AxisScale(largest: largest).ticks == ticks)
  }
}
