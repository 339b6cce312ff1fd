/// Finds the patterns that cover a pattern without comparing it with all.
struct CoverIndex {
  private let patterns: [PathPattern]
  /// Patterns whose collections are all literal, by these.
  private var regular: [[String]: [Int]] = [:]
  /// All others: recursive wildcards, variables for collections.
  private var irregular: [Int] = []
  /// Rules repeat a path a few times; a file that repeats it thousands of times is not looked at completely.
  private static let most = 50

  init(_ patterns: [PathPattern]) {
    self.patterns = patterns
    for (index, pattern) in patterns.enumerated() {
      if let collections = pattern.literalCollections {
        regular[collections, default: []].append(index)
      } else {
        irregular.append(index)
      }
    }
  }

  /// In ascending order.
  func covering(_ pattern: PathPattern) -> [Int] {
    var found: [Int] = []
    let same = pattern.literalCollections.flatMap { regular[$0] } ?? []
    for index in same where found.count < Self.most && patterns[index].covers(pattern) { found.append(index) }
    for index in irregular where found.count < 2 * Self.most && patterns[index].covers(pattern) { found.append(index) }
    return found.sorted()
  }
}

extension PathPattern {
  /// The ids of the collections on the path; nil when some is not literal, or the path has no fixed length.
  fileprivate var literalCollections: [String]? {
    var ids: [String] = []
    for (place, segment) in segments.enumerated() {
      switch segment {
      case .many: return nil
      case .literal(let text): if place.isMultiple(of: 2) { ids.append(text) }
      case .any: if place.isMultiple(of: 2) { return nil }
      }
    }
    return ids
  }
}
