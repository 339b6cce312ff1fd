/// What the files of the house must not contain. Each rule names the places that break it, so that a test can also show
/// it one.
enum HouseRules {
  /// Only the executables print or exit: calls of free functions, and the streams of the process.
  static func output(in files: [SwiftFile]) -> [String] {
    let calls = [
      "print(", "debugPrint(", "dump(", "exit(", "abort(", "fatalError(", "fputs(", "puts(", "printf(", "fprintf(",
      "fwrite(", "putchar(",
    ]
    let streams = ["FileHandle.standardOutput", "FileHandle.standardError"]
    return places(in: files) { line in
      calls.contains { isCalled($0, in: line) } || streams.contains { line.contains($0) }
    }
  }

  /// Time, chance and identifiers are handed in.
  static func clockOrChance(in files: [SwiftFile]) -> [String] {
    let words = [
      "Date()", "Date.now", "ContinuousClock", "SuspendingClock", "DispatchTime", "clock_gettime", "gettimeofday",
      "systemUptime", "SystemRandomNumberGenerator", ".shuffled()", ".shuffle()", ".randomElement()", ".random()",
      "arc4random", "UUID()",
    ]
    return places(in: files) { line in
      words.contains { line.contains($0) } || line.contains(".random(in:") && !line.contains("using:")
        || ["since: .now", "deadline: .now", "Date = .now", "Instant = .now"].contains { line.contains($0) }
    }
  }

  /// Declarations that other packages could see, and promises that the compiler does not check.
  static func uncheckedWords(in files: [SwiftFile]) -> [String] {
    let words: Set<Substring> = ["public", "@unchecked", "@_exported", "@preconcurrency"]
    return places(in: files.filter { !$0.isGenerated }) { line in
      line.split { " (){}[],:".contains($0) }.contains { words.contains($0) }
    }
  }

  /// The formatter looks at every file, since it refuses what is forced.
  static func ignoredByFormatter(in files: [SwiftFile]) -> [String] {
    // Written in halves, as below, so that this file does not contain what it looks for.
    files.filter { !$0.isGenerated }.flatMap { $0.linePlaces { $0.contains("swift-format-" + "ignore") } }
  }

  /// Unfinished work, and paths of one machine.
  static func marks(in files: [SwiftFile]) -> [String] {
    let marks = ["TO" + "DO", "FIX" + "ME", "XX" + "X", "HA" + "CK:", "/wo" + "rk/", "/ro" + "ot/", "/ho" + "me/"]
    // Names of files are made of more of the letter.
    let names = "XX" + "XX"
    return files.flatMap { file in
      file.linePlaces { line in marks.contains { line.contains($0) } && !line.contains(names) }
    }
  }

  /// At most 700 lines.
  static func tooLong(_ files: [SwiftFile]) -> [String] {
    files.filter { $0.lines.count > 700 && !$0.isGenerated }.map { "\($0.path) has \($0.lines.count) lines" }
  }

  /// A check with a page that no list of checks names never runs.
  static func unlistedChecks(in files: [SwiftFile]) -> [String] {
    let listed = Set(
      files.filter(\.isGenerated).flatMap(\.code).compactMap { line in
        line.firstRange(of: ".self").map { line[..<$0.lowerBound].filter { $0 != " " } }
      })
    let checks = files.filter { file in
      !file.isGenerated && ["/Checks/", "/Hazards/"].contains { file.path.contains($0) }
        && file.lines.first?.hasPrefix("// FB") == true
    }
    return checks.filter { file in !file.declaredTypes.contains { listed.contains(String($0)) } }.map(\.path)
  }

  private static func places(in files: [SwiftFile], where matches: (String) -> Bool) -> [String] {
    files.flatMap { $0.places(where: matches) }
  }

  /// Whether a line calls the free function, not a method or a longer name that ends the same.
  private static func isCalled(_ call: String, in line: String) -> Bool {
    line.ranges(of: call).contains { range in
      var before = line[..<range.lowerBound]
      for module in ["Swift.", "Glibc.", "Musl.", "Darwin.", "Foundation."] where before.hasSuffix(module) {
        before = before.dropLast(module.count)
      }
      return !endsInName(before) && before.last != "." && !before.hasSuffix("func ")
    }
  }

  private static func endsInName(_ text: Substring) -> Bool {
    text.last.map { $0.isLetter || $0.isNumber || $0 == "_" } ?? false
  }
}
