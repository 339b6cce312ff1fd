import Diagnostics

/// Index definitions and rules in the fences of Markdown documents.
enum DocumentFragments {
  static func fragments(_ source: SourceText) -> [DocumentFragment] { [] }
}
