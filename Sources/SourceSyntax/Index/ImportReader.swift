import Diagnostics
import SourceTokens

/// Finds the modules that a unit imports among its tokens.
struct ImportReader {
  private let family: SourceLanguage.Family
  private let tokens: TokenArray

  init(_ language: SourceLanguage, _ tokens: TokenArray) {
    family = language.family
    self.tokens = tokens
  }

  func read(_ names: inout NameTable) -> [StringID] {
    var found: [StringID] = []
    for index in 0..<tokens.count {
      guard let module = module(at: index, &names), !found.contains(module) else { continue }
      found.append(module)
    }
    return found
  }

  private func module(at index: Int, _ names: inout NameTable) -> StringID? {
    let token = tokens[index]
    switch family {
    case .script, .dart:
      guard token.kind == .text, isImported(index) else { return nil }
      return content(of: index, &names)
    case .python:
      guard token.isWord(.import) || token.isWord(.from), begins(index) else { return nil }
      return dotted(from: index + 1, &names)
    case .jvm, .swift:
      guard token.isWord(.import), begins(index) || isAttributed(index) else { return nil }
      return dotted(from: index + 1, &names)
    case .none: return nil
    }
  }

  private func begins(_ index: Int) -> Bool {
    tokens[index].startsLine || index == 0 || tokens[index - 1].isSign(.semicolon)
  }

  /// `@testable import A`
  private func isAttributed(_ index: Int) -> Bool {
    index > 1 && tokens[index - 2].isSign(.at) || index > 0 && tokens[index - 1].kind == .rightParenthesis
  }

  /// `from "x"`, `import "x"`, `require("x")`, `import("x")`, `part 'x'`
  private func isImported(_ index: Int) -> Bool {
    guard index > 0 else { return false }
    let before = tokens[index - 1]
    if before.kind == .leftParenthesis, index > 1 {
      let callee = tokens[index - 2]
      return callee.isWord(.import) || callee.isWord(.require)
    }
    switch before.keyword {
    case .from, .import, .export, .part, .of: return true
    default: return false
    }
  }

  private func content(of index: Int, _ names: inout NameTable) -> StringID {
    let span = tokens.span(of: index)
    return names.intern(tokens.source.bytes[min(span.start + 1, span.end)..<max(span.start + 1, span.end - 1)])
  }

  /// `a.b.C`, `..a`; behind words that tell what is imported.
  private func dotted(from start: Int, _ names: inout NameTable) -> StringID? {
    var text: [UInt8] = []
    var index = start
    while index < tokens.count, tokens[index].isWord(.static) || isKind(index) { index += 1 }
    while index < tokens.count, index == start || !tokens[index].startsLine {
      let token = tokens[index]
      if let sign = token.sign, sign == .dot || sign == .dotDot || sign == .dotDotDot {
        text += Array(sign.text.utf8)
      } else if token.kind == .name || token.kind == .quotedName, !token.isWord(.import),
        text.isEmpty || text.last == UInt8(ascii: ".")
      {
        text += Array(names.bytes(of: token.name))
      } else {
        break
      }
      index += 1
    }
    if family != .python, text.last == UInt8(ascii: ".") { text.removeLast() }
    return text.isEmpty ? nil : names.intern(text[...])
  }

  /// Swift's `import struct A.B`
  private func isKind(_ index: Int) -> Bool {
    guard family == .swift, index + 1 < tokens.count, tokens[index + 1].kind == .name else { return false }
    return !tokens[index + 1].startsLine
  }
}
