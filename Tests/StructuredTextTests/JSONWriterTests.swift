import Diagnostics
import StructuredText
import Testing

@Suite("JSON writer") struct JSONWriterTests {
  static let value: JSONValue = [
    "b": [1, -2, .number("0.10"), .number("1e400")], "a": ["x": nil, "y": true, "z": false], "": [], "o": .object([]),
    "text": "é \"\\/\n\t\r\u{8}\u{c}\u{1}\u{1f}\u{7f} 😀",
  ]

  @Test func compact() {
    #expect(
      JSONWriter.text(Self.value, .compact)
        == #"{"b":[1,-2,0.10,1e400],"a":{"x":null,"y":true,"z":false},"":[],"o":{},"text":"é \"\\/\n\t\r\b\f\u0001\u001f\u007f 😀"}"#
    )
  }

  @Test func pretty() {
    #expect(
      JSONWriter.text(Self.value) == #"""
        {
          "b": [
            1,
            -2,
            0.10,
            1e400
          ],
          "a": {
            "x": null,
            "y": true,
            "z": false
          },
          "": [],
          "o": {},
          "text": "é \"\\/\n\t\r\b\f\u0001\u001f\u007f 😀"
        }
        """#)
  }

  @Test(
    "doubles",
    arguments: [
      (0.1, "0.1"), (1, "1"), (-0.0, "-0"), (1e21, "1e+21"), (.leastNonzeroMagnitude, "5e-324"),
      (123456789.125, "123456789.125"), (100, "100"),
    ])
  func doubles(value: Double, text: String) throws {
    let written = try #require(JSONValue.double(value))
    #expect(JSONWriter.text(written) == text)
    #expect(Double(text) == value)
    #expect(JSONReader.read(SourceText(path: "", text: text)).valid != nil)
  }

  @Test func `JSON has no infinite doubles`() {
    #expect([JSONValue.double(.infinity), .double(-.infinity), .double(.nan)] == [nil, nil, nil])
  }

  @Test func findings() {
    let source = SourceText(path: "dir/é.json", text: "{\n  \"日\": x}")
    let list = FindingList([
      Diagnostic(.wrongType, "expected a `number`", at: source.location(Span(11, 12)), help: "write \"5\""),
      Diagnostic(.configNotFound, "no file"),
    ])
    #expect(
      JSONWriter.text(.findings(list)) == #"""
        [
          {
            "code": "FB0001",
            "name": "config-not-found",
            "severity": "info",
            "message": "no file",
            "file": null,
            "line": null,
            "column": null,
            "help": null
          },
          {
            "code": "FB0015",
            "name": "wrong-type",
            "severity": "error",
            "message": "expected a `number`",
            "file": "dir/é.json",
            "line": 2,
            "column": 8,
            "help": "write \"5\""
          }
        ]
        """#)
    #expect(JSONWriter.text(.findings(FindingList([]))) == "[]")
  }
}
