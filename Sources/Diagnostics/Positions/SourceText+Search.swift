extension SourceText {
  /// Whether a word stands anywhere in it, as bytes. The search that collections have is many times slower,
  /// and whole projects are asked for many words.
  package func contains(_ word: String) -> Bool {
    let wanted = Array(word.utf8)
    guard let first = wanted.first else { return true }
    var start = 0
    let last = bytes.count - wanted.count
    while start <= last {
      if bytes[start] == first, bytes[start..<start + wanted.count].elementsEqual(wanted) { return true }
      start += 1
    }
    return false
  }
}
