import Diagnostics

/// What the block of a document holds.
enum FenceContent: Hashable {
  case code(SourceLanguage)
  /// Markup, in which scripts may stand.
  case page(SourceLanguage)
  /// A change of code, as `diff` shows it.
  case change(SourceLanguage)
  case fragment(DocumentFragment.Kind)
  /// Shell commands, diagrams, output and the like.
  case other

  init(_ fence: DocumentFence, in source: SourceText) {
    let text = FenceText(source.bytes[fence.content.start..<fence.content.end])
    switch fence.word {
    case "json", "jsonc", "json5", "rules", "firestore", "firestore-rules", "firestorerules":
      self = text.fragment.map(FenceContent.fragment) ?? .other
    case "":
      // Without a word only what is unmistakable counts.
      self = text.fragment.map(FenceContent.fragment) ?? text.language.map(FenceContent.code) ?? .other
    case "html", "htm": self = .page(.javascript)
    case "diff", "patch":
      let change = ShownChange(fence, in: source)
      let code = FenceText(change.bytes[fence.content.start..<fence.content.end])
      self = (change.language ?? code.language).map(FenceContent.change) ?? .other
    default:
      // Rules are often shown as JavaScript, because that colours them.
      if let language = Self.languages[fence.word] {
        self = text.fragment == .securityRules ? .fragment(.securityRules) : .code(language)
      } else {
        self = .other
      }
    }
  }

  private static let languages: [String: SourceLanguage] = {
    var languages = SourceLanguage.extensions.filter { $0.value != .markdown }
    for language in SourceLanguage.allCases where language != .markdown { languages[language.rawValue] = language }
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

  init(_ bytes: ArraySlice<UInt8>) { self.bytes = QuotedLines.withoutSigns(bytes)[...] }

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
    let isScript = ["const ", "await ", "=>", "import {", "firebase.firestore()", "onSnapshot(", "getDocs("].contains(where: has)
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
