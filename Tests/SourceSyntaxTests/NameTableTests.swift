import Diagnostics
import FirebreakTestSupport
import SourceSyntax
import SourceTokens
import Testing

@Suite("Names") struct NameTableTests {
  @Test("words have the numbers that grammars know") func words() {
    let table = NameTable()
    for word in Word.allCases { #expect(table.id(of: word.text) == word.name, "\(word)") }
    #expect(Set(Word.allCases.map(\.text)).count == Word.allCases.count)
  }

  @Test("a text has one number, and a number one text") func numbers() {
    var table = NameTable(words: ["collection", "where"])
    var random = SeededGenerator(seed: 5)
    let texts = (0..<20_000).map { _ in
      String((0..<Int.random(in: 0...24, using: &random)).map { _ in "abü".randomElement(using: &random) ?? "a" })
    }
    let ids = texts.map { table.intern($0) }
    #expect(ids.map(table.text) == texts)
    #expect(ids.map(\.raw).max().map(Int.init) == table.count - 1)
    #expect(Set(ids).count == Set(texts).count)
    #expect(table.id(of: "collection") == NameID(Word.count))
    #expect(table.id(of: "no such name") == nil)
  }

  @Test("merged tables keep the texts, and those that they began with") func merged() {
    var one = NameTable(words: ["collection"])
    var two = one
    for text in ["a", "b", "c"] { _ = one.intern(text) }
    for text in ["c", "d", "a"] { _ = two.intern(text) }
    let numbers = one.merge(two)
    #expect((0..<two.count).map { one.text(numbers[$0]) } == (0..<two.count).map { two.text(NameID(UInt32($0))) })
    #expect(numbers.prefix(Int(Word.count) + 1).map(\.raw) == Array(0...Word.count))
    #expect(one.count == Int(Word.count) + 5)
  }
}
