import FirestoreModel
import IndexCatalog
import Testing

@Suite struct NormalizationTests {
  private func field(_ name: Text, _ mode: IndexMode) -> IndexField { IndexField(FieldPath(name: name), mode) }

  @Test func `a name is added before a vector`() {
    #expect(
      IndexDefinition.normalized([field("a", .descending), field("v", .vector(dimension: 3))]) == [
        field("a", .descending), IndexField(.documentName, .descending), field("v", .vector(dimension: 3)),
      ])
  }
}
