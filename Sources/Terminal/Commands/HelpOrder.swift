/// The help of a command with its own flags first: what it shares with all others stands after them.
package enum HelpOrder {
  /// Titles of the groups that every command takes.
  private static let common: Set<Substring> = ["PROJECT:", "BEHAVIOUR:", "OUTPUT:"]

  package static func ownFirst(_ help: String) -> String {
    var own: [[Substring]] = [[]]
    var shared: [[Substring]] = []
    var isShared = false
    for line in help.split(separator: "\n", omittingEmptySubsequences: false) {
      if isTitle(line) {
        isShared = common.contains(line)
        if isShared { shared.append([]) } else { own.append([]) }
      }
      if isShared { shared[shared.count - 1].append(line) } else { own[own.count - 1].append(line) }
    }
    return (own + shared).map(withoutBlankEnd).joined(separator: "\n\n") + (help.hasSuffix("\n") ? "\n" : "")
  }

  /// `OPTIONS:`, `FINDINGS THAT ARE KNOWN:`
  private static func isTitle(_ line: Substring) -> Bool {
    line.hasSuffix(":") && line.first?.isUppercase == true
      && line.dropLast().allSatisfy { $0.isUppercase || $0 == " " }
  }

  private static func withoutBlankEnd(_ lines: [Substring]) -> String {
    var lines = lines[...]
    while lines.last?.isEmpty == true { lines.removeLast() }
    return lines.joined(separator: "\n")
  }
}
