import DocumentStore
import FirestoreModel
import Testing

@testable import QueryExecution

/// Figures of Google's Go client tests, which run against production and compare them bit by bit; and what cannot be exact.
@Suite("Sums and averages") struct NumericAccumulatorTests {
  static let cases: [(numbers: [Value], sum: Value, average: Value)] = [
    ([4.8, 5.9, 6.0, 7.1, 8.2].map(Value.double), .double(32), .double(6.4)),
    ([5.9, 6.0, 7.1, 8.2].map(Value.double), .double(27.2), .double(6.8)),
    ([8.2, 7.1, 6.0, 5.9].map(Value.double), .double(27.2), .double(6.8)),
    (Array(repeating: .double(0.1), count: 10), .double(1), .double(0.1)),
    ([.double(1), .double(1e100), .double(1), .double(-1e100)], .double(2), .double(0.5)),
    ([.integer(1 << 53), .integer(1), .double(0.5)], .double(0x1p53 + 2), .double((0x1p53 + 2) / 3)),
    ([.integer(.max), .integer(1), .integer(-1)], .integer(.max), .double(0x1p63 / 3)),
    ([.integer(.max), .integer(.max)], .double(0x1p64), .double(0x1p63)),
    ([.double(.greatestFiniteMagnitude), .double(.greatestFiniteMagnitude)], .double(.infinity), .double(.infinity)),
    ([.double(.infinity), .integer(1)], .double(.infinity), .double(.infinity)),
    ([.double(.nan), .integer(1)], .double(.nan), .double(.nan)),
    ([.double(.infinity), .double(-.infinity)], .double(.nan), .double(.nan)),
    ([.string("1"), .null], .integer(0), .null),
  ]

  @Test("of one field", arguments: cases)
  func figures(numbers: [Value], sum: Value, average: Value) {
    let time = Timestamp(microseconds: 0)
    let documents = numbers.enumerated().map { place, number in
      Document(
        path: DocumentPath(collection: CollectionPath(parent: nil, id: "c"), id: Text("d\(place)")),
        fields: ["n": number], createTime: time, updateTime: time)
    }
    let found = NumericAccumulator(documents, FieldPath(name: "n"))
    #expect(found.sum == sum)
    #expect(found.average == average)
  }
}
