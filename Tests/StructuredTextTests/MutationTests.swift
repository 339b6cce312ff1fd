import Diagnostics
import FirebreakTestSupport
import StructuredText
import Testing

@Suite("Mutated input") struct MutationTests {
  @Test("JSON never crashes and always answers", arguments: SampleInputs.json)
  func mutatedJSON(sample: String) {
    var mutator = Mutator(seed: 11)
    for _ in 0..<400 {
      let source = SourceText(path: "a.json", bytes: mutator.mutated(Array(sample.utf8)))
      for options: JSONReader.Options in [.strict, .comments, .lenient] {
        check(JSONReader.read(source, options), source)
      }
    }
  }

  @Test("YAML never crashes and always answers", arguments: SampleInputs.yaml + SampleInputs.json)
  func mutatedYAML(sample: String) {
    var mutator = Mutator(seed: 12)
    for _ in 0..<400 {
      let source = SourceText(path: "a.yaml", bytes: mutator.mutated(Array(sample.utf8)))
      check(YAMLReader.read(source), source)
    }
  }

  @Test("samples are valid", arguments: SampleInputs.json)
  func validJSON(sample: String) {
    let source = SourceText(path: "a.json", text: sample)
    #expect(reports(JSONReader.read(source, .comments).diagnostics) == [])
  }

  @Test("YAML samples are valid", arguments: SampleInputs.yaml)
  func validYAML(sample: String) {
    #expect(reports(YAMLReader.read(SourceText(path: "a.yaml", text: sample)).diagnostics) == [])
  }

  @Test("what is written reads back as the same value", arguments: SampleInputs.json)
  func roundTrip(sample: String) throws {
    let node = try #require(JSONReader.read(SourceText(path: "a.json", text: sample), .comments).valid)
    for style: JSONWriter.Style in [.compact, .pretty] {
      let text = JSONWriter.text(JSONValue(node), style)
      let again = try #require(JSONReader.read(SourceText(path: "b.json", text: text)).valid)
      #expect(JSONValue(again) == JSONValue(node))
      #expect(JSONWriter.text(JSONValue(again), style) == text)
    }
  }

  /// Either a node or a located problem, and every span lies in the file.
  private func check(_ result: ReadResult, _ source: SourceText) {
    guard result.valid == nil else { return }
    let places = result.diagnostics.compactMap { $0.location?.span }
    let lies = places.allSatisfy { 0 <= $0.start && $0.start <= $0.end && $0.end <= source.bytes.count }
    guard !places.isEmpty, places.count == result.diagnostics.count, lies else {
      Issue.record("no located answer for \(source.bytes)")
      return
    }
  }
}

/// Changes bytes as broken editors, merges and attackers do.
struct Mutator {
  private var random: SeededGenerator

  init(seed: UInt64) { random = SeededGenerator(seed: seed) }

  mutating func mutated(_ original: [UInt8]) -> [UInt8] {
    var bytes = original
    for _ in 0..<Int.random(in: 1...4, using: &random) { change(&bytes) }
    return bytes
  }

  private mutating func change(_ bytes: inout [UInt8]) {
    let place = Int.random(in: 0...bytes.count, using: &random)
    let end = min(bytes.count, place + Int.random(in: 0...20, using: &random))
    switch Int.random(in: 0..<8, using: &random) {
    case 0: bytes.removeSubrange(place..<end)
    case 1: bytes.removeSubrange(place...)
    case 2: bytes.insert(contentsOf: bytes[place..<end], at: place)
    case 3: bytes.insert(UInt8.random(in: 0...255, using: &random), at: place)
    case 4 where place < bytes.count: bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &random)
    case 5: bytes.insert(contentsOf: piece(), at: place)
    case 6 where place < bytes.count: bytes.swapAt(place, Int.random(in: 0..<bytes.count, using: &random))
    default: bytes.insert(contentsOf: nesting(), at: place)
    }
  }

  private mutating func piece() -> [UInt8] {
    let pieces = [
      "{", "}", "[", "]", ",", ":", "\"", "'", "\\u", "\\ud800", "//", "/*", "*/", "- ", "? ", "|", ">", "&a ", "*a",
      "!!x ", "<<: ",
      "\t", "\r\n", "\n\n", "---\n", "...", "#", "%YAML", "1e999", "-", "0x", "\u{FEFF}", "\u{85}", "\u{2028}", "\0",
      "é", "😀",
    ]
    return Array((pieces.randomElement(using: &random) ?? "").utf8)
  }

  private mutating func nesting() -> [UInt8] {
    let opening = ["[", "{\"a\":", "- ", "a:\n ", "{", "? "].randomElement(using: &random) ?? "["
    return Array(String(repeating: opening, count: Int.random(in: 1...400, using: &random)).utf8)
  }
}
