/// What the languages do with dictionaries and maps whose entries the code writes down: a walk over them brings pairs.
enum RecordWords {
  static func call(
    _ name: String, on entries: [ScannedEntry], _ arguments: SDKArguments, _ scope: VocabularyScope
  ) -> SDKMeaning? {
    let record = ScannedValue.record(entries)
    if arguments.holdsFunction {
      guard walks(scope) else { return nil }
      switch name {
      case "forEach": return .iteration(over: record, returns: .nothing)
      case "map", "mapNotNull", "compactMap", "flatMap": return .iteration(over: record, returns: .mapped)
      default: return nil
      }
    }
    guard arguments.count == 0 else { return nil }
    switch (name, scope.language) {
    case ("items", .python), ("entrySet", .java), ("entrySet", .kotlin), ("toList", .kotlin), ("entries", .dart):
      return .value(pairs(entries))
    case ("keys", .python), ("keySet", .java): return .value(keys(entries))
    case ("values", .python), ("values", .java): return .value(values(entries))
    case ("copy", .python), ("orEmpty", .kotlin): return .value(record)
    default: return nil
    }
  }

  static func member(_ name: String, of entries: [ScannedEntry], _ scope: VocabularyScope) -> ScannedValue? {
    guard scope.language == .kotlin || scope.language == .dart || scope.language == .swift else { return nil }
    switch name {
    case "entries" where scope.language != .swift: return pairs(entries)
    case "keys": return keys(entries)
    case "values": return values(entries)
    default: return nil
    }
  }

  /// `entry.key`, `entry.getValue()` of a pair.
  static func part(_ name: String, of pair: ScannedList) -> ScannedValue? {
    guard pair.elements.count == 2, !pair.isOpen, !pair.hasGrown else { return nil }
    switch name {
    case "key", "getKey": return pair.elements[0]
    case "value", "getValue": return pair.elements[1]
    default: return nil
    }
  }

  /// Objects of scripts have no methods for this; what is called so there is their own.
  private static func walks(_ scope: VocabularyScope) -> Bool {
    switch scope.language {
    case .swift, .kotlin, .java, .dart: true
    case .javascript, .typescript, .python, .markdown: false
    }
  }

  private static func pairs(_ entries: [ScannedEntry]) -> ScannedValue {
    list(entries) { .list(ScannedList([$0.name, $0.value])) }
  }

  private static func keys(_ entries: [ScannedEntry]) -> ScannedValue { list(entries, \.name) }

  private static func values(_ entries: [ScannedEntry]) -> ScannedValue { list(entries, \.value) }

  /// Without what stands for entries of which nothing is known, which leaves the list open.
  private static func list(_ entries: [ScannedEntry], _ element: (ScannedEntry) -> ScannedValue) -> ScannedValue {
    let known = entries.filter { $0.key != ScannedEntry.anything.key }
    return .list(ScannedList(known.map(element), isOpen: known.count < entries.count))
  }
}
