import FirestoreModel
import Testing

private func syntax(_ path: String) -> String {
  #"Invalid property path "\#(path)". Unquoted property paths must match regex ([a-zA-Z_][a-zA-Z_0-9]*), and quoted "#
    + #"property paths must match regex (`(?:[^`\\]|(?:\\.))+`)"#
}

@Suite("Field paths") struct FieldPathTests {
  @Test(
    "segments and canonical text",
    arguments: [
      ("a", ["a"], "a"), ("a.b", ["a", "b"], "a.b"), ("`a.b`", ["a.b"], "`a.b`"),
      ("`nested`.a", ["nested", "a"], "nested.a"),
      (#"`a\`b`"#, ["a`b"], #"`a\`b`"#), (#"`a\\b`"#, [#"a\b"#], #"`a\\b`"#), ("__name__", ["__name__"], "__name__"),
      ("`__name__`", ["__name__"], "__name__"), ("_x1", ["_x1"], "_x1"), ("`a[0]`", ["a[0]"], "`a[0]`"),
      ("`é`", ["é"], "`é`"),
    ] as [(String, [Text], String)])
  func reads(text: String, segments: [Text], canonical: String) throws {
    let path = try FieldPath(parsing: text)
    #expect(path.segments == segments)
    #expect(path.description == canonical)
  }

  @Test(
    "refusals with production's texts",
    arguments: [
      ("", "Invalid empty property path string."), ("a..b", syntax("a..b")), ("a.", syntax("a.")),
      (".a", syntax(".a")), ("``", syntax("``")), ("`a", syntax("`a")), ("a-b", syntax("a-b")), ("1a", syntax("1a")),
      ("a b", syntax("a b")), ("a~b", syntax("a~b")), ("a*b", syntax("a*b")), ("a/b", syntax("a/b")),
      ("`a`b", syntax("`a`b")), ("é", syntax("é")), ("a[0]", "Invalid property path"),
      ("__x__", "Invalid reserved name in field path __x__"), ("a.__x__", "Invalid reserved name in field path __x__"),
      ("a.__name__", "Invalid reserved name in field path __name__"),
    ])
  func refuses(text: String, message: String) {
    #expect(throws: FirestoreError(.invalidArgument, message)) { try FieldPath(parsing: text) }
  }

  @Test("1,500 bytes are the longest path") func length() throws {
    _ = try FieldPath(parsing: String(repeating: "a", count: 1500))
    #expect(throws: FirestoreError(.invalidArgument, "The property.name is longer than 1500 bytes.")) {
      try FieldPath(parsing: String(repeating: "a", count: 1501))
    }
  }
}
