/// Finds the name that a user probably meant.
package enum NearestName {
  /// The candidate with the smallest edit distance to `name` if it is small for the length of the name: one edit for
  /// up to four letters, two up to eight, three beyond. Upper and lower case count as equal. The first of equally near
  /// candidates wins, so the answer depends only on the order given.
  package static func of(_ name: String, among candidates: [String]) -> String? {
    let wanted = Array(name.lowercased().unicodeScalars.prefix(maximumLength + 1))
    guard !wanted.isEmpty, wanted.count <= maximumLength else { return nil }
    var best: (name: String, distance: Int)?
    for candidate in candidates {
      let letters = Array(candidate.lowercased().unicodeScalars.prefix(maximumLength + 1))
      let bound = min(best.map { $0.distance - 1 } ?? .max, allowedEdits(for: max(wanted.count, letters.count)))
      guard letters.count <= maximumLength, abs(letters.count - wanted.count) <= bound else { continue }
      let distance = edits(from: wanted, to: letters)
      if distance <= bound { best = (candidate, distance) }
    }
    return best?.name
  }

  /// Longer texts are not names that somebody mistyped; the bound keeps the quadratic comparison harmless.
  private static let maximumLength = 64

  private static func allowedEdits(for length: Int) -> Int { length <= 4 ? 1 : length <= 8 ? 2 : 3 }

  /// Insertions, deletions, substitutions and swaps of neighbours (optimal string alignment).
  private static func edits(from left: [Unicode.Scalar], to right: [Unicode.Scalar]) -> Int {
    var beforePrevious: [Int] = []
    var previous = Array(0...right.count)
    for row in left.indices {
      var current = [row + 1]
      for column in right.indices {
        let replaced = previous[column] + (left[row] == right[column] ? 0 : 1)
        var cost = min(replaced, previous[column + 1] + 1, current[column] + 1)
        let swapped = row > 0 && column > 0 && left[row] == right[column - 1] && left[row - 1] == right[column]
        if swapped { cost = min(cost, beforePrevious[column - 1] + 1) }
        current.append(cost)
      }
      beforePrevious = previous
      previous = current
    }
    return previous[right.count]
  }
}
