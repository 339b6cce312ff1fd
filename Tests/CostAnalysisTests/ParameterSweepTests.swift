import CostAnalysis
import Diagnostics
import Metering
import Testing
import Workloads

@Suite("Sweeps and growth of parameters") struct ParameterSweepTests {
  @Test(arguments: [
    ("users=1k..1M", [1_000, 10_000, 100_000, 1_000_000]), ("users=1k..5k", [1_000, 5_000]),
    ("users=1k..10M:x10", [1_000, 10_000, 100_000, 1_000_000, 10_000_000]),
    ("users=100..350:+100", [100, 200, 300, 350]),
    ("users=1,2,2,3k", [1, 2, 3_000]), ("users=1..4:x1.5", [1, 2, 3, 4]), ("users=0..3:+1,1.5k", [0, 1, 2, 3, 1_500]),
    ("users=7..7", [7]), ("users=1G", [1_000_000_000]),
  ])
  func `values of a sweep`(_ argument: String, _ values: [Int64]) throws {
    let sweep = try ParameterSweep(parsing: argument)
    #expect(sweep.name == "users")
    #expect(sweep.values == values.map(ParameterValue.integer))
  }

  @Test func `values that are no numbers are what they are everywhere`() throws {
    let sweep = try ParameterSweep(parsing: "share=0.25,true,ios")
    #expect(sweep.values == [.double(0.25), .boolean(true), .text("ios")])
  }

  @Test(arguments: [
    ("users", "--sweep:1:1 expected NAME=VALUES"), ("=1", "--sweep:1:1 expected NAME=VALUES"),
    ("users=", "--sweep:1:7 expected a value"), ("users=1,,2", "--sweep:1:9 expected a value"),
    ("users=5..1", "--sweep:1:7 the range ends before it begins"),
    ("users=0..9", "--sweep:1:7 multiplying never leaves zero"),
    ("users=1..9:x1", "--sweep:1:7 `:x1` is no step"), ("users=1..9:+0", "--sweep:1:7 `:+0` is no step"),
    ("users=1..9:10", "--sweep:1:7 `:10` is no step"),
    ("users=a..b", "--sweep:1:7 a range goes from one whole number to another"),
    ("users=1..99999999999999999999", "--sweep:1:7 a range goes from one whole number to another"),
    ("users=1..1M:+1", "--sweep:1:7 more than 200 points"),
    ("users=1..9G:x1.0000001", "--sweep:1:7 more than 200 points"),
    ("users=1..\u{0}", "--sweep:1:7 a range goes from one whole number to another"),
  ])
  func `mistakes are places in the argument`(_ argument: String, _ message: String) throws {
    let mistake = try #require(throws: ArgumentMistake.self) { _ = try ParameterSweep(parsing: argument) }
    let place = try #require(mistake.diagnostic.location)
    #expect("\(place.description) \(mistake.diagnostic.message)" == message)
    #expect(mistake.diagnostic.code == .malformedInput)
  }

  @Test func `two hundred values are the most`() throws {
    let sweep = try ParameterSweep(parsing: "users=1..200:+1")
    #expect(sweep.values.count == 200)
    #expect(throws: ArgumentMistake.self) { _ = try ParameterSweep(parsing: "users=1..201:+1") }
  }

  static let growths: [(text: String, before: Int64, after: Int64)] = [
    ("20%", 1_000, 1_200), ("20%", 7, 8), ("-50%", 7, 3), ("+1.5k", 10, 1_510), ("12.5%", 80, 90),
  ]

  @Test(arguments: growths)
  func `a month of growth`(_ text: String, _ before: Int64, _ after: Int64) throws {
    let growth = try ParameterGrowth(parsing: "users=" + text)
    #expect(growth.value(after: 1, from: before) == after)
    #expect(growth.value(after: 0, from: before) == before)
    let unnamed = try ParameterGrowth(parsing: text)
    #expect(unnamed.name == nil)
  }

  /// Exact values of 10 · 1.05^n, 100 · 1.2^n and 7 · 0.5^n, cut.
  @Test(
    arguments: [
      ("5%", 10, [10, 10, 11, 11, 12, 12]), ("20%", 100, [100, 120, 144, 172, 207, 248]),
      ("-50%", 7, [7, 3, 1, 0, 0, 0]),
      ("+3", 1, [1, 4, 7, 10, 13, 16]),
    ] as [(String, Int64, [Int64])])
  func `what is cut off in one month is not lost for the next`(_ text: String, _ first: Int64, _ months: [Int64]) throws
  {
    let growth = try ParameterGrowth(parsing: text)
    #expect(months.indices.map { growth.value(after: $0, from: first) } == months)
  }

  @Test func `ten years are exact, and numbers have an end`() throws {
    #expect(try ParameterGrowth(parsing: "5%").value(after: 119, from: 10) == 3_322)
    #expect(try ParameterGrowth(parsing: "20%").value(after: 119, from: 1) == 2_645_868_644)
    #expect(try ParameterGrowth(parsing: "10000%").value(after: 119, from: 1) == .max)
    #expect(try ParameterGrowth(parsing: "+1G").value(after: 119, from: .max) == .max)
    #expect(try ParameterGrowth(parsing: "10000%").value(after: 119, from: 0) == 0)
  }

  @Test(arguments: ["users=", "users=20", "users=%", "users=x2", "users=-100%", "20"])
  func `what is no growth`(_ text: String) {
    #expect(throws: ArgumentMistake.self) { _ = try ParameterGrowth(parsing: text) }
  }
}
