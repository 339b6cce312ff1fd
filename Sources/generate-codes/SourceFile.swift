import Foundation

/// A Swift file below `Sources/`.
struct SourceFile {
  /// From the root of the repository.
  var path: String
  var lines: [String]

  /// `Sources/FirestoreRulesChecker/Checks/Security`
  var folder: String { path.split(separator: "/").dropLast().joined(separator: "/") }

  /// Every source that is written by hand, by path.
  static func all(below root: URL) throws -> [SourceFile] {
    let start = root.appending(path: "Sources")
    guard let walker = FileManager.default.enumerator(atPath: start.path()) else { return [] }
    var paths: [String] = []
    for case let path as String in walker where path.hasSuffix(".swift") && !path.contains("/Generated/") {
      paths.append("Sources/\(path)")
    }
    return try paths.sorted().map { path in
      let text = try String(contentsOf: root.appending(path: path), encoding: .utf8)
      return SourceFile(
        path: path,
        // By bytes: ten times as fast as by characters, and there are tens of thousands of lines.
        lines: text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map {
          String(Substring($0))
        })
    }
  }
}
