/// Names that comments of the sources set in two backquotes, and files that they name, which are not there: something was
/// renamed and its comment was not.
struct CommentedNames {
  private let known: Set<Substring>
  private let fileNames: Set<Substring>

  init(_ files: [SwiftFile]) {
    known = Set(files.flatMap(\.code).flatMap { $0.split { !$0.isLetter && !$0.isNumber && $0 != "_" } })
    fileNames = Set(files.compactMap { $0.path.split(separator: "/").last })
  }

  func stale(in files: [SwiftFile]) -> [String] {
    files.filter { !$0.isGenerated }.flatMap { file in
      file.lines.enumerated().flatMap { index, line -> [String] in
        guard let comment = line.firstRange(of: "//") else { return [] }
        return unknown(in: line[comment.lowerBound...]).map { "\(file.path):\(index + 1) names \($0)" }
      }
    }
  }

  private func unknown(in comment: Substring) -> [Substring] {
    let symbols = Self.quoted(comment, by: "``").filter { name in
      // A member with its labels, behind its type: ``DocumentStore/preview(_:at:)``. Code with spaces is no name.
      !name.contains { " `".contains($0) }
        && !name.split(separator: "/").map { $0.prefix { $0 != "(" } }.allSatisfy(known.contains)
    }
    let files = Self.quoted(comment, by: "`").filter { $0.hasSuffix(".swift") && !$0.contains { "/: ".contains($0) } }
    return symbols + files.filter { !fileNames.contains($0) }
  }

  private static func quoted(_ text: Substring, by mark: String) -> [Substring] {
    text.split(separator: mark, omittingEmptySubsequences: false).enumerated()
      .filter { !$0.offset.isMultiple(of: 2) }.map(\.element)
  }
}
