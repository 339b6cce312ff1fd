import FirestoreModel
import Testing

@testable import DocumentStore

/// Transforms of fields. One transform of field `f`: what is stored before and after, and what the write result reports.
struct TransformCase: CustomTestStringConvertible {
  var id: String
  var stored: Value?
  var operation: FieldTransform.Operation
  var after: Value
  var result: Value?

  init(_ id: String, _ stored: Value?, _ operation: FieldTransform.Operation, _ after: Value, result: Value? = nil) {
    self.id = id
    self.stored = stored
    self.operation = operation
    self.after = after
    self.result = result
  }

  var testDescription: String { id }

  // id: queries.md#174, #175, #176
  static let numbers: [TransformCase] = [
    .init("increment beyond the largest integer", .integer(.max), .increment(.integer(1)), .integer(.max)),
    .init("increment saturates below", .integer(.min), .increment(.integer(-1)), .integer(.min)),
    .init("increment int by int", .integer(2), .increment(.integer(3)), .integer(5)),
    .init("increment int by double", .integer(2), .increment(.double(0.5)), .double(2.5)),
    .init("increment double by int", .double(2), .increment(.integer(3)), .double(5)),
    .init("increment of a missing field", nil, .increment(.double(1.5)), .double(1.5)),
    .init("increment of a string", .string("7"), .increment(.integer(3)), .integer(3)),
    .init("increment by infinity", .integer(1), .increment(.double(.infinity)), .double(.infinity)),
    .init("maximum of equal numbers", .integer(3), .maximum(.double(3)), .integer(3)),
    .init("maximum takes the operand's type", .integer(3), .maximum(.double(3.5)), .double(3.5)),
    .init("maximum keeps the stored one", .integer(4), .maximum(.double(3.5)), .integer(4)),
    .init("maximum of zeros", .double(-0.0), .maximum(.integer(0)), .double(-0.0)),
    .init("maximum of a missing field", nil, .maximum(.integer(1)), .integer(1)),
    .init("maximum of a timestamp", .timestamp(StoreFixture.start), .maximum(.integer(1)), .integer(1)),
    .init("maximum with NaN", .integer(1), .maximum(.double(.nan)), .double(.nan)),
    .init("minimum of a stored NaN", .double(.nan), .minimum(.integer(5)), .double(.nan)),
    .init("minimum with NaN", .integer(5), .minimum(.double(.nan)), .double(.nan)),
    .init("minimum takes the operand", .integer(5), .minimum(.integer(4)), .integer(4)),
    .init("minimum keeps the stored one", .double(3), .minimum(.integer(3)), .double(3)),
    .init("minimum of null", .null, .minimum(.integer(3)), .integer(3)),
  ]

  // id: queries.md#177, #178
  static let arrays: [TransformCase] = [
    .init(
      "arrayUnion compares numbers by value", .array([.integer(3)]),
      .appendMissingElements([.double(3), .double(.nan), .double(.nan)]),
      .array([.integer(3), .double(.nan)]), result: .null),
    .init(
      "arrayUnion of a missing field", nil, .appendMissingElements([.integer(1), .integer(1)]), .array([.integer(1)]),
      result: .null),
    .init(
      "arrayUnion of a string", .string("x"), .appendMissingElements([.null, .null]), .array([.null]), result: .null),
    .init(
      "arrayUnion compares maps deeply", .array([.map(["a": .integer(1)])]),
      .appendMissingElements([.map(["a": .double(1)]), .map(["a": .integer(2)])]),
      .array([.map(["a": .integer(1)]), .map(["a": .integer(2)])]), result: .null),
    .init(
      "arrayRemove takes out all equal numbers", .array([.integer(3), .double(3), .integer(4)]),
      .removeAllFromArray([.integer(3)]),
      .array([.integer(4)]),
      result: .null),
    .init(
      "arrayUnion knows equal numbers at every depth and size",
      .array([
        .integer(1 << 53), .double(-0.0), .map(["a": .array([.integer(1), .vector([0])])]),
        .geoPoint(GeoPoint(latitude: 0, longitude: -0.0)), .integer(.max),
      ]),
      .appendMissingElements([
        .double(0x1p53), .integer(0), .map(["a": .array([.double(1), .vector([-0.0])])]),
        .geoPoint(GeoPoint(latitude: -0.0, longitude: 0)), .integer(1 << 53 + 1), .double(0x1p63), .vector([0]),
        .vector([-0.0]),
      ]),
      .array([
        .integer(1 << 53), .double(-0.0), .map(["a": .array([.integer(1), .vector([0])])]),
        .geoPoint(GeoPoint(latitude: 0, longitude: -0.0)), .integer(.max), .integer(1 << 53 + 1), .double(0x1p63),
        .vector([0]),
      ]), result: .null),
    .init(
      "arrayRemove compares maps and arrays deeply",
      .array([.map(["a": .array([.double(1), .double(.nan)])]), .map(["a": .array([.integer(1)])]), .string("1")]),
      .removeAllFromArray([.map(["a": .array([.integer(1), .double(.nan)])]), .integer(1)]),
      .array([.map(["a": .array([.integer(1)])]), .string("1")]), result: .null),
    .init("arrayRemove of a missing field", nil, .removeAllFromArray([.integer(3)]), .array([]), result: .null),
    .init("arrayRemove of a number", .integer(3), .removeAllFromArray([.integer(3)]), .array([]), result: .null),
    .init(
      "arrayRemove of NaN", .array([.double(.nan), .null]), .removeAllFromArray([.double(.nan)]), .array([.null]),
      result: .null),
  ]
}

@Suite("Transforms") struct TransformTests {
  @Test(arguments: TransformCase.numbers + TransformCase.arrays) func transform(_ example: TransformCase) throws {
    let fixture = StoreFixture()
    try fixture.commit(.set("c/d", example.stored.map { ["f": $0] } ?? [:]))
    let result = try fixture.commit(
      .merge("c/d", [:], mask: [], [FieldTransform(fieldPath("f"), example.operation)]))
    #expect(fixture.fields("c/d") == ["f": example.after])
    #expect(result.results.map(\.transformResults) == [[example.result ?? example.after]])
  }

  // Comparing each element with all others would take a quarter of an hour.
  @Test("many elements take time that grows as they do", .timeLimit(.minutes(1)))
  func manyElements() {
    let numbers = 0..<Int64(200_000)
    let elements = numbers.map(Value.integer)
    let doubles = numbers.reversed().map { Value.double(Double($0)) }
    func after(_ operation: FieldTransform.Operation) -> Value {
      FieldTransform(fieldPath("f"), operation).evaluate(on: .array(elements), at: StoreFixture.start).value
    }
    #expect(after(.appendMissingElements(doubles + doubles)) == .array(elements))
    #expect(after(.removeAllFromArray(doubles)) == .array([]))
  }

  @Test func `the request time is the commit time cut to milliseconds, the same for all fields`() throws {
    let fixture = StoreFixture()
    let result = try fixture.commit(
      .set("c/d", [:], [FieldTransform(fieldPath("a"), .requestTime), FieldTransform(fieldPath("b.c"), .requestTime)]),
      at: 1_999)
    let time = Value.timestamp(StoreFixture.at(1_000))
    #expect(result.commitTime == StoreFixture.at(1_999))
    #expect(result.results[0].transformResults == [time, time])
    #expect(fixture.fields("c/d") == ["a": time, "b": .map(["c": time])])
  }

  @Test func `before 1970 milliseconds are cut downwards too`() throws {
    let early = Timestamp(microseconds: -10_000)
    let store = DocumentStore(database: DatabaseName(project: "demo"), createTime: early)
    let write = Write.set("c/d", [:], [FieldTransform(fieldPath("a"), .requestTime)])
    let result = try store.commit([write], at: Timestamp(microseconds: -1))
    #expect(result.results[0].transformResults == [.timestamp(Timestamp(microseconds: -1000))])
  }

  @Test func `two increments in one commit add up`() throws {
    let fixture = StoreFixture()
    let add = Write.merge("c/d", [:], mask: [], [FieldTransform(fieldPath("n"), .increment(.integer(2)))])
    let result = try fixture.commit(add, add)
    #expect(fixture.fields("c/d") == ["n": .integer(4)])
    #expect(result.results.map(\.transformResults) == [[.integer(2)], [.integer(4)]])
  }

  @Test func `increment, delete the field, increment by 3 gives 3`() throws {
    let fixture = StoreFixture()
    func increment(_ number: Int64) -> [FieldTransform] {
      [FieldTransform(fieldPath("n"), .increment(.integer(number)))]
    }
    try fixture.commit(
      .merge("c/d", [:], mask: [], increment(1)), .merge("c/d", [:], mask: ["n"]),
      .merge("c/d", [:], mask: [], increment(3)))
    #expect(fixture.fields("c/d") == ["n": .integer(3)])
  }

  @Test func `a transform creates the maps on its way and runs after the update`() throws {
    let fixture = StoreFixture()
    try fixture.commit(
      .set(
        "c/d", ["a": .integer(1)],
        [
          FieldTransform(fieldPath("a"), .increment(.integer(1))),
          FieldTransform(fieldPath("b.c"), .increment(.integer(1))),
        ]))
    #expect(fixture.fields("c/d") == ["a": .integer(2), "b": .map(["c": .integer(1)])])
  }

  @Test func `500 transforms on one document pass, 501 do not, counted over the commit`() throws {
    let fixture = StoreFixture()
    let many = [FieldTransform](repeating: FieldTransform(fieldPath("n"), .increment(.integer(1))), count: 250)
    let one = Write.merge("c/d", [:], mask: [], many)
    try fixture.commit(one, one)
    #expect(fixture.fields("c/d") == ["n": .integer(500)])
    let more = Write.merge("c/d", [:], mask: [], [many[0]])
    #expect(
      throws: FirestoreError(.invalidArgument, "cannot have more than 500 field transforms on a single document")
    ) { try fixture.commit(one, more, one) }
    #expect(fixture.fields("c/d") == ["n": .integer(500)])
  }

  @Test func `numeric transforms need a number`() {
    for operation in [FieldTransform.Operation.increment(.null), .maximum(.string("1")), .minimum(.boolean(true))] {
      let error = refusal { () throws(FirestoreError) in
        try StoreFixture().commit(.set("c/d", [:], [FieldTransform(fieldPath("n"), operation)]))
      }
      #expect(error?.status == .invalidArgument)
    }
  }
}
