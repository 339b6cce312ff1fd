import Diagnostics
import SourceTokens

/// What the block of a document holds.
enum FenceContent: Hashable {
  case code(SourceLanguage)
  /// Markup, in which scripts may stand.
  case page(SourceLanguage)
  case fragment(DocumentFragment.Kind)
  /// Shell commands, diagrams, output and the like.
  case other

  /// - Parameter bytes: what is read of the block.
  /// - Parameter changed: the language of the file that a change names.
  init(_ fence: DocumentFence, _ bytes: ArraySlice<UInt8>, _ changed: SourceLanguage?) {
    let text = FenceText(bytes)
    switch fence.word {
    case "json", "jsonc", "json5", "rules", "firestore", "firestore-rules", "firestorerules":
      self = text.fragment.map(FenceContent.fragment) ?? .other
    case "html", "htm", "vue", "svelte": self = .page(fence.word.hasPrefix("htm") ? .javascript : .typescript)
    default:
      if let language = Self.languages[fence.word] {
        // Rules are often shown as JavaScript, because that colours them.
        self = text.fragment == .securityRules ? .fragment(.securityRules) : .code(language)
      } else if Self.others.contains(fence.word) {
        self = .other
      } else {
        // Without a word, or with one that names no language, only what is unmistakable counts.
        self = text.fragment.map(FenceContent.fragment) ?? (changed ?? text.language).map(FenceContent.code) ?? .other
      }
    }
  }

  /// Languages that are none of ours, and what is no code of an app.
  private static let others: Set<String> = [
    "bash", "sh", "shell", "zsh", "fish", "bat", "cmd", "powershell", "ps1", "makefile", "docker", "dockerfile", "http",
    "mermaid", "plantuml", "puml", "dot", "graphviz", "math", "latex", "csv", "tsv", "log", "css", "scss", "less",
    "xml",
    "yaml", "yml", "toml", "ini", "env", "properties", "sql", "graphql", "gql", "proto", "protobuf", "regex",
    "markdown",
    "md", "mdx", "go", "golang", "php", "ruby", "rb", "rust", "rs", "c", "h", "cpp", "c++", "cc", "cs", "csharp", "c#",
    "fsharp", "objc", "objective-c", "objectivec", "scala", "groovy", "gradle", "clojure", "elixir", "erlang",
    "haskell",
    "lua", "perl", "r", "julia", "hcl", "terraform", "nix", "vb", "cel", "gherkin",
  ]

  private static let languages: [String: SourceLanguage] = {
    var languages = SourceLanguage.extensions.filter { $0.value != .markdown }
    for language in SourceLanguage.allCases where language != .markdown { languages[language.rawValue] = language }
    for word in ["html", "htm", "vue", "svelte", "txt"] { languages[word] = nil }
    languages["node"] = .javascript
    languages["nodejs"] = .javascript
    languages["typescriptreact"] = .typescript
    languages["javascriptreact"] = .javascript
    languages["flutter"] = .dart
    languages["python3"] = .python
    return languages
  }()
}

/// Words of a block that tell what it is.
private struct FenceText {
  private let bytes: ArraySlice<UInt8>

  init(_ bytes: ArraySlice<UInt8>) { self.bytes = bytes }

  var fragment: DocumentFragment.Kind? {
    if has("service cloud.firestore") || (has("rules_version") && has("match /")) { return .securityRules }
    guard FragmentContent(bytes).isJSON else { return nil }
    if has("\".indexOn\"") || has("\".read\"") || has("\".write\"") || has("\".validate\"") { return .realtimeRules }
    if has("\"fieldPath\"") || has("\"collectionGroup\"") || has("\"fieldOverrides\"") { return .indexes }
    return nil
  }

  /// Calls that only one language spells like this.
  var language: SourceLanguage? {
    if has("Firestore.firestore()") || has("whereField(") || has(".order(by:") || has(".queryOrdered(byChild:") {
      return .swift
    }
    if has("FirebaseFirestore.instance") || has("isEqualTo:") || has(".snapshots()") && has("=>") { return .dart }
    if has(".whereEqualTo(") || has(".addSnapshotListener") {
      return has("val ") || has("fun ") || !has(";") ? .kotlin : .java
    }
    if has("order_by(") || has("collection_group(") || has("firestore.client()") { return .python }
    let isScript = ["const ", "await ", "=>", "import {", "firebase.firestore()", "onSnapshot(", "getDocs("].contains(
      where: has)
    if isScript && (has("collection(") || has(".where(") || has("ref(")) { return .typescript }
    // A chain alone: what the languages have in common is read by any of them.
    let isChain = has(".collection(") && (has(".where(") || has(".orderBy(") || has(".get()"))
    if isChain, has("Direction.") || has(".document(") { return has(";") ? .java : .kotlin }
    return isChain ? .typescript : nil
  }

  /// Whether the word occurs; a word is short, so this is linear.
  private func has(_ word: String) -> Bool {
    let wanted = Array(word.utf8)
    guard let first = wanted.first, bytes.count >= wanted.count else { return false }
    var index = bytes.startIndex
    let last = bytes.endIndex - wanted.count
    while index <= last {
      if bytes[index] == first, bytes[index..<index + wanted.count].elementsEqual(wanted) { return true }
      index += 1
    }
    return false
  }
}
