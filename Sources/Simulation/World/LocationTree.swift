import RealtimeDatabase

/// Who has to do with which location: a write finds those that it concerns without asking the others.
final class LocationTree<Element: AnyObject> {
  private final class Place {
    var entries: [Entry] = []
    var children: [RealtimeKey: Place] = [:]

    var isEmpty: Bool { entries.isEmpty && children.isEmpty }
  }

  private struct Entry {
    var element: Element
    /// Counted up: what came first is found first.
    var number: Int
  }

  private let root = Place()
  private var inserted = 0

  func insert(_ element: Element, at path: RealtimePath) {
    inserted += 1
    var place = root
    for key in path.keys {
      let child = place.children[key] ?? Place()
      place.children[key] = child
      place = child
    }
    place.entries.append(Entry(element: element, number: inserted))
  }

  func remove(_ element: Element, at path: RealtimePath) { remove(element, from: root, path.keys[...]) }

  private func remove(_ element: Element, from place: Place, _ keys: ArraySlice<RealtimeKey>) {
    guard let key = keys.first else { return place.entries.removeAll { $0.element === element } }
    guard let child = place.children[key] else { return }
    remove(element, from: child, keys.dropFirst())
    if child.isEmpty { place.children[key] = nil }
  }

  /// Those at, above and below what a change writes, each once, in the order in which they came.
  func touched(by change: RealtimeChange) -> [Element] {
    var found: [ObjectIdentifier: Entry] = [:]
    func take(_ place: Place) {
      for entry in place.entries {
        let known = found[ObjectIdentifier(entry.element)]
        if known == nil || known.map({ entry.number < $0.number }) == true {
          found[ObjectIdentifier(entry.element)] = entry
        }
      }
    }
    func takeAll(_ place: Place) {
      take(place)
      for child in place.children.values { takeAll(child) }
    }
    for path in change.paths {
      var place: Place? = root
      for key in path.keys {
        if let place { take(place) }
        place = place?.children[key]
      }
      if let place { takeAll(place) }
    }
    return found.values.sorted { $0.number < $1.number }.map(\.element)
  }
}
