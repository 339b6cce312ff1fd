import SourceTokens

/// Finds names that a unit may declare among its tokens: too many rather than too few.
struct DeclaredNames {
  private let language: SourceLanguage
  private let tokens: TokenArray

  init(_ language: SourceLanguage, _ tokens: TokenArray) {
    self.language = language
    self.tokens = tokens
  }

  func name(at index: Int) -> NameID? {
    let token = tokens[index]
    guard token.kind == .name || token.kind == .quotedName else { return nil }
    let next = index + 1 < tokens.count ? tokens[index + 1] : .behindAll
    let before = index > 0 ? tokens[index - 1] : .behindAll
    return isDeclared(token, before, next, index) ? token.name : nil
  }

  private func isDeclared(_ token: Token, _ before: Token, _ next: Token, _ index: Int) -> Bool {
    if let word = before.keyword, declares(word) { return true }
    switch language {
    case .java, .dart: return isTyped(token, before, next) || isMethod(token, next, index)
    case .javascript, .typescript: return isMember(before, next) || isMethod(token, next, index)
    case .python: return token.startsLine && (next.isSign(.equal) || next.isSign(.colon))
    // `Query.page`: what an extension declares stands behind the type.
    case .kotlin: return before.isSign(.dot) && next.kind == .leftParenthesis || isEnumCase(before, next)
    case .swift: return before.isSign(.comma) && (next.isSign(.equal) || next.isSign(.colon))
    case .markdown, .page: return false
    }
  }

  private func declares(_ word: Word) -> Bool {
    switch word {
    case .class, .struct, .enum, .protocol, .interface, .extension, .actor, .object, .mixin, .record, .namespace, .func,
      .fun, .function, .def, .let, .var, .val, .const, .typealias, .typedef, .associatedtype, .typeName, .case, .get,
      .set:
      true
    default: false
    }
  }

  /// `Type name`, `List<Type> name`
  private func isTyped(_ token: Token, _ before: Token, _ next: Token) -> Bool {
    let ends =
      next.kind == .leftParenthesis || next.isSign(.equal) || next.isSign(.semicolon) || next.isSign(.fatArrow)
      || next.isSign(.comma)
    guard ends else { return false }
    switch before.kind {
    case .name: return true
    case .rightSquare: return true
    case .sign: return before.isSign(.greater) || before.isSign(.question)
    default: return false
    }
  }

  /// `name(…) {`
  private func isMethod(_ token: Token, _ next: Token, _ index: Int) -> Bool {
    guard next.kind == .leftParenthesis, tokens.isClosed(index + 1), next.link + 1 < tokens.count else { return false }
    let after = tokens[next.link + 1]
    return after.kind == .leftBrace || after.isSign(.colon) || after.isWord(.async) || after.isSign(.fatArrow)
  }

  /// `name: …`, `name = …` of objects and classes.
  private func isMember(_ before: Token, _ next: Token) -> Bool {
    (next.isSign(.colon) || next.isSign(.equal)) && !before.isSign(.dot) && !before.isSign(.questionDot)
  }

  private func isEnumCase(_ before: Token, _ next: Token) -> Bool {
    guard before.isSign(.comma) || before.kind == .leftBrace else { return false }
    return next.isSign(.comma) || next.isSign(.semicolon) || next.kind == .rightBrace || next.kind == .leftParenthesis
  }
}
