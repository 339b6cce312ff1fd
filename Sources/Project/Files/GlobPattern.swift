/// A pattern of paths: `*` for any part of a name, `**` for any number of folders.
package struct GlobPattern: Hashable, Sendable {
  package let text: String

  package init(_ text: String) { self.text = text }

  /// How the names end that it means: what follows the last star of the last part, `.yaml` when nothing does.
  package var suffix: String {
    let name = text.split(separator: "/").last ?? ""
    let rest = name.split(separator: "*", omittingEmptySubsequences: false).last ?? ""
    return rest.isEmpty ? ".yaml" : String(rest)
  }

  package func matches(_ path: String) -> Bool {
    let names = text.utf8.split(separator: UInt8(ascii: "/")).map(Array.init)
    return Wildcards.match(
      names, path.utf8.split(separator: UInt8(ascii: "/")).map(Array.init), isGap: { $0.elementsEqual("**".utf8) },
      fits: Self.matchesName)
  }

  private static func matchesName(_ pattern: [UInt8], _ name: [UInt8]) -> Bool {
    Wildcards.match(pattern, name, isGap: { $0 == UInt8(ascii: "*") }, fits: ==)
  }
}
