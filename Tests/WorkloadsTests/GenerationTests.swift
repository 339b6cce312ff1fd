import Diagnostics
import FirestoreModel
import Testing

@testable import Workloads

private let monday = ClockSetting(
  start: Timestamp(microseconds: 1_767_600_000_000_000), utcOffset: -28_800, days: 30)

private func documents(_ data: String, params: String = "{}", seed: Int = 7) throws -> [GeneratedDocument] {
  let reading = read("workload: sample\nseed: \(seed)\nparams: \(params)\ndata:\n  - \(data)")
  #expect(findings(reading) == [])
  let workload = try #require(reading.suite?.variants.first?.workload)
  var generator = DocumentGenerator(workload.data[0], at: 0, seed: workload.seed, clock: workload.clock)
  var result: [GeneratedDocument] = []
  while let document = try generator.next() { result.append(document) }
  return result
}

@Suite("Generated data") struct GenerationTests {
  @Test func `loops are a product, the last one fastest`() throws {
    let found = try documents(
      "{path: \"{a}/{b}/m/{n}\", for: {a: [x, y], b: 1..$n, n: [7]}}", params: "{n: 2}")
    #expect(found.map(\.path.description) == ["x/1/m/7", "x/2/m/7", "y/1/m/7", "y/2/m/7"])
    #expect(try documents("{path: \"a/{i}\", for: {i: 1..$n}}", params: "{n: 0}").isEmpty)
  }

  @Test func `every kind of value`() throws {
    let fields = """
      {s: {string: 120}, b: {bytes: 3}, v: {vector: 4}, r: {ref: "users/u{p}"}, l: {array: {of: {uniform: [1, 1]}, count: 2}},
        e: {array: ["u{p}", 5]}, m: {map: {x: true, y: 1.5}}, t: {time: -1d}, c: serverTime, w: "{p}", z: "p{p}!",
        n: null, g: {geo: [52.5, 13.4]}, k: $name, q: 5!string, u: 1000!timestamp, "f!integer": {time: 0d}, i: "{id}"}
      """
    let document = try #require(
      try documents("{path: \"a/d{p}\", for: {p: 3..3}, fields: \(fields)}", params: "{name: ann}").first)
    let values = document.fields
    let start = monday.start
    guard case .string(let text)? = values["s"], case .bytes(let bytes)? = values["b"],
      case .vector(let vector)? = values["v"]
    else {
      Issue.record("wrong types")
      return
    }
    #expect(text.byteCount == 120)
    #expect(text.string.utf8.allSatisfy { $0 >= UInt8(ascii: "a") && $0 <= UInt8(ascii: "z") })
    #expect(bytes.count == 3)
    #expect(vector.count == 4 && vector.allSatisfy { $0 >= -1 && $0 < 1 })
    let user = try DocumentPath(parsing: "users/u3")
    let expected: [(Text, Value)] = [
      ("r", .reference(DocumentName(database: Workload.database, path: user))),
      ("l", .array([.integer(1), .integer(1)])), ("e", .array([.string("u3"), .integer(5)])),
      ("m", .map(["x": .boolean(true), "y": .double(1.5)])),
      ("t", .timestamp(Timestamp(microseconds: start.microseconds - 86_400_000_000))), ("c", .timestamp(start)),
      ("w", .integer(3)), ("z", .string("p3!")), ("n", .null),
      ("g", .geoPoint(GeoPoint(latitude: 52.5, longitude: 13.4))), ("k", .string("ann")), ("q", .string("5")),
      ("u", .timestamp(Timestamp(microseconds: 1_000_000))), ("f", .integer(1_767_600_000_000)), ("i", .string("d3")),
    ]
    for (name, value) in expected { #expect(values[name] == value, "\(name)") }
  }

  @Test func `a spread follows the placing rule`() throws {
    let documents = try documents("{path: \"a/{auto}\", count: 4, fields: {t: {spread: [-4s, 0d]}}}")
    let start = monday.start.microseconds
    #expect(
      documents.map { $0.fields["t"] }
        == (0..<4).map { .timestamp(Timestamp(microseconds: start + ($0 - 4) * 1_000_000 + 437_000 + $0)) })
  }

  @Test func `the same seed gives the same bytes`() throws {
    let entry = "{path: \"a/{auto}\", for: {p: 1..2}, count: 2, fields: {s: {string: 8}, n: {zipf: {n: 1000, s: 1.1}}}}"
    let first = try documents(entry)
    #expect(first == (try documents(entry)))
    #expect(Set(first.map(\.path)).count == 4)
    #expect(first.map(\.path.id.byteCount) == [20, 20, 20, 20])
    #expect(first != (try documents(entry, seed: 8)))
    // Recorded once; another answer would change every expected report.
    #expect(first[0].path.id == "JRLReOxV8WrCJoedLRdV")
    #expect(first[0].fields["s"] == .string("cjbkfoea"))
  }

  @Test func `another entry or count leaves the rest as it was`() throws {
    let two = try documents("{path: \"a/{auto}\", count: 2, fields: {s: {string: 8}}}")
    let three = try documents("{path: \"a/{auto}\", count: 3, fields: {s: {string: 8}}}")
    #expect(Array(three.prefix(2)) == two)
  }
}

@Suite("Columns of CSV files") struct CSVColumnTests {
  private let text = "name,city\r\nann,\"Bonn, Rhein\"\nbob\n\ncy,\"a \"\"b\"\"\"\n7,9"

  @Test func `quotes, short records and empty lines`() throws {
    let table = try #require(CSVTable(Array(text.utf8)))
    #expect(table.header == ["name", "city"])
    #expect(table.column("name") == ["ann", "bob", "cy", "7"])
    #expect(table.column("city") == ["Bonn, Rhein", "a \"b\"", "9"])
    #expect(table.column("town") == nil)
    #expect(CSVTable(Array("a\n\"b".utf8)) == nil)
  }

  private func reading(_ column: String) -> WorkloadReading {
    let source = SourceText(
      path: "w.yaml", text: "workload: w\ndata: [{path: a/b, fields: {x: {csv: people.csv, column: \(column)}}}]")
    return WorkloadReader.read(source) { $0 == "people.csv" ? Array(text.utf8) : nil }
  }

  @Test func `cells become values`() throws {
    let reading = reading("name")
    #expect(findings(reading) == [])
    guard case .drawn(.column(let column))? = reading.suite?.variants[0].workload.data[0].fields[0].value else {
      Issue.record("no column")
      return
    }
    #expect(column.cells == [.text("ann"), .text("bob"), .text("cy"), .integer(7)])
    #expect(findings(self.reading("nam")) == ["FB0015 2:58 `people.csv` has no values in the column `nam`"])
  }
}

@Suite("Random streams") struct RandomStreamTests {
  @Test func `distributions have their means`() {
    var random = RandomStream(seed: 5)
    let count = 20_000
    func mean(_ distribution: Distribution) -> Double {
      var sum = 0.0
      for _ in 0..<count {
        switch random.draw(distribution) {
        case .integer(let value): sum += Double(value)
        case .double(let value): sum += value
        case .boolean(let value): sum += value ? 1 : 0
        case .text: break
        }
      }
      return sum / Double(count)
    }
    #expect(abs(mean(.uniformInteger(1, 9)) - 5) < 0.1)
    #expect(abs(mean(.uniform(0, 2)) - 1) < 0.02)
    #expect(abs(mean(.normal(mean: 10, deviation: 2)) - 10) < 0.1)
    #expect(abs(mean(.poisson(mean: 3)) - 3) < 0.1)
    #expect(abs(mean(.poisson(mean: 50)) - 50) < 0.5)
    #expect(abs(mean(.poisson(mean: 5000)) - 5000) < 5)
    let choices = [
      WeightedChoice(value: .integer(1), weight: 0.7), WeightedChoice(value: .integer(0), weight: 0.3),
    ]
    #expect(abs(mean(.choice(choices)) - 0.7) < 0.02)
  }

  @Test func `zipf ranks fall off as their weights do`() {
    var random = RandomStream(seed: 9)
    var counts = [Int](repeating: 0, count: 11)
    for _ in 0..<50_000 {
      guard case .integer(let rank) = random.draw(.zipf(count: 10, exponent: 1)) else { continue }
      counts[Int(rank)] += 1
    }
    let harmonic = (1...10).reduce(0) { $0 + 1 / Double($1) }
    for rank in 1...10 {
      let expected = 50_000 / Double(rank) / harmonic
      #expect(abs(Double(counts[rank]) - expected) < expected * 0.08 + 30, "rank \(rank)")
    }
  }

  @Test func `logarithm and exponential agree with each other`() {
    for value in [1e-9, 0.1, 0.5, 1, 1.4142, 2, 3, 10, 12345.678, 1e12] {
      #expect(abs(PortableMath.exp(PortableMath.log(value)) / value - 1) < 1e-13)
    }
    #expect(PortableMath.log(1) == 0)
    #expect(PortableMath.exp(0) == 1)
    #expect(PortableMath.exp(-800) == 0)
  }

  @Test func `extremes do not trap`() {
    var random = RandomStream(seed: 1)
    _ = random.draw(.uniformInteger(.min, .max))
    _ = random.draw(Quantity.drawn(.normal(mean: 1e300, deviation: 1e300)))
    _ = random.draw(Quantity.drawn(.zipf(count: 1_000_000_000_000, exponent: 0)))
    _ = random.draw(Quantity.drawn(.zipf(count: 1, exponent: 50)))
    #expect(random.index(below: 0) == 0)
    #expect(random.draw(Quantity.drawn(.uniformInteger(-9, -5))) == 0)
  }
}

@Suite("Placing writes in time") struct PlacementTests {
  private let noon = Timestamp(microseconds: 1_767_643_200_000_000)

  @Test func `thirty messages every forty minutes`() {
    let spread = Spread(.duration(.hours(20)))
    let moments = (0..<3).map { spread.moment($0, of: 30, from: noon, over: .hours(20)) }
    #expect(
      moments.map { $0.microseconds - noon.microseconds } == [437_000, 2_400_437_001, 4_800_437_002])
  }

  @Test func `whole seconds and bursts`() {
    let whole = Spread(.gap, fraction: .none)
    #expect(
      (0..<3).map { whole.moment($0, of: 3, from: noon, over: .seconds(5)).microseconds - noon.microseconds }
        == [0, 1_000_000, 3_000_000])
    let burst = Spread(.gap, isBurst: true)
    #expect(
      (0..<3).map { burst.moment($0, of: 3, from: noon, over: .hours(5)).microseconds - noon.microseconds }
        == [437_000, 437_001, 437_002])
    let late = burst.moment(999_999, of: 1_000_000, from: noon, over: .hours(5))
    #expect(late.microseconds - noon.microseconds < 1_000_000)
  }

  @Test func `moments never go back`() {
    var random = RandomStream(seed: 2)
    for _ in 0..<500 {
      let count = Int64(random.index(below: 1000)) + 1
      let interval = TimeSpan(microseconds: Int64(random.index(below: 200_000_000_000)))
      let spread = Spread(
        .gap, fraction: random.chance(0.5) ? .none : .distinct, isBurst: random.chance(0.3))
      var last = Timestamp.minimum
      for number in 0..<count {
        let moment = spread.moment(number, of: count, from: noon, over: interval)
        #expect(moment >= last && moment >= noon)
        last = moment
      }
    }
  }

  @Test(arguments: [
    ("day 1 09:30", 34_200), ("day 3 10:00", 208_800), ("day 2", 86_400), ("-7d", -604_800),
    ("2026-01-05T09:00:00Z", 3_600), ("day 1 24:00", 86_400),
  ])
  func timelineTimes(_ text: String, _ seconds: Int64) throws {
    let time = try #require(TimeWord.read(text))
    let moment = try time.moment(clock: monday, origin: monday.start, in: SampleEnvironment())
    #expect(moment.microseconds - monday.start.microseconds == seconds * 1_000_000)
  }

  @Test func `days are dates of the clock's offset`() {
    let afternoon = ClockSetting(start: Timestamp(microseconds: 1_767_654_000_000_000), utcOffset: -28_800, days: 2)
    #expect(afternoon.moment(day: 1, timeOfDay: .zero) == monday.start)
    #expect(afternoon.moment(day: 2, timeOfDay: .hours(8)).microseconds == monday.start.microseconds + 115_200_000_000)
  }

  @Test(arguments: [
    ("30s", 30_000_000), ("16m", 960_000_000), ("-90d", -7_776_000_000_000), ("+4h", 14_400_000_000), ("0.5s", 500_000),
    ("250ms", 250_000), ("0", 0),
  ])
  func lengths(_ text: String, _ microseconds: Int64) { #expect(TimeSpan(parsing: text)?.microseconds == microseconds) }

  @Test(arguments: ["", "s", "5", "1w", "1 h", "--1s", "1.s", "0.0000001s", "99999999999999999999d"])
  func notLengths(_ text: String) { #expect(TimeSpan(parsing: text) == nil) }
}
