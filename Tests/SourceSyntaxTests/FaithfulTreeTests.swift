import Diagnostics
import FirebreakTestSupport
import SourceSyntax
import SourceTokens
import Testing

/// Whatever is read, the tree leaves nothing out.
@Suite("Faithful trees") struct FaithfulTreeTests {
  private func check(
    _ bytes: [UInt8], like unit: SourceUnit, as language: SourceLanguage? = nil,
    sourceLocation: Testing.SourceLocation = #_sourceLocation
  ) {
    var names = NameTable()
    let source = SourceText(path: unit.source.path, bytes: bytes)
    guard let tree = SyntaxReader.tree(of: SourceUnit(source, language ?? unit.language), &names) else { return }
    #expect(
      tree.violations() == [], "\(unit.source.path): \(String(decoding: bytes.prefix(400), as: UTF8.self))",
      sourceLocation: sourceLocation)
    #expect(rebuilt(tree) == bytes, sourceLocation: sourceLocation)
  }

  /// The source again: the tokens of all nodes, each with what stands before it.
  private func rebuilt(_ tree: SyntaxTree) -> [UInt8] {
    let bytes = tree.unit.source.bytes
    var owners = Array(repeating: 0, count: tree.tokens.count)
    for index in tree.nodes.indices {
      for token in tree.ownTokens(of: NodeID(UInt32(index))) { owners[token] += 1 }
    }
    guard owners.allSatisfy({ $0 == 1 }) else { return [] }
    var text: [UInt8] = []
    for index in 0..<tree.tokens.count {
      let span = tree.tokens.span(of: index)
      guard text.count <= span.start else { return text }
      text += bytes[text.count..<span.start] + bytes[span.start..<span.end]
    }
    return text + bytes[text.count...]
  }

  @Test("the sources of all cases") func cases() throws {
    for unit in try CaseSources.all.get() { check(unit.source.bytes, like: unit) }
  }

  @Test("sources of cases hold almost nothing that is not understood") func understood() throws {
    var (skipped, all) = (0, 0)
    for unit in try CaseSources.all.get() {
      var names = NameTable()
      guard let tree = SyntaxReader.tree(of: unit, &names) else { continue }
      all += tree.tokens.count
      for node in tree.nodes where node.kind == .skipped { skipped += Int(node.end - node.first) }
    }
    #expect(all > 50_000)
    #expect(skipped * 200 < all, "\(skipped) of \(all)")
  }

  @Test("the text of a statement is read as that statement") func again() throws {
    for unit in try CaseSources.all.get() where unit.language != .page {
      var names = NameTable()
      guard let tree = SyntaxReader.tree(of: unit, &names) else { continue }
      for statement in tree.children(of: tree.root) where tree.kind(statement) != .skipped {
        let source = SourceText(path: unit.source.path, text: tree.text(of: statement))
        let alone = try #require(SyntaxReader.tree(of: SourceUnit(source, unit.language), &names))
        #expect(
          alone.children(of: alone.root).map { alone.dump($0, names) } == [tree.dump(statement, names)],
          "\(unit.source.path): \(source.path) \(tree.text(of: statement).prefix(200))")
      }
    }
  }

  @Test("sources cut off anywhere") func truncated() throws {
    var random = SeededGenerator(seed: 1)
    for unit in try CaseSources.all.get() {
      check(Array(unit.source.bytes.prefix(Int.random(in: 0...unit.source.bytes.count, using: &random))), like: unit)
    }
  }

  @Test("sources with bytes changed, doubled and left out") func mutated() throws {
    var random = SeededGenerator(seed: 2)
    let signs = Array("(){}[]<>\"'`\\/*#$@,;:.=&|?!\n\t x0\0\u{C3}".utf8) + [0xFF, 0x80]
    for unit in try CaseSources.all.get() {
      var bytes = unit.source.bytes
      for _ in 0..<6 where !bytes.isEmpty {
        let place = Int.random(in: 0..<bytes.count, using: &random)
        let sign = signs[Int.random(in: 0..<signs.count, using: &random)]
        switch Int.random(in: 0..<4, using: &random) {
        case 0: bytes.remove(at: place)
        case 1: bytes[place] = sign
        case 2: bytes.insert(sign, at: place)
        default:
          let length = min(Int.random(in: 1...40, using: &random), bytes.count - place)
          bytes.insert(contentsOf: bytes[place..<place + length], at: Int.random(in: 0..<bytes.count, using: &random))
        }
      }
      check(bytes, like: unit)
    }
  }

  @Test("sources of one language with parts of another") func spliced() throws {
    var random = SeededGenerator(seed: 3)
    let units = try CaseSources.all.get()
    for unit in units {
      guard let other = units.randomElement(using: &random) else { continue }
      let cut = Int.random(in: 0...unit.source.bytes.count, using: &random)
      let start = Int.random(in: 0...other.source.bytes.count, using: &random)
      let bytes = unit.source.bytes.prefix(cut) + other.source.bytes.suffix(start) + unit.source.bytes.dropFirst(cut)
      check(Array(bytes), like: unit, as: [unit.language, other.language].randomElement(using: &random))
    }
  }

  @Test("bytes by chance", arguments: SourceLanguage.allCases) func chance(_ language: SourceLanguage) {
    var random = SeededGenerator(seed: 4)
    let signs = Array("(){}[]<>\"'`\\/*#$@,;:.=&|?!%^~+-\n\t abif0\0\u{C3}".utf8) + [0xFF, 0x80]
    let unit = SourceUnit(SourceText(path: "source", text: ""), language)
    for length in 0..<300 {
      check((0..<length).map { _ in signs[Int.random(in: 0..<signs.count, using: &random)] }, like: unit)
    }
  }

  @Test("line ends of other systems and a byte order mark give the same tree") func lineEnds() throws {
    for unit in try CaseSources.all.get() {
      let windows: [UInt8] = [0xEF, 0xBB, 0xBF] + unit.source.bytes.flatMap { $0 == 0x0A ? [0x0D, 0x0A] : [$0] }
      var names = NameTable()
      let other = SourceUnit(SourceText(path: unit.source.path, bytes: windows), unit.language)
      guard let one = SyntaxReader.tree(of: unit, &names), let two = SyntaxReader.tree(of: other, &names) else {
        continue
      }
      #expect(one.nodes.map(\.kind) == two.nodes.map(\.kind), "\(unit.source.path)")
    }
  }
}
