/// The languages that are read.
package enum SourceLanguage: String, Hashable, Sendable, CaseIterable {
  case swift, javascript, typescript, kotlin, java, dart, python, markdown
  /// The markup of a page or component: Vue, Svelte, HTML. Its scripts are units of their own.
  case page

  /// Languages whose code uses one another's declarations.
  package enum Family: Hashable, Sendable, CaseIterable { case swift, script, jvm, dart, python, none }

  package var family: Family {
    switch self {
    case .swift: .swift
    case .javascript, .typescript, .page: .script
    case .kotlin, .java: .jvm
    case .dart: .dart
    case .python: .python
    case .markdown: .none
    }
  }
}

extension SourceLanguage {
  /// By the extension of a file's name; nil: no language of ours. Plain text is read like Markdown: only its fences count.
  package init?(fileName: String) {
    guard let dot = fileName.lastIndex(of: "."),
      let language = Self.extensions[fileName[fileName.index(after: dot)...].lowercased()]
    else { return nil }
    self = language
  }

  /// Without the dot, in lower case.
  package static let extensions: [String: SourceLanguage] = [
    "swift": .swift, "js": .javascript, "jsx": .javascript, "mjs": .javascript, "cjs": .javascript,
    "ts": .typescript, "tsx": .typescript, "mts": .typescript, "cts": .typescript, "vue": .page, "svelte": .page,
    "html": .page, "htm": .page, "kt": .kotlin, "kts": .kotlin, "java": .java, "dart": .dart, "py": .python,
    "md": .markdown, "markdown": .markdown, "mdx": .markdown, "txt": .markdown,
  ]
}
