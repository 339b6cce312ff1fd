import Diagnostics
import SourceSyntax
import SourceTokens
import Testing

/// The units that a file consists of.
@Suite("Units of files") struct PagePartsTests {
  private func units(_ path: String, _ text: String) -> [String] {
    let source = SourceText(path: path, text: text)
    return SourceUnit.units(of: source).map { "\($0.language): \(source.text(in: $0.span))" }
  }

  @Test("code is one unit")
  func code() {
    #expect(units("a.ts", "let a") == ["typescript: let a"])
    #expect(units("a.dart", "var a;") == ["dart: var a;"])
    #expect(units("a.md", "text") == [])
    #expect(units("a.png", "text") == [])
  }

  @Test("the scripts of a page are units of their own, before its markup")
  func scripts() {
    let vue = "<script lang=\"ts\">a</script><script setup>b</script><p>{{ c }}</p>"
    #expect(units("A.vue", vue) == ["typescript: a", "typescript: b", "page: \(vue)"])
    let page = "<SCRIPT src='x>y'>a < b</SCRIPT ><script>"
    #expect(units("a.html", page) == ["javascript: a < b", "javascript: ", "page: \(page)"])
    #expect(units("a.html", "<script") == ["page: <script"])
  }

  @Test("places count in the whole file")
  func places() throws {
    let source = SourceText(path: "A.svelte", text: "<p/>\n<script>\nlet a = b;\n</script>")
    let unit = try #require(SourceUnit.units(of: source).first)
    var names = NameTable()
    let tree = try #require(SyntaxReader.tree(of: unit, &names))
    #expect(tree.span(of: tree.root) == Span(14, 24))
    #expect(tree.dump(names) == "(variables \"let\" (declarator (binding \"a\") (name \"b\")))")
    #expect(tree.violations() == [])
  }

  @Test("comments in the markup of a page speak to Firebreak, too")
  func remarks() throws {
    let source = SourceText(path: "a.html", text: "<p>\n<!-- firebreak-ignore FB3001 -->\n</p><!-- a -->")
    var names = NameTable()
    let tree = try #require(SyntaxReader.tree(of: SourceUnit(source, .page), &names))
    #expect(tree.remarks.map(\.span) == [Span(4, 36)])
    #expect(tree.dump(names) == "(element \"p\")")
  }
}
