import Diagnostics
import FirebreakTestSupport
import FirestoreModel
import Testing

@testable import IndexCatalog

@Suite struct ComparisonTests {
  private func index(_ fields: String, _ scope: QueryScope = .collection) -> IndexDefinition {
    let parsed = fields.split(separator: ",").map { part in
      let words = part.split(separator: " ")
      return IndexField(FieldPath(name: Text(String(words[0]))), words.count > 1 ? .descending : .ascending)
    }
    return IndexDefinition(normalizing: parsed, collectionGroup: "t", scope: scope)
  }

  // id: N1
  @Test func `a prefix is not redundant`() throws {
    let path = "indexes/fixtures/FM.indexes.json"
    let file = IndexFile(reading: SourceText(path: path, bytes: try RepositoryFiles.bytes(path)))
    #expect(file.catalog.redundantByDeclaration == [])
    #expect(IndexCatalog(composites: [index("a,b"), index("a,b,c")]).redundantByDeclaration == [])
  }

  // id: N2
  @Test func `a collection index beside the same group index is redundant`() {
    let catalog = IndexCatalog(composites: [index("a,b"), index("a,b", .collectionGroup)])
    #expect(
      catalog.redundantByDeclaration == [
        RedundantIndex(index("a,b"), servedBy: [index("a,b", .collectionGroup)], reason: .servedByGroupIndex)
      ])
  }

  // id: N3
  @Test func `permuted leading fields before the same rest`() {
    let catalog = IndexCatalog(composites: [index("a,b,c"), index("b,a,c"), index("b,a,d"), index("a,b d")])
    #expect(
      catalog.redundantByDeclaration == [
        RedundantIndex(index("b,a,c"), servedBy: [index("a,b,c")], reason: .permutedPrefix)
      ])
  }

  // id: N5
  @Test func `170 composites are near the limit without billing`() {
    let source = SourceText(path: "f.json", text: "")
    let entries = (0..<201).map { IndexFile.Entry(index("a\($0),b"), at: source.start) }
    let near = IndexFile(source: source, composites: Array(entries.prefix(170)))
    #expect(
      near.findings(against: .withoutBilling).map(\.caseText) == [
        "FB2009 warning 1:1 170 composite indexes of at most 200"
      ])
    #expect(near.findings(against: .withBilling) == [])
    let above = IndexFile(source: source, composites: entries)
    #expect(above.findings(against: .withoutBilling).map(\.severity) == [.error])
  }

  @Test func `a diff says what is created, at risk and unused`() {
    let file = IndexCatalog(composites: [index("status,total d"), index("level,at d")])
    let deployed = IndexCatalog(composites: [index("city,age"), index("level,at d")])
    let diff = IndexDiff(
      file: file, deployed: deployed, used: [.composite(index("status,total d")), .composite(index("city,age"))])
    #expect(diff.added == [.composite(index("status,total d"))])
    #expect(diff.atRisk == [.composite(index("city,age"))])
    #expect(diff.unused == [.composite(index("level,at d"))])
    #expect(diff.unchangedCount == 1)
    let findings = diff.findings(at: { _ in nil }, users: { _ in ["users.byCity"] })
    #expect(
      findings.map(\.caseText) == [
        "FB2006 info 0:0 `t` `(level ASC, at DESC)` is used by no known query",
        "FB2005 error 0:0 `t` `(city ASC, age ASC)` is deployed and used but not in the file",
      ])
  }

  @Test func `an index that only queries know is a row of its own`() {
    let file = IndexCatalog(composites: [index("level,at d")])
    let needed = IndexDiff.Item.composite(index("status,total d"))
    let diff = IndexDiff(file: file, deployed: file, used: [.composite(index("level,at d"))], missing: [needed])
    #expect(diff.rows.last == IndexDiff.Row(item: needed, isInFile: false, isDeployed: false, isUsed: true))
    #expect(diff.missing == [needed])
    #expect(diff.added + diff.removed + diff.atRisk + diff.unused == [])
    #expect(diff.findings(at: { _ in nil }, users: { _ in [] }) == [])
  }

  @Test func `a deploy that takes away what queries use is at risk, of an override as a whole and of its modes`() {
    func override(_ name: Text, _ modes: [IndexMode]) -> FieldOverride {
      FieldOverride(
        collectionGroup: "t", target: .field(FieldPath(name: name)), entries: modes.map { .init($0, .collection) })
    }
    let deployed = [
      override("gone", [.ascending]), override("n", [.ascending, .descending]), override("m", [.ascending]),
    ]
    let file = [override("n", [.ascending]), override("m", [])]
    let diff = IndexDiff(
      file: IndexCatalog(overrides: file), deployed: IndexCatalog(overrides: deployed),
      used: [.override(deployed[0]), .override(deployed[1])])
    #expect(diff.atRisk == [.override(deployed[0]), .override(deployed[1])])
    #expect(diff.changes.map(\.breaksQueries) == [true, false])
    let findings = diff.findings(at: { _ in nil }, users: { _ in ["t.byN"] })
    #expect(
      findings.map(\.caseText) == [
        "FB2005 error 0:0 the override of `gone` in `t` is deployed and used but not in the file",
        "FB2005 error 0:0 the override of `n` in `t` is deployed with ASC, DESC, which queries use, and stands in the file with ASC",
      ])
    #expect(findings.flatMap(\.notes) == Array(repeating: "a forced deploy would break t.byN", count: 2))
  }

  @Test func `an override that takes away what queries use as deployed is at risk before it is deployed`() {
    func exemption(_ name: Text) -> FieldOverride {
      FieldOverride(collectionGroup: "t", target: .field(FieldPath(name: name)), entries: [])
    }
    let diff = IndexDiff(
      file: IndexCatalog(overrides: [exemption("n"), exemption("m")]), deployed: .automaticOnly, used: [],
      breaking: [exemption("n")])
    #expect(
      diff.rows == [
        .init(item: .override(exemption("n")), isInFile: true, isDeployed: false, isUsed: true, breaksQueries: true),
        .init(item: .override(exemption("m")), isInFile: true, isDeployed: false, isUsed: nil),
      ])
    #expect(diff.atRisk == [.override(exemption("n"))])
    let findings = diff.findings(at: { _ in nil }, users: { _ in ["t.byN"] })
    #expect(
      findings.map(\.caseText) == [
        "FB2005 error 0:0 the override of `n` in `t` is not deployed yet, and leaves it with no index: queries use more of what is deployed"
      ])
    #expect(findings.flatMap(\.notes) == ["a deploy would break t.byN"])
    // What is deployed already breaks nothing anew.
    let same = IndexCatalog(overrides: [exemption("n")])
    #expect(IndexDiff(file: same, deployed: same, used: [], breaking: [exemption("n")]).atRisk == [])
  }

  @Test func `a change of scope alone is overlooked by the CLI`() {
    let field = FieldOverride.Target.field(FieldPath(name: "n"))
    let group = FieldOverride(collectionGroup: "t", target: field, entries: [.init(.ascending, .collectionGroup)])
    let collection = FieldOverride(collectionGroup: "t", target: field, entries: [.init(.ascending, .collection)])
    let diff = IndexDiff(file: IndexCatalog(overrides: [group]), deployed: IndexCatalog(overrides: [collection]))
    #expect(diff.changes == [.init(from: collection, to: group, isOverlookedByCLI: true)])
    #expect(diff.findings(at: { _ in nil }, users: { _ in [] }).map(\.code.id) == ["FB2023"])
    let exempt = FieldOverride(collectionGroup: "t", target: field, entries: [])
    #expect(
      IndexDiff(file: IndexCatalog(overrides: [exempt]), deployed: IndexCatalog(overrides: [collection])).changes
        == [.init(from: collection, to: exempt, isOverlookedByCLI: false)])
  }
}
