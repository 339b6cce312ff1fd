import Terminal

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

extension Console {
  /// Columns of the terminal on standard output; nil where nobody limits them.
  var terminalWidth: Int? {
    if let columns = environment["COLUMNS"].flatMap({ Int($0) }), columns > 0 { return columns }
    guard standardOutput.isTerminal else { return nil }
    var size = winsize()
    guard unsafe ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
    return Int(size.ws_col)
  }

  /// Whether boxes and signs have to be drawn with ASCII: somebody wants it so, or the locale has nothing else.
  var drawsASCII: Bool {
    if isASCII { return true }
    let locale = ["LC_ALL", "LC_CTYPE", "LANG"].lazy.compactMap { environment.nonEmpty($0) }.first
    return locale.map { !$0.lowercased().contains("utf-8") && !$0.lowercased().contains("utf8") } ?? false
  }
}
