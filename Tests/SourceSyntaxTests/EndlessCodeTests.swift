import Diagnostics
import SourceSyntax
import SourceTokens
import Testing

/// Code that no one writes: it is read to its end, and no tree is deeper than what walks it can bear.
@Suite("Endless code") struct EndlessCodeTests {
  private static let files: [(name: String, language: SourceLanguage)] = [
    ("a.js", .javascript), ("a.ts", .typescript), ("a.tsx", .typescript), ("a.dart", .dart), ("a.py", .python),
    ("a.vue", .page), ("a.svelte", .page), ("a.swift", .swift), ("a.kt", .kotlin), ("a.java", .java),
  ]

  private func check(_ text: String, sourceLocation: Testing.SourceLocation = #_sourceLocation) {
    for file in Self.files {
      var names = NameTable()
      let unit = SourceUnit(SourceText(path: file.name, text: text), file.language)
      guard let tree = SyntaxReader.tree(of: unit, &names) else { continue }
      #expect(tree.violations() == [], "\(file.name): \(text.prefix(40))", sourceLocation: sourceLocation)
      #expect(depth(of: tree) <= 1_000, "\(file.name): \(text.prefix(40))", sourceLocation: sourceLocation)
    }
  }

  /// Nodes from the root to the deepest leaf: children stand before what holds them.
  private func depth(of tree: SyntaxTree) -> Int {
    var depths = Array(repeating: 1, count: tree.nodes.count)
    for index in tree.nodes.indices {
      for child in tree.children(of: NodeID(UInt32(index))) {
        depths[index] = max(depths[index], depths[Int(child.raw)] + 1)
      }
    }
    return depths.last ?? 0
  }

  private static let repeated = [
    "(", "[", "{", ")", "}", "a(", "a[", "a{", "f(x) {", "if (a) {", "if (a) {} else ", "(a) => ", "(a): b => ",
    "a => ",
    "async (a) => ", "a ? b : ", "a ? (b) : ", "a = ", "a ?? ", "a || ", "a + ", "a ** ", "a, ", "!", "-", "await ",
    "new ", "...", "a.b", ".b()", "a?.b", "a<", "a<b,", "<a>", "</a>", "<a b={", "<a b=", "<a>{", "`${", "\"${", "'$a",
    "\"", "`", "'", "'''", "/*", "//", "/", "/a/ ", "#", "@a ", "@a(", "class A {", "class A extends ", "case a:",
    "switch (a) {", "switch (a) { case b: ", "function f() {", "let a = ", "const {a: ", "const [", "for (",
    "for (a of ",
    "return ", "yield ", "throw ", "a..b()", "a..b = ", "a as b ", "a is b ", "a!", "type A = ", "type A = {a: ",
    "type A = B extends ", "type A = (a: ", "type A = infer ", "let a: ", "let a: b<", "interface A {", "import {",
    "export ", "a: ", ",", ";", "\0", "\t", "\r", "\\", "$", "}/a/", "if (a) /b/", "var (a, b: (", "case (a, ",
    "if (a case ",
    "extension on ", "<int>[", "<a>{b: ", "...?a, ", "a?[", "a ? [b] : ", "{a, b: ", "get a => ", "=> ", "<a :b=\"",
    "{{ a", "{#if a}", "<a>x</b>",
  ]

  @Test("the same again and again", arguments: repeated) func endless(_ piece: String) {
    check(String(repeating: piece, count: 300))
  }

  private static let opening = ["(", "[", "{", "f(", "a[", "(a) => {", ")", "}", "({[", "<a>", "`${", "a<b("]

  @Test("three thousand brackets", arguments: opening) func brackets(_ piece: String) {
    check(String(repeating: piece, count: 3_000))
  }

  /// What must be looked at before it is known what it is, inside of itself: reading it twice on every level would never
  /// end.
  private static let ambiguous = [
    "for (a(() { ", "for (a(function () { ", "(a): `${(b): ", "(a = (b): `${", "x ? (a): (b = ",
    "type A = infer U extends ",
    "T extends infer U extends ", "List<@a(", "@a(@b(", "case A(@a(", "void Function(a = (", "for (var (a(() { ",
    "f<a<b>(c)>(", "<a b={<c>(", "if (a case A(b: (() { ", "switch (a) { A(b: const [() { ",
    "class A extends f(class {",
    "a ? (b): c => ", "async <T>(a = async <T>(",
  ]

  @Test("what is looked at before it is read", arguments: ambiguous) func lookedAt(_ piece: String) {
    check(String(repeating: piece, count: 120))
  }
}
