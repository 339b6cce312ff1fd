import FirestoreModel
import IndexCatalog
import Testing

@Suite("Cost of an index") struct IndexCostTests {
  private func index(_ fields: [IndexField], group: Text = "tasks", scope: QueryScope = .collection) -> IndexDefinition
  {
    IndexDefinition(normalizing: fields, collectionGroup: group, scope: scope)
  }

  @Test func `without documents an entry is estimated from the formula of its scope`() {
    let fields = [IndexField(FieldPath(name: "done"), .ascending), IndexField(FieldPath(name: "at"), .descending)]
    // tasks (6) + 20-character id (21) + 16, parent 16, two values of 8 bytes, 32.
    #expect(IndexCost(of: index(fields)).text == "1 entry per document, about 107 bytes each")
    #expect(IndexCost(of: index(fields, scope: .collectionGroup)).text == "1 entry per document, about 91 bytes each")
    let tags = [IndexField(FieldPath(name: "tags"), .contains), IndexField(FieldPath(name: "at"), .descending)]
    #expect(IndexCost(of: index(tags)).text == "1 entry per element of `tags`, about 107 bytes each")
  }

  @Test func `documents are measured with the sizes of the documented example`() throws {
    let fields = [IndexField(FieldPath(name: "done"), .ascending), IndexField(FieldPath(name: "priority"), .ascending)]
    let path = try DocumentPath(parsing: "users/jeff/tasks/my_task_id")
    var values = MapValue()
    values.set(.boolean(false), at: FieldPath(name: "done"))
    values.set(.integer(1), at: FieldPath(name: "priority"))
    let other = try DocumentPath(parsing: "users/jeff")
    let cost = IndexCost(of: index(fields), documents: [(path, values), (other, values)])
    #expect(cost.measurement?.documents == 1 && cost.measurement?.bytes == 112)
    #expect(cost.text == "1 entry, 112 bytes for 1 document, 112 bytes each")
  }

  @Test func `a document without one of the fields has no entry`() throws {
    let fields = [IndexField(FieldPath(name: "done"), .ascending), IndexField(FieldPath(name: "priority"), .ascending)]
    let cost = IndexCost(of: index(fields), documents: [(try DocumentPath(parsing: "tasks/a"), MapValue())])
    #expect(cost.text == "0 entries, 0 bytes for 1 document")
  }
}
