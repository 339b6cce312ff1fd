import Diagnostics
import Mustache

/// How text from files gets into the page, its attributes and its drawings: the library itself escapes by characters.
struct PageText: MustacheContentType {
  /// What templates call it.
  static let name = "PAGE"

  func escapeText(_ text: String) -> String { Self.escaped(text) }

  static func escaped(_ text: String) -> String { MarkupText.escaped(text, .htmlWithoutControls) }
}
