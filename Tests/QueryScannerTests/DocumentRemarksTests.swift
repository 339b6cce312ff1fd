import Diagnostics
import SourceTokens
import Testing

@testable import QueryScanner

@Suite("Comments in the prose of documents") struct DocumentRemarksTests {
  @Test("A comment is about the next fence; in a fence, between backticks and elsewhere it is none")
  func remarks() {
    let source = SourceText(
      path: "design.md",
      text: """
        <!-- firebreak-ignore-file FB2001 -- a draft -->
        Write `<!-- firebreak-ignore FB7004 -- why -->` before a fence.
        <!-- about something else -->
        ```swift
        // <!-- firebreak: as admin -->
        first
        ```
        <!-- firebreak: as anonymous -->

        Some words.

        ```swift
        second
        ```
        <!-- firebreak: as admin -->
        <!-- firebreak: never closed

        """)
    let found = DocumentRemarks.remarks(source).map { located in
      let subject = located.subject.map { String(decoding: source.bytes[$0.start..<$0.end], as: UTF8.self) }
      return "\(located.remark.text) | \(subject ?? "-")"
    }
    #expect(
      found == [
        "firebreak-ignore-file FB2001 -- a draft | // <!-- firebreak: as admin -->\nfirst\n",
        "firebreak: as anonymous | second\n", "firebreak: as admin | -",
      ])
  }

  @Test(
    "In components and pages a comment right before a script is about it", arguments: ["a.vue", "a.svelte", "a.HTML"])
  func components(path: String) {
    let source = SourceText(
      path: path,
      text: """
        <!-- firebreak-ignore FB2001 -- one -->
        <!-- about something else -->

        <Script setup lang="ts">
        // <!-- firebreak: as admin -->
        first
        </script>
        <template>
          <p title="`"> <!-- firebreak-ignore FB7004 -- two --> </p>
        </template>
        <!-- firebreak-ignore-file FB7004 -- three --> <script>second</script>
        <!-- firebreak: as anonymous -->
        """)
    let found = DocumentRemarks.remarks(source).map { located in
      let subject = located.subject.map { String(decoding: source.bytes[$0.start..<$0.end], as: UTF8.self) }
      return "\(located.remark.text) | \(subject ?? "-")"
    }
    #expect(
      found == [
        "firebreak-ignore FB2001 -- one | \n// <!-- firebreak: as admin -->\nfirst\n",
        "firebreak-ignore FB7004 -- two | -",
        "firebreak-ignore-file FB7004 -- three | second", "firebreak: as anonymous | -",
      ])
  }

  @Test("Other languages have no prose")
  func otherLanguages() {
    let source = SourceText(path: "a.ts", text: "<!-- firebreak: as admin -->")
    #expect(DocumentRemarks.remarks(source).isEmpty)
  }
}
