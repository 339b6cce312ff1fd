import Diagnostics
import StructuredText
import Testing

@Suite("Decoding") struct DecodingTests {
  private struct Index: Equatable {
    var group: String?
    var scope: Int?
    var limit: Int64?
    var ttl: Bool?
    var weight: String?
    var tags: [String]?
    var fields: [String] = []
  }

  /// Decodes as every reader of files does.
  private func decode(_ text: String) -> (Index, [String], [String?]) {
    let source = SourceText(path: "a.yaml", text: text)
    let result = YAMLReader.read(source)
    let decoding = NodeDecoding(source, diagnostics: result.diagnostics)
    var index = Index()
    if let node = result.node, var object = ObjectReader(node, decoding, for: "the index") {
      index.group = object.string("collectionGroup", .required)
      index.scope = object.choice("queryScope", of: [("COLLECTION", 0), ("COLLECTION_GROUP", 1)])
      index.limit = object.integer("limit", in: 1...1000)
      index.ttl = object.boolean("ttl")
      index.weight = object.number("weight")?.text
      index.tags = object.strings("tags")
      for field in object.array("fields", .requiredElse(.invalidIndexDefinition)) ?? [] {
        guard var reader = ObjectReader(field, decoding, for: "fields") else { continue }
        index.fields.append(reader.string("fieldPath", .required) ?? "?")
        reader.know("order")
        reader.finish()
      }
      object.finish()
    }
    return (index, reports(decoding.diagnostics), decoding.diagnostics.map(\.help))
  }

  @Test func `a right file gives its values`() {
    let (index, problems, _) = decode(
      """
      collectionGroup: orders
      queryScope: COLLECTION_GROUP
      limit: 0x10
      ttl: true
      weight: 1.50
      tags: [a, b]
      fields: [{fieldPath: x, order: ASCENDING}]
      """)
    #expect(problems == [])
    #expect(
      index
        == Index(
          group: "orders", scope: 1, limit: 16, ttl: true, weight: "1.50", tags: ["a", "b"], fields: ["x"]))
  }

  @Test func `every mistake of a file is reported in one run`() {
    let (_, problems, helps) = decode(
      """
      collectionGrup: orders
      queryScope: COLECTION
      limit: 5000
      ttl: on
      weight: "1"
      tags: [a, 1, {}]
      fields: [x, {feildPath: y}, {fieldPath: true}]
      extra: 1
      """)
    #expect(
      problems == [
        "FB0015 1:1 the key `collectionGroup` is missing",
        "FB0015 2:13 expected one of `COLLECTION`, `COLLECTION_GROUP` for `queryScope`, found `COLECTION`",
        "FB0015 3:8 expected an integer from 1 to 1000 for `limit`, found `5000`",
        "FB0015 4:6 expected `true` or `false` for `ttl`, found a string",
        "FB0015 5:9 expected a number for `weight`, found a string",
        "FB0015 6:11 expected a string for `tags`, found a number",
        "FB0015 6:14 expected a string for `tags`, found an object",
        "FB0015 7:10 expected an object for `fields`, found a string",
        "FB0015 7:13 the key `fieldPath` is missing",
        "FB0014 7:14 unknown key `feildPath`",
        "FB0015 7:41 expected a string for `fieldPath`, found a boolean",
        "FB0014 1:1 unknown key `collectionGrup`",
        "FB0014 8:1 unknown key `extra`",
      ])
    #expect(helps[1] == "did you mean `COLLECTION`?")
    #expect(helps[5] == "write `\"1\"`")
    #expect(helps[9] == "did you mean `fieldPath`?")
    #expect(helps[11] == "did you mean `collectionGroup`?")
    #expect(
      helps[12]
        == "known keys: `collectionGroup`, `queryScope`, `limit`, `ttl`, `weight`, `tags`, `fields`")
  }

  @Test func `another code for a missing key, and no object at all`() {
    #expect(decode("collectionGroup: a").1 == ["FB2008 1:1 the key `fields` is missing"])
    #expect(decode("[1]").1 == ["FB0015 1:1 expected an object for `the index`, found an array"])
    #expect(
      decode("collectionGroup: a\nlimit: 1.0\nfields: []").1 == [
        "FB0015 2:8 expected an integer for `limit`, found `1.0`"
      ])
    #expect(
      decode("collectionGroup: a\nlimit: 99999999999999999999\nfields: []").1
        == ["FB0015 2:8 expected an integer from 1 to 1000 for `limit`, found `99999999999999999999`"])
  }

  @Test(
    "numbers",
    arguments: [
      ("5", true, 5, 5.0), ("-5", true, -5, -5), ("+5", true, 5, 5), ("007", true, 7, 7), ("0x1F", true, 31, 31),
      ("0o17", true, 15, 15),
      ("5.0", false, nil, 5), ("5.", false, nil, 5), (".5", false, nil, 0.5), ("1e3", false, nil, 1000),
      ("1e999", false, nil, .infinity),
      ("9223372036854775807", true, Int64.max, 9.223372036854775807e18),
      ("9223372036854775808", true, nil, 9.223372036854775808e18),
      (".inf", false, nil, .infinity), ("-.INF", false, nil, -.infinity),
    ] as [(String, Bool, Int64?, Double)])
  func numbers(text: String, isInteger: Bool, integer: Int64?, double: Double) {
    let number = NumberText(text)
    #expect(number.isInteger == isInteger)
    #expect(number.integer == integer)
    #expect(number.double == double)
  }

  @Test func `not a number is not a number`() {
    #expect(NumberText(".nan").double.isNaN)
    #expect(NumberText(".NaN").integer == nil)
  }
}
