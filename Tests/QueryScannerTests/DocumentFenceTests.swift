import Diagnostics
import QueryScanner
import Testing

@Suite("Fences of documents") struct DocumentFenceTests {
  private func code(_ text: String) -> [String] {
    let source = SourceText(path: "notes.md", text: text)
    let document = DocumentText(source)
    return document.code.map { block in
      "\(block.language): \(String(decoding: document.text.bytes[block.span.start..<block.span.end], as: UTF8.self))"
    }
  }

  private func fragments(_ text: String) -> [String] {
    SourceScanner.scan([SourceText(path: "notes.md", text: text)]).fragments.map { fragment in
      "\(fragment.kind): \(String(decoding: fragment.source.bytes[fragment.span.start..<fragment.span.end], as: UTF8.self))"
    }
  }

  @Test func `the word behind the fence names the language`() {
    #expect(
      code("```swift\na\n```\ntext\n~~~ts title=\"x\"\nb\n~~~\n```{.kotlin}\nc\n```\n```js:app.js\nd\n```\n")
        == ["swift: a\n", "typescript: b\n", "kotlin: c\n", "javascript: d\n"])
  }

  @Test func `fences may be indented, quoted, longer, unclosed and end in any line break`() {
    #expect(
      code(
        "  - step\n    ```py\n    a\n    ```\n> ```java\n> b\n> ```\n````swift\n```\nc\n```\n````\r\n```dart\r\nd\r\n")
        == ["python:     a\n", "java:   b\n", "swift: ```\nc\n```\n", "dart: d\r\n"])
  }

  @Test func `definitions in a quotation are definitions`() {
    #expect(
      fragments("> ```json\n> {\"indexes\": [{\"collectionGroup\": \"a\"}]}\n> ```\n")
        == ["indexes: > {\"indexes\": [{\"collectionGroup\": \"a\"}]}\n"])
  }

  @Test func `signs of a quotation are none of the code`() {
    #expect(code("> > ```js\n> > a\n>\n> > b > c\n> > ```\n") == ["javascript:     a\n \n    b > c\n"])
    #expect(code("> ```js\n> a\nb > c\n> ```\n") == ["javascript: > a\nb > c\n"])
  }

  @Test func `a fence may stand behind the mark of a list item`() {
    #expect(
      code("- ```swift\n  a\n  ```\n1. ```kt\n   b\n   ```\n* [ ] ~~~js\n  - ```\n  ~~~\n> 2) + ```py\n> c\n> ```\n")
        == ["swift:   a\n", "kotlin:    b\n", "javascript:   - ```\n", "python:   c\n"])
    #expect(code("-```swift\na\n1234567890. ```swift\nb\n") == [])
  }

  @Test func `nobody sees a fence in a comment`() {
    #expect(
      code("<!-- old:\n```js\na\n```\n-->\n```js\nb\n```\n<!-- c -->\n```js\nd\n```\n<!-- open\n```js\ne\n```\n")
        == ["javascript: b\n", "javascript: d\n", "javascript: e\n"])
  }

  @Test func `components of Vue and Svelte are read in their scripts`() {
    #expect(
      code("```vue\n<script setup>\na\n</script>\n<p/>\n```\n```svelte\n<script>b</script>\n```\n")
        == ["typescript: \na\n", "typescript: b"])
  }

  @Test func `a word that names no language says nothing`() {
    #expect(
      code(
        "```text\nq.whereField(\"a\", isEqualTo: 1)\n```\n```pseudo\nask for all\n```\n```go\nq.whereField(\"a\")\n```\n"
      )
        == ["swift: q.whereField(\"a\", isEqualTo: 1)\n"])
  }

  @Test func `a change of index definitions shows the new ones`() {
    let text = "```diff\n {\"indexes\": [\n-  {\"collectionGroup\": \"a\"}\n+  {\"collectionGroup\": \"b\"}\n ]}\n```\n"
    let fragments = SourceScanner.scan([SourceText(path: "notes.md", text: text)]).fragments
    #expect(fragments.map(\.kind) == [.indexes])
    #expect(
      fragments.map { String(decoding: $0.reading.bytes[$0.span.start..<$0.span.end], as: UTF8.self) }
        == [" {\"indexes\": [\n\(String(repeating: " ", count: 27))\n   {\"collectionGroup\": \"b\"}\n ]}\n"])
  }

  @Test func `inline code and other languages are not code of ours`() {
    #expect(code("```` `x` ````\n```sh\nfirebase deploy\n```\n```\nplain words\n```\n") == [])
  }

  @Test func `a block without a word is code when its calls are unmistakable`() {
    #expect(
      code("```\nquery.whereField(\"a\", isEqualTo: 1)\n```\n") == ["swift: query.whereField(\"a\", isEqualTo: 1)\n"])
    #expect(code("```\nq.whereEqualTo(\"a\", 1);\n```\n") == ["java: q.whereEqualTo(\"a\", 1);\n"])
    #expect(code("```\nval q = q.whereEqualTo(\"a\", 1)\n```\n") == ["kotlin: val q = q.whereEqualTo(\"a\", 1)\n"])
    #expect(
      code("```\nconst s = await getDocs(collection(db, 'a'))\n```\n")
        == ["typescript: const s = await getDocs(collection(db, 'a'))\n"])
  }

  @Test func `a chain without a word is code`() {
    #expect(
      code("```\ndb.collection(\"a\").where(\"b\", \"==\", 1).get()\n```\n")
        == ["typescript: db.collection(\"a\").where(\"b\", \"==\", 1).get()\n"])
    #expect(
      code("```\ndb.collection(\"a\").orderBy(\"b\", Query.Direction.DESCENDING).get();\n```\n")
        == ["java: db.collection(\"a\").orderBy(\"b\", Query.Direction.DESCENDING).get();\n"])
    #expect(
      code("```\ndb.collection(\"a\").document(\"b\").get()\n```\n")
        == ["kotlin: db.collection(\"a\").document(\"b\").get()\n"])
    #expect(code("```\nGET /collection(a)\n```\n") == [])
  }

  @Test func `a change is read as what the code is afterwards`() {
    #expect(
      code("```diff\n- db.collection(\"a\").get()\n+ db.collection(\"a\").where(\"b\", \"==\", 1).get()\n```\n")
        == ["typescript: \(String(repeating: " ", count: 26))\n  db.collection(\"a\").where(\"b\", \"==\", 1).get()\n"])
    #expect(
      code("> ```diff\n> --- a/x.kt\n> +++ b/x.kt\n> @@ -1 +1 @@\n>  fun a() {\n> -1\n> +2\n> ```\n")
        == [
          "kotlin: \([12, 12, 13].map { String(repeating: " ", count: $0) + "\n" }.joined())   fun a() {\n    \n   2\n"
        ])
    #expect(code("```diff\n- timeout: 3\n+ timeout: 4\n```\n") == [])
  }

  @Test func `index definitions and rules are fragments`() {
    #expect(
      fragments("```json\n{\"collectionGroup\": \"a\", \"fields\": []}\n```\n")
        == ["indexes: {\"collectionGroup\": \"a\", \"fields\": []}\n"])
    #expect(
      fragments("```json\n{\"rules\": {\".read\": true}}\n```\n") == ["realtimeRules: {\"rules\": {\".read\": true}}\n"]
    )
    #expect(
      fragments("```javascript\nservice cloud.firestore {}\n```\n") == ["securityRules: service cloud.firestore {}\n"])
    #expect(fragments("```json\n{\"name\": 1}\n```\n") == [])
    #expect(
      fragments("```jsonc\n// firestore.indexes.json\n/* the second */ \"indexes\": [{\"fieldPath\": 1}]\n```\n")
        == ["indexes: // firestore.indexes.json\n/* the second */ \"indexes\": [{\"fieldPath\": 1}]\n"])
    #expect(
      SourceScanner.scan([SourceText(path: "a.swift", text: "```json\n{\"fieldPath\": 1}\n```\n")]).fragments == [])
  }
}
