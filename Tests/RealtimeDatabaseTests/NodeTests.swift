import FirebreakTestSupport
import FirestoreModel
import RealtimeDatabase
import StructuredText
import Testing

@Suite("Nodes of the Realtime Database") struct NodeTests {
  private static let folder = "Tests/RealtimeDatabaseTests/Specs"

  @Test("hashes of the reference", arguments: try SpecFile.cases("\(folder)/node-hashes.yaml"))
  func hash(_ spec: SpecValue) throws {
    let node = try RealtimeNode(node: spec["node"].node)
    #expect(try node.hash == spec["hash"].string)
    #expect(try node.etag == (spec["node"].isNull ? "null_etag" : spec["hash"].string))
  }

  @Test("what is written and what is read", arguments: try SpecFile.cases("\(folder)/json-forms.yaml"))
  func forms(_ spec: SpecValue) throws {
    try spec.allow("in", "export", "plain", "shallow", "refused")
    guard try spec.optional("refused") == nil else {
      #expect(throws: RealtimeWriteError.self) { try RealtimeNode(node: spec["in"].node) }
      return
    }
    let node = try RealtimeNode(node: spec["in"].node)
    #expect(JSONWriter.text(node.export, .compact) == (try spec["export"].json))
    #expect(JSONWriter.text(node.json, .compact) == (try (spec.optional("plain") ?? spec["export"]).json))
    if let shallow = try spec.optional("shallow") {
      #expect(JSONWriter.text(node.shallowJSON, .compact) == shallow.json)
    }
    #expect(node.byteCount == JSONWriter.text(node.export, .compact).utf8.count)
    #expect(try RealtimeNode(json: node.export) == node)
  }

  @Test("what cannot be written", arguments: try SpecFile.cases("\(folder)/refused-writes.yaml"))
  func refusals(_ spec: SpecValue) throws {
    let path = RealtimePath(try spec["path"].string)
    let error = #expect(throws: RealtimeWriteError.self) { try RealtimeValue(spec["value"].node, at: path, by: .sdk) }
    #expect(try error?.clientText(.set) == spec["sdk"].string)
    #expect(error?.restText == "Invalid data; couldn't parse JSON object, array, or value.")
  }

  @Test("bounds: the last that is taken and the first that is not")
  func bounds() throws {
    func write(_ json: JSONValue, _ path: RealtimePath = "/a", _ writer: RealtimeWriter = .rest) throws {
      _ = try RealtimeValue(json, at: path, by: writer)
    }
    func deep(_ levels: Int) -> JSONValue { (0..<levels).reduce(1) { json, _ in ["k": json] } }
    try write(deep(32), .root)
    #expect(throws: RealtimeWriteError(.tooDeep, at: Array(repeating: "k", count: 33))) { try write(deep(33), .root) }
    try write(.object([.init(String(repeating: "é", count: 384), 1)]))
    let long = String(repeating: "é", count: 384) + "x"
    #expect(throws: RealtimeWriteError(.longKey(long, bytes: 769), at: ["a"])) { try write(.object([.init(long, 1)])) }
    // 768 with the slashes of /a and of the key.
    try write(.object([.init(String(repeating: "k", count: 765), 1)]), "/a", .sdk)
    let error = #expect(throws: RealtimeWriteError.self) {
      try write(.object([.init(String(repeating: "k", count: 766), 1)]), "/a", .sdk)
    }
    #expect(error?.clientText(.set) == "set failed: value argument has a key path longer than 768 bytes (769).")
    let text = String(repeating: "s", count: 10_485_760)
    try write(.string(text))
    let tooLong = #expect(throws: RealtimeWriteError.self) { try write(.string(text + "s")) }
    #expect(
      tooLong?.clientText(.set)
        == "set failed: value argument contains a string greater than 10485760 utf8 bytes in property 'a' "
        + "('\(String(repeating: "s", count: 50))...')")
    try write(["a": .string(text)], "/a", .sdk)
    let large = #expect(throws: RealtimeWriteError.self) {
      try write(["a": .string(text), "b": .string(text)], "/a", .sdk)
    }
    #expect(
      large?.restText == "Data to write exceeds the maximum size that can be modified with a single request.")
    try write(["a": .string(text), "b": .string(text)])
  }

  @Test("server values: one moment, and the number that stood there")
  func serverValues() throws {
    let value = try RealtimeValue(
      [
        "at": [".sv": "timestamp"], "again": [".sv": "timestamp", ".priority": [".sv": "timestamp"]],
        "n": [".sv": ["increment": 2]], "new": [".sv": ["increment": .number("2.5")]],
        "text": [".sv": ["increment": 1]],
        "p": [".value": 1, ".priority": [".sv": ["increment": 1]]],
      ], at: "/x")
    let existing = try RealtimeNode(json: ["n": 40, "text": "7", "p": [".value": 9, ".priority": 4]])
    let expected = try RealtimeNode(
      json: [
        "at": 1000, "again": [".value": 1000, ".priority": 1000], "n": 42, "new": .number("2.5"), "text": 1,
        "p": [".value": 1, ".priority": 5],
      ])
    #expect(try value.resolved(over: existing, now: 1000) == expected)
    let whole = try RealtimeValue([".sv": ["increment": 1]], at: "/x")
    #expect(try whole.resolved(over: RealtimeNode(.number(1)), now: 0) == RealtimeNode(.number(2)))
    let huge = try RealtimeValue([".sv": ["increment": .number("1e308")]], at: "/x")
    #expect(throws: RealtimeWriteError(.invalidNumber("Infinity"))) {
      try huge.resolved(over: RealtimeNode(.number(1.7e308)), now: 0)
    }
    #expect(throws: RealtimeWriteError.self) { try RealtimeNode(json: [".sv": "timestamp"]) }
  }

  @Test("what becomes empty disappears, a value that gets children keeps its priority")
  func replacing() throws {
    let node = try RealtimeNode(json: ["a": ["b": ["c": 1], ".priority": 2], "d": [".value": 1, ".priority": 7]])
    #expect(try node.replacing("a/b/c", with: .absent) == RealtimeNode(json: ["d": [".value": 1, ".priority": 7]]))
    #expect(node.replacing("d/x", with: .absent) == node)
    #expect(node.replacing("q/r/s", with: .absent) == node)
    let grown = node.replacing("d/x/y", with: RealtimeNode(.boolean(true)))
    #expect(try grown["d"] == RealtimeNode(json: ["x": ["y": true], ".priority": 7]))
    #expect(grown["a"].children.isIdentical(to: node["a"].children))
    #expect(node.replacing(.root, with: .absent) == .absent)
  }
}
