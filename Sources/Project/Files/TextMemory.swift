package import Diagnostics
import Synchronization

/// What somebody has found out of texts, by the path of each: a process that keeps files finds it out again only of texts
/// that have changed. Others keep nothing.
package final class TextMemory<Fact: Sendable>: Sendable {
  private struct Known {
    var source: SourceText
    var name: String
    var fact: Fact
  }

  private let facts = Mutex<[String: Known]>([:])

  package init() {}

  /// - Parameter name: what the text is called where somebody asks, as far as the fact follows from it, too.
  package func fact(of source: SourceText, named name: String = "", _ find: (SourceText) -> Fact) -> Fact {
    guard FileMemory.isKept else { return find(source) }
    if let known = facts.withLock({ $0[source.path] }), known.name == name, known.source == source { return known.fact }
    let fact = find(source)
    facts.withLock { $0[source.path] = Known(source: source, name: name, fact: fact) }
    return fact
  }
}
