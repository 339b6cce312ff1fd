import SourceTokens

/// Kotlin's classes, interfaces, objects and enumerations.
enum KotlinClasses {
  /// What a modifier makes of a class.
  static func form(_ modifier: Word?) -> TypeForm? {
    switch modifier {
    case .enum: .enumeration
    case .annotation: .annotation
    case .companion: .companion
    default: nil
    }
  }

  /// At `class`, `interface` or `object`, behind modifiers.
  static func type(_ start: Parser.Mark, _ modified: TypeForm, _ parser: inout Parser) {
    var form = modified
    if parser.isAt(.interface) { form = .interface }
    if parser.isAt(.object), form == .class { form = .object }
    parser.advance()
    var place: Int?
    if parser.isAtName, form != .companion || !parser.isAtLineBreak {
      place = parser.position
      parser.advance()
    }
    KotlinTypes.typeParameters(&parser)
    primaryConstructor(&parser)
    heritage(&parser)
    KotlinTypes.whereClause(&parser)
    if parser.isAt(kind: .leftBrace) { body(form, &parser) }
    let name = place.map { parser.tokens[$0].name } ?? .empty
    parser.finish(start, .typeDeclaration, name: name, place: place, code: form.rawValue)
  }

  private static func body(_ form: TypeForm, _ parser: inout Parser) {
    let start = parser.mark
    parser.inGroup { parser in
      if form == .enumeration { JVMEnumCases.read(&parser) { $0.block() } }
      parser.statements()
    }
    parser.finish(start, .block)
  }

  /// `@Inject internal constructor(…)`, or the parameters alone
  private static func primaryConstructor(_ parser: inout Parser) {
    let start = parser.mark
    while true {
      if parser.isAtAnnotation {
        parser.annotation()
      } else if KotlinDeclarations.isModifier(parser.currentWord) {
        parser.namedLeaf(.modifier)
      } else {
        break
      }
    }
    if parser.isAt(.constructor), parser.peek().kind == .leftParenthesis {
      parser.advance()
      return KotlinTypes.parameters(&parser)
    }
    parser.rewind(to: start)
    if !parser.isAtLineBreak { KotlinTypes.parameters(&parser) }
  }

  /// `: Base(x), Interface by delegate`
  static func heritage(_ parser: inout Parser) {
    guard parser.take(.colon) else { return }
    repeat {
      let start = parser.mark
      parser.typeOrSkipped()
      if parser.isAt(kind: .leftParenthesis), !parser.isAtLineBreak { parser.arguments() }
      let delegate = parser.mark
      if parser.take(.by) {
        _ = parser.expressionStatement(bracesBegin: true)
        parser.finish(delegate, .delegate)
      }
      parser.finish(start, .heritage)
    } while parser.take(.comma)
  }
}
