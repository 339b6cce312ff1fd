/// What is known of each element of a list, for whoever has mostly the same list again and again: an edit changes elements
/// that stand together, so that nothing else has to be looked up.
package struct ListMemory<Key: Hashable, Fact> {
  package private(set) var keys: [Key] = []
  /// Of each key.
  package private(set) var facts: [Fact] = []

  package init() {}

  /// Takes over a list, and finds what is not known of it.
  ///
  /// - Parameter find: of the keys at these places of the list.
  package mutating func renew(_ list: [Key], _ find: ([Int]) -> [Fact]) {
    let before = keys.commonPrefix(with: list)
    let behind = keys[before...].reversed().commonPrefix(with: list[before...].reversed())
    let changed = before..<keys.count - behind
    let known = Dictionary(zip(keys[changed], facts[changed])) { first, _ in first }
    let new = before..<list.count - behind
    let fresh = new.filter { known[list[$0]] == nil }
    let found = Dictionary(zip(fresh, find(fresh))) { first, _ in first }
    facts.replaceSubrange(changed, with: new.compactMap { found[$0] ?? known[list[$0]] })
    keys = list
  }
}

extension ListMemory: Sendable where Key: Sendable, Fact: Sendable {}

extension Collection where Element: Equatable {
  /// How many elements both begin with.
  fileprivate func commonPrefix(with other: some Collection<Element>) -> Int {
    zip(self, other).lazy.prefix { $0 == $1 }.reduce(0) { count, _ in count + 1 }
  }
}
