import Diagnostics
import Project

/// A script that a build wrote: what it asks for is judged where its sources stand.
enum BuiltScript {
  private static let endings = [".js", ".mjs", ".cjs"]
  /// Fewer bytes than a bundle has; a person may well write a short file in one line.
  private static let smallest = 4096
  /// Nobody reads lines as long as this one.
  private static let longLine = 1000
  /// Minified code has a statement or a block in fewer bytes than these; a picture or a font written as text has none.
  private static let statement = 200

  static func isName(_ name: String) -> Bool {
    let lower = name.lowercased()
    return endings.contains(where: lower.hasSuffix)
  }

  /// Whether most of the text is code without lines.
  static func isMinified(_ bytes: [UInt8]) -> Bool {
    guard bytes.count >= smallest else { return false }
    let bytes = bytes.span
    var minified = 0
    var (length, statements) = (0, 0)
    func endLine() {
      if length >= longLine, statements >= length / statement { minified += length }
      (length, statements) = (0, 0)
    }
    for index in bytes.indices {
      switch bytes[index] {
      case UInt8(ascii: "\n"): endLine()
      case UInt8(ascii: ";"), UInt8(ascii: "{"):
        statements += 1
        length += 1
      default: length += 1
      }
    }
    endLine()
    return minified > bytes.count / 2
  }

  /// Whether it is too long to have been written by hand and says what has written it, or where its sources are.
  static func isBundle(_ bytes: [UInt8]) -> Bool {
    if isMinified(bytes) || isMapped(bytes) { return true }
    let head = String(decoding: bytes.prefix(marked), as: UTF8.self)
    return marks.contains { head.firstRange(of: $0) != nil }
  }

  /// Bytes in which bundlers and compilers put what their modules are loaded with.
  private static let marked = 16_384
  private static let marks = [
    "dart2js", "dartProgram", "__webpack_", "webpackChunk", "webpackJsonp", "parcelRequire", "System.register(",
    "__commonJS", "__toESM", "__vite",
  ]

  static func isSource(_ path: String) -> Bool { path.hasSuffix(".ts") || path.hasSuffix(".tsx") }

  /// Whether it ends with the place of its source map, as what a compiler has written does.
  static func isMapped(_ bytes: [UInt8]) -> Bool {
    let end = String(decoding: bytes.suffix(200), as: UTF8.self)
    return end.split(separator: "\n").last?.hasPrefix("//# sourceMappingURL=") ?? false
  }

  /// Whether a source of the same name stands below the folder that the folder of the script stands in: `lib/index.js` and
  /// `src/index.ts`; or farther up one of the same path: `functions/lib/news/all.js` and `src/news/all.ts`.
  ///
  /// - Parameter sources: their paths by the names of their files.
  static func isCompiled(_ path: String, from sources: [String: [String]]) -> Bool {
    let name = DisplayPath.name(of: path)
    guard let dot = name.lastIndex(of: ".") else { return false }
    let script = names(of: path)
    return [".ts", ".tsx"].contains { ending in
      (sources[name[..<dot] + ending] ?? []).contains { isCompiled(script, from: names(of: $0)) }
    }
  }

  private static func isCompiled(_ script: [Substring], from source: [Substring]) -> Bool {
    (1..<max(2, min(script.count, farthest))).contains { above in
      let folder = script.dropLast(above + 1)
      // Of the folders below, one or two are those that the compiler writes to.
      return source.starts(with: folder)
        && [above, above - 1].contains { kept in
          guard above == 1 ? kept == 1 : kept > 1 && outputs.contains(script[script.count - kept - 1]) else {
            return false
          }
          return source.count - folder.count >= kept && source.suffix(kept) == script.suffix(kept)
        }
    }
  }

  /// Of the folders that lead to a file, and its own without its ending.
  private static func names(of path: String) -> [Substring] {
    path[..<(path.lastIndex(of: ".") ?? path.endIndex)].split(separator: "/", omittingEmptySubsequences: false)
  }

  /// What folders are called that compilers write to.
  private static let outputs: Set<Substring> = [
    "lib", "dist", "build", "out", "output", "compiled", "js", "cjs", "esm",
  ]
  /// Folders above a script that its source is looked for in.
  private static let farthest = 8

  /// What a compiler wrote beside its source: a module of both names is the TypeScript one.
  /// - Parameter names: of all files of one folder.
  static func isCompiled(_ name: String, beside names: Set<String>) -> Bool {
    for (ending, sources) in [(".js", [".ts", ".tsx"]), (".jsx", [".tsx"]), (".mjs", [".mts"]), (".cjs", [".cts"])]
    where name.hasSuffix(ending) {
      let stem = name.dropLast(ending.count)
      return sources.contains { names.contains(stem + $0) }
    }
    return false
  }
}
