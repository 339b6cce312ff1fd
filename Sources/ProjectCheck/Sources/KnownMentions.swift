import Diagnostics
import SourceTokens
import Synchronization

/// Where names stand in each source, for whoever asks again and again: what was looked for is not looked for again in a
/// source that has not changed.
package final class KnownMentions: Sendable {
  struct Mention: Sendable {
    /// Which of the sources that have code.
    var file: Int
    var range: Range<Int>
    /// Of the function that is declared there.
    var body: Range<Int>?
    /// The functions in whose bodies it stands.
    var callers: Set<String> = []
    /// Whether only code that names what is declared there can call it.
    var isPlain: Bool
  }

  private let kept = Mutex(MentionSearch())

  package init() {}

  /// What is known of these sources. Who asks at the same time searches on their own.
  func search(in sources: [SourceText]) -> MentionSearch {
    var search = kept.withLock { kept in
      let known = kept
      kept = MentionSearch()
      return known
    }
    search.begin(with: sources)
    return search
  }

  /// - Parameter names: that matter now; when most of those that were searched do not, all is forgotten.
  func keep(_ search: MentionSearch, of names: Set<String>) {
    var search = search
    search.end()
    if search.searched > 2 * names.count + 1000 { search = MentionSearch() }
    kept.withLock { [search] in $0 = search }
  }
}

/// What was found of the names that were searched so far.
struct MentionSearch: Sendable {
  fileprivate struct File: Sendable {
    var source: SourceText
    var language: SourceLanguage
    var code: CodeOfFile?
    /// How many of the names were looked for.
    var searched = 0
    var found: [String: [KnownMentions.Mention]] = [:]
  }

  private var files: [File] = []
  /// In the order in which somebody asked first.
  private var names: [String] = []
  private var places: [String: Int] = [:]

  var searched: Int { names.count }

  mutating func begin(with sources: [SourceText]) {
    let known = Dictionary(files.map { ($0.source.path, $0) }) { first, _ in first }
    files = sources.compactMap { source in
      guard let language = SourceLanguage(fileName: source.path), language != .markdown else { return nil }
      if let file = known[source.path], file.source == source { return file }
      return File(source: source, language: language)
    }
  }

  /// Tokens are as large as the sources; what they were read for is known by now.
  mutating func end() {
    for index in files.indices { files[index].code = nil }
  }

  mutating func mentions(of asked: Set<String>) -> [String: [KnownMentions.Mention]] {
    for name in asked where places[name] == nil {
      places[name] = names.count
      names.append(name)
    }
    var words: [Int: WordSet] = [:]
    var mentions: [String: [KnownMentions.Mention]] = [:]
    for index in files.indices {
      let searched = files[index].searched
      if searched < names.count {
        let missing = words[searched] ?? WordSet(Set(names[searched...]))
        words[searched] = missing
        files[index].search(missing)
        files[index].searched = names.count
      }
      for (name, found) in files[index].found where asked.contains(name) {
        mentions[name, default: []] += found.map { mention in
          var mention = mention
          mention.file = index
          return mention
        }
      }
    }
    return mentions
  }
}

extension MentionSearch.File {
  fileprivate mutating func search(_ words: WordSet) {
    let places = words.places(in: source.bytes)
    if places.isEmpty { return }
    let code = code ?? CodeOfFile(source, language)
    self.code = code
    for (name, range) in places {
      guard let place = code.place(of: range) else { continue }
      found[name, default: []].append(
        KnownMentions.Mention(
          file: 0, range: range, body: place.body, callers: place.callers,
          isPlain: DeclarationText(at: range, of: source).isPlain))
    }
  }
}
