/// Types where they stand before names.
enum DartTypes {
  private static let noTypes: Set<String> = [
    "await", "return", "throw", "yield", "new", "const", "final", "var", "late", "if", "else", "for", "while", "do",
    "switch", "case", "default", "try", "catch", "finally", "assert", "break", "continue", "rethrow", "super", "this",
    "null", "true", "false", "is", "as", "in", "import", "export", "class", "enum", "extends", "with", "implements",
    "typedef", "mixin",
  ]

  /// Words that may follow a name, and are none themselves there.
  private static let noNames: Set<String> = ["is", "as", "in", "else", "async", "sync", "catch", "with"]

  /// A type, when a name follows it; nil with nothing consumed elsewhere.
  static func typeBeforeName(_ parser: inout Parser) -> TypeName? {
    let mark = parser.mark
    guard let type = type(&parser), isName(parser.current) else {
      parser.rewind(to: mark)
      return nil
    }
    return type
  }

  static func isName(_ token: Token) -> Bool { token.kind == .name && !noNames.contains(token.text) }

  /// A type of any form. The cursor is anywhere when it answers nil.
  static func type(_ parser: inout Parser) -> TypeName? {
    var type: TypeName
    if parser.isAt("("), isName(parser.peekAfterGroup()) || parser.peekAfterGroup().isSign("?") {
      parser.skipItem()
      type = TypeName("Record")
    } else if parser.isAt("Function") {
      type = TypeName("Function")
    } else {
      guard parser.current.kind == .name, !noTypes.contains(parser.current.text), let named = parser.namedType() else {
        return nil
      }
      type = named
    }
    _ = parser.take("?")
    // `void Function(int)?`
    while parser.isAt("Function") {
      parser.advance()
      if parser.isAt("<") { _ = parser.skipAngles(limit: 60) }
      if parser.isAt("(") { parser.skipItem() }
      _ = parser.take("?")
      type = TypeName(TypeName.function, [unwrapped(type)])
    }
    return unwrapped(type)
  }

  /// What an asynchronous function brings, and what may be null, is the type itself.
  private static func unwrapped(_ type: TypeName) -> TypeName {
    guard ["Future", "FutureOr"].contains(type.name), let inner = type.arguments.first else { return type }
    return inner
  }
}
