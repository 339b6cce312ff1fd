import Diagnostics
import FirebreakTestSupport
import FirestoreModel
import IndexCatalog
import QueryModel
import StructuredText
import Testing

@Suite struct IndexFileEditorTests {
  private let added = IndexDefinition(
    normalizing: [IndexField(FieldPath(name: "a"), .ascending), IndexField(FieldPath(name: "b"), .descending)],
    collectionGroup: "t", scope: .collection)
  private let override = FieldOverride(
    collectionGroup: "t", target: .field(FieldPath(name: "n")), entries: [.init(.ascending, .collectionGroup)])

  private func edited(
    _ text: String, composites: [IndexDefinition] = [], overrides: [FieldOverride] = []
  ) throws -> String {
    let source = SourceText(path: "f.json", text: text)
    let root = try #require(JSONReader.read(source, .lenient).node)
    let editor = try #require(IndexFileEditor(source: source, root: root))
    return String(decoding: editor.adding(composites: composites, overrides: overrides), as: UTF8.self)
  }

  @Test(arguments: [#"{"fieldOverrides": []}"#, "{}", #"{"indexes": null, "fieldOverrides": []}"#])
  func `a fix of an override adds the indexes without which the file is passed over`(text: String) throws {
    let source = SourceText(path: "f.json", text: text)
    let editor = try #require(IndexFile(reading: source).editor)
    var bytes = source.bytes
    for edit in editor.changes(composites: [], overrides: [override]).reversed() {
      bytes.replaceSubrange(edit.location.span.start..<edit.location.span.end, with: Array(edit.replacement.utf8))
    }
    let fixed = IndexFile(reading: SourceText(path: "f.json", bytes: bytes))
    #expect(fixed.diagnostics.map(\.code.id) == ["FB2021"])
    #expect(fixed.catalog.overrides == [override])
    #expect(!fixed.lacksIndexes)
  }

  /// The number says which element of the array goes.
  @Test(arguments: [
    (0, "[ {1}, /* kept */ {2} ]", "[ {2} ]"),
    (1, "[ {1}, {2} // here\n, {3} ]", "[ {1} // here\n, {3} ]"),
    (1, "[ {1}, {2}, ]", "[ {1}, ]"),
    (0, "[ {1}, ]", "[  ]"),
    (0, "[{1}]", "[]"),
  ])
  func `a definition is removed with its comma`(index: Int, before: String, after: String) throws {
    func text(_ pattern: String) -> String {
      let list = (1...3).reduce(pattern) { text, number in
        text.replacing(
          "{\(number)}",
          with: #"{"collectionGroup": "c\#(number)", "fields": [{"fieldPath": "a", "order": "ASCENDING"}, "#
            + #"{"fieldPath": "b", "order": "ASCENDING"}]}"#)
      }
      return #"{"indexes": \#(list)}"#
    }
    let file = IndexFile(reading: SourceText(path: "f.json", text: text(before)))
    let bytes = try #require(file.editor).removing(at: file.composites[index].location.span)
    #expect(bytes.map { String(decoding: $0, as: UTF8.self) } == text(after))
  }

  @Test func `an override is put in place of another`() throws {
    let text =
      #"{"indexes": [], "fieldOverrides": [{"collectionGroup": "t", "fieldPath": "n", "indexes": []}, /* x */]}"#
    let file = IndexFile(reading: SourceText(path: "f.json", text: text))
    let bytes = try #require(file.editor).replacing(at: file.overrides[0].location.span, with: override)
    #expect(
      bytes.map { String(decoding: $0, as: UTF8.self) }
        == #"{"indexes": [], "fieldOverrides": [{ "collectionGroup": "t", "fieldPath": "n", "indexes": "#
        + #"[{ "order": "ASCENDING", "queryScope": "COLLECTION_GROUP" }] }, /* x */]}"#)
  }

  @Test func `lines are added like the lines before them`() throws {
    let text = """
      {
        // generated once, edited since
        "indexes": [
          { "collectionGroup": "x", "fields": [{ "fieldPath": "a", "order": "ASCENDING" }] } // keep
        ],
        "fieldOverrides": []
      }
      """
    #expect(
      try edited(text, composites: [added]) == """
        {
          // generated once, edited since
          "indexes": [
            { "collectionGroup": "x", "fields": [{ "fieldPath": "a", "order": "ASCENDING" }] }, // keep
            { "collectionGroup": "t", "queryScope": "COLLECTION", "fields": [{ "fieldPath": "a", "order": "ASCENDING" }, \
        { "fieldPath": "b", "order": "DESCENDING" }] }
          ],
          "fieldOverrides": []
        }
        """)
  }

  @Test func `an object over several lines is followed by one`() throws {
    let text = "{\n\t\"indexes\": [\n\t\t{\n\t\t\t\"collectionGroup\": \"x\"\n\t\t},\n\t]\n}\n"
    #expect(
      try edited(text, composites: [added]) == """
        {
        \t"indexes": [
        \t\t{
        \t\t\t"collectionGroup": "x"
        \t\t},
        \t\t{
        \t\t\t"collectionGroup": "t",
        \t\t\t"queryScope": "COLLECTION",
        \t\t\t"fields": [
        \t\t\t\t{
        \t\t\t\t\t"fieldPath": "a",
        \t\t\t\t\t"order": "ASCENDING"
        \t\t\t\t},
        \t\t\t\t{
        \t\t\t\t\t"fieldPath": "b",
        \t\t\t\t\t"order": "DESCENDING"
        \t\t\t\t}
        \t\t\t]
        \t\t}
        \t]
        }

        """)
  }

  @Test func `missing arrays are made`() throws {
    #expect(
      try edited("{}", overrides: [override]) == """
        {
          "fieldOverrides": [
            {
              "collectionGroup": "t",
              "fieldPath": "n",
              "indexes": [
                {
                  "order": "ASCENDING",
                  "queryScope": "COLLECTION_GROUP"
                }
              ]
            }
          ]
        }
        """)
    let both = try edited("{ \"indexes\": [] }", composites: [added], overrides: [override])
    let catalog = IndexFile(reading: SourceText(path: "f.json", text: both)).catalog
    #expect(catalog.composites == [added])
    #expect(catalog.overrides == [override])
  }

  @Test func `an override of the same field gets what it lacks`() throws {
    let text = #"{"indexes": [], "fieldOverrides": [{"collectionGroup": "t", "fieldPath": "n", "indexes": []}]}"#
    #expect(
      try edited(text, overrides: [override]) == """
        {"indexes": [], "fieldOverrides": [{"collectionGroup": "t", "fieldPath": "n", "indexes": \
        [{ "order": "ASCENDING", "queryScope": "COLLECTION_GROUP" }]}]}
        """)
  }

  @Test func `comments and order of an override that is extended stay`() throws {
    let text = """
      {
        "indexes": [],
        "fieldOverrides": [
          {
            "collectionGroup": "t", // who
            "fieldPath": "n",
            // legal: 30 days
            "ttl": true, /* yes */
            "indexes": [
            ] // none
          },
          {
            "indexes": [
              { "queryScope": "COLLECTION", "order": "DESCENDING" } // newest first
            ],
            "fieldPath": "m",
            "collectionGroup": "t"
          }
        ]
      }
      """
    var kept = override
    kept.ttl = true
    let other = FieldOverride(
      collectionGroup: "t", target: .field(FieldPath(name: "m")),
      entries: [.init(.descending, .collection), .init(.ascending, .collectionGroup)])
    #expect(
      try edited(text, overrides: [kept, other]) == """
        {
          "indexes": [],
          "fieldOverrides": [
            {
              "collectionGroup": "t", // who
              "fieldPath": "n",
              // legal: 30 days
              "ttl": true, /* yes */
              "indexes": [
                {
                  "order": "ASCENDING",
                  "queryScope": "COLLECTION_GROUP"
                }
              ] // none
            },
            {
              "indexes": [
                { "queryScope": "COLLECTION", "order": "DESCENDING" }, // newest first
                { "order": "ASCENDING", "queryScope": "COLLECTION_GROUP" }
              ],
              "fieldPath": "m",
              "collectionGroup": "t"
            }
          ]
        }
        """)
  }

  @Test func `an override of the same field is found however its path is quoted`() throws {
    let text = #"{"indexes": [], "fieldOverrides": [{"collectionGroup": "t", "fieldPath": "`n`", "indexes": []}]}"#
    #expect(
      try edited(text, overrides: [override]) == """
        {"indexes": [], "fieldOverrides": [{"collectionGroup": "t", "fieldPath": "`n`", "indexes": \
        [{ "order": "ASCENDING", "queryScope": "COLLECTION_GROUP" }]}]}
        """)
  }

  @Test func `comments in an empty array or file stay`() throws {
    let lines = try edited("{ // ours\n}", overrides: [override]).split(separator: "\n")
    #expect(lines.prefix(3) == ["{ // ours", "  \"fieldOverrides\": [", "    {"])
    let file = """
      {
        "indexes": [ // one per query
          /* none yet */
        ] // end
      }
      """
    #expect(
      try edited(file, composites: [added]) == """
        {
          "indexes": [ // one per query
            /* none yet */
            {
              "collectionGroup": "t",
              "queryScope": "COLLECTION",
              "fields": [
                {
                  "fieldPath": "a",
                  "order": "ASCENDING"
                },
                {
                  "fieldPath": "b",
                  "order": "DESCENDING"
                }
              ]
            }
          ] // end
        }
        """)
  }

  /// Whatever stands between the parts of a file, the edited file reads back with what was added.
  @Test func `additions survive any formatting`() throws {
    var random = SeededGenerator(seed: 7)
    let blanks = ["", " ", "\n", "\r\n  ", " // note\n", " /* ] */ ", "\t"]
    for _ in 0..<300 {
      func blank() -> String { blanks.randomElement(using: &random) ?? "" }
      let object =
        #"{"collectionGroup":"x","fields":[{"fieldPath":"a","order":"ASCENDING"},{"fieldPath":"c","order":"ASCENDING"}]}"#
      let indexes =
        Bool.random(using: &random)
        ? blank() : blank() + object + blank() + (Bool.random(using: &random) ? "," + blank() : "")
      var members = ["\"indexes\"\(blank()):\(blank())[\(indexes)]"]
      if Bool.random(using: &random) { members.append("\(blank())\"fieldOverrides\":\(blank())[\(blank())]") }
      let comma = Bool.random(using: &random) ? "," : ""
      let text = blank() + "{" + members.joined(separator: blank() + ",") + blank() + comma + blank() + "}" + blank()
      let before = IndexFile(reading: SourceText(path: "f.json", text: text)).catalog
      let after = IndexFile(
        reading: SourceText(path: "f.json", text: try edited(text, composites: [added], overrides: [override])))
      #expect(after.catalog.composites == before.composites + [added], "\(text)")
      #expect(after.catalog.overrides == [override], "\(text)")
    }
  }
}
