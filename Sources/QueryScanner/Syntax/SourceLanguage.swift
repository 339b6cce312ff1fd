/// The languages whose Firestore calls are understood.
package enum SourceLanguage: String, Hashable, Sendable, CaseIterable {
  case swift, javascript, typescript, kotlin, java, dart, python, markdown

  /// By the extension of a file's name; nil: no language of ours.
  package init?(fileName: String) {
    guard let dot = fileName.lastIndex(of: "."),
      let language = Self.extensions[fileName[fileName.index(after: dot)...].lowercased()]
    else { return nil }
    self = language
  }

  /// Without the dot, in lower case. Plain text is read like Markdown: only its fences count.
  package static let extensions: [String: SourceLanguage] = [
    "swift": .swift, "js": .javascript, "jsx": .javascript, "mjs": .javascript, "cjs": .javascript,
    "ts": .typescript, "tsx": .typescript, "mts": .typescript, "cts": .typescript, "vue": .typescript,
    "svelte": .typescript, "html": .javascript, "htm": .javascript, "kt": .kotlin, "kts": .kotlin, "java": .java,
    "dart": .dart, "py": .python,
    "md": .markdown, "markdown": .markdown, "mdx": .markdown, "txt": .markdown,
  ]

  /// Languages whose code uses one another's declarations.
  enum Family { case swift, script, jvm, dart, python, none }

  var family: Family {
    switch self {
    case .swift: .swift
    case .javascript, .typescript: .script
    case .kotlin, .java: .jvm
    case .dart: .dart
    case .python: .python
    case .markdown: .none
    }
  }
}
