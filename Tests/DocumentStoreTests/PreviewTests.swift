import FirestoreModel
import Testing

@testable import DocumentStore

@Suite("Previews of commits")
struct PreviewTests {
  private let fixture = StoreFixture()

  private func preview(_ writes: Write..., at microseconds: Int64 = 1_500) throws(FirestoreError) -> CommitPreview {
    try fixture.store.preview(writes, at: StoreFixture.at(microseconds))
  }

  @Test func `a preview shows what the same commit then stores`() throws {
    try fixture.commit(.set("c/a", ["n": .integer(1), "keep": .integer(7)]))
    let transforms = [
      FieldTransform(fieldPath("n"), .increment(.double(0.5))), FieldTransform(fieldPath("at"), .requestTime),
    ]
    let writes: [Write] = [
      .merge("c/a", ["x": .integer(2)], mask: ["x", "gone"], transforms), .set("c/b", ["y": .integer(3)]),
      .delete("c/none"), .merge("c/a", ["x": .integer(4)], mask: ["x"]),
    ]
    let preview = try fixture.store.preview(writes, at: StoreFixture.at(1_500))
    #expect(
      preview.writes.map(\.before?.fields) == [
        ["n": .integer(1), "keep": .integer(7)], nil, nil,
        ["n": .double(1.5), "keep": .integer(7), "x": .integer(2), "at": .timestamp(preview.serverTimestamp)],
      ])
    #expect(fixture.fields("c/b") == nil)
    let result = try fixture.store.commit(writes, at: StoreFixture.at(1_500))
    #expect(result.commitTime == preview.time)
    for path in ["c/a", "c/b", "c/none"] {
      #expect(preview.documentAfter(documentPath(path)) == fixture.document(path))
    }
    #expect(preview.writes.map(\.after?.fields).last == fixture.fields("c/a"))
  }

  @Test func `a server timestamp of the commit is its time in whole milliseconds`() throws {
    let preview = try preview(.set("c/a", [:], [FieldTransform(fieldPath("at"), .requestTime)]), at: 1_999)
    #expect(preview.time == StoreFixture.at(1_999))
    #expect(preview.serverTimestamp == StoreFixture.at(1_000))
    #expect(preview.writes[0].after?.fields == ["at": .timestamp(StoreFixture.at(1_000))])
  }

  @Test func `preconditions are not looked at`() throws {
    try fixture.commit(.set("c/a", ["n": .integer(1)]))
    let preview = try preview(
      .set("c/a", ["n": .integer(2)], if: .exists(false)),
      .merge("c/b", ["n": .integer(3)], mask: ["n"], if: .exists(true)))
    #expect(preview.writes.map(\.before?.fields) == [["n": .integer(1)], nil])
    #expect(preview.writes.map(\.after?.fields) == [["n": .integer(2)], ["n": .integer(3)]])
  }

  @Test func `documents that the commit does not touch are those of the database`() throws {
    try fixture.commit(.set("c/a", ["n": .integer(1)]), .set("c/b", ["n": .integer(1)]))
    let preview = try preview(.delete("c/a"))
    #expect(preview.documentAfter(documentPath("c/a")) == nil)
    #expect(preview.documentAfter(documentPath("c/b"))?.fields == ["n": .integer(1)])
    #expect(preview.snapshot.document(documentPath("c/a"))?.fields == ["n": .integer(1)])
  }

  @Test func `what no database could take is refused`() {
    let many = (0...500).map { FieldTransform(fieldPath("f\($0)"), .increment(.integer(1))) }
    #expect(
      refusal { () throws(FirestoreError) in _ = try preview(.set("c/a", [:], many)) }
        == FirestoreError(.invalidArgument, "cannot have more than 500 field transforms on a single document"))
  }
}
