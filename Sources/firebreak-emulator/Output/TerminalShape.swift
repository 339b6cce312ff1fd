import Terminal

extension Console {
  /// Whether boxes and signs have to be drawn with ASCII: somebody wants it so, or the locale has nothing else.
  var drawsASCII: Bool {
    if isASCII { return true }
    let locale = ["LC_ALL", "LC_CTYPE", "LANG"].lazy.compactMap { environment.nonEmpty($0) }.first
    return locale.map { !$0.lowercased().contains("utf-8") && !$0.lowercased().contains("utf8") } ?? false
  }
}
