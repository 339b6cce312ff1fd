import ModelContextProtocol
import StructuredText
import Testing

@Suite("Limits of answers") struct AnswerLimitTests {
  private func limited(_ value: JSONValue, _ bytes: Int) -> String? {
    AnswerLimit(content: bytes).applied(to: ToolAnswer(text: "", content: value)).content
      .map { JSONWriter.text($0, .compact) }
  }

  @Test("what is short stays as it is") func short() {
    #expect(limited(["a": [1, 2]], 100) == #"{"a":[1,2]}"#)
  }

  @Test("lists are cut to what has room, and the answer says where") func lists() {
    let numbers = JSONValue.array((0..<200).map { .integer($0) })
    #expect(
      limited(["a": numbers], 60) == #"{"a":[0,1,2,3,4],"cut":[{"at":"/a","shown":5,"of":200}]}"#)
    #expect(
      limited(["a": [["b": numbers], ["b": [1]]]], 80)
        == #"{"a":[{"b":[0,1,2,3,4]},{"b":[1]}],"cut":[{"at":"/a/*/b","shown":5,"of":200}]}"#)
  }

  @Test("what cannot be cut is left out, and that is said") func hopeless() {
    #expect(
      limited(["a": .string(String(repeating: "x", count: 900))], 100) == #"{"cut":[{"at":"/","shown":0,"of":1}]}"#)
  }

  @Test("texts end with a line") func text() {
    let answer = AnswerLimit(text: 10).applied(to: ToolAnswer(text: "first\nsecond\nthird\n"))
    #expect(answer.text.hasPrefix("first\n… 14 more characters"))
  }
}
