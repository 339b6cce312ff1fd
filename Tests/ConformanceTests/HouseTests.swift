import Foundation
import Testing

/// The rules of the house that no compiler setting can hold; ARCHITECTURE.md lists them as invariants.
@Suite("House") struct HouseTests {
  /// Modules of the toolchain, and who may use them. Start-up time and static linking depend on it.
  static let allowedSystemModules: [String: Set<String>] = [
    // Sources are read on all processors; Swift's own concurrency rests on the same library.
    "QueryScanner": ["Dispatch"],
    "generate-codes": ["Foundation"],
    "FirestoreRulesEvaluator": ["Glibc", "Musl", "Darwin"],
    "Project": ["FoundationEssentials", "Glibc", "Musl", "Darwin"],
    "Terminal": ["FoundationEssentials", "Glibc", "Musl", "Darwin"],
    "firebreak": ["FoundationEssentials", "Glibc", "Musl", "Darwin"],
    "FirestoreWire": ["FoundationEssentials", "Foundation"],
    "SQLiteJournal": ["Foundation"],
    "Emulation": ["FoundationEssentials", "Glibc", "Musl", "Darwin"],
    "EmulatorServer": ["Foundation", "Glibc", "Musl", "Darwin"],
    "firebreak-emulator": ["FoundationEssentials", "Dispatch", "Glibc", "Musl", "Darwin"],
  ]
  static let everywhere: Set<String> = ["Swift", "Synchronization"]
  static let executables: Set<String> = ["firebreak", "firebreak-emulator", "generate-codes"]

  /// `Package.swift` is the only table of who may import whom.
  static let package = Result { try PackageDescription(of: Repository.text("Package.swift")) }

  @Test("the package lists its targets from the bottom up")
  func downwards() throws {
    let package = try Self.package.get()
    let own = Set(package.targets.map(\.name))
    var below: Set<String> = []
    for target in package.targets {
      #expect(target.dependencies.filter { own.contains($0) && !below.contains($0) } == [], "\(target.name)")
      below.insert(target.name)
    }
  }

  @Test("a target depends on exactly what its sources import")
  func imports() throws {
    let package = try Self.package.get()
    let files = Dictionary(grouping: Repository.swiftSources, by: \.target)
    #expect(Set(files.keys).subtracting(package.targets.map(\.name)) == [])
    for target in package.targets where target.isInSources {
      let allowed = Set(target.dependencies).union(Self.allowedSystemModules[target.name, default: []])
      let imports = files[target.name, default: []].flatMap { file in
        file.imports.map { (place: "\(file.path):\($0.line)", module: $0.module) }
      }
      let refused = imports.filter { !allowed.contains($0.module) && !Self.everywhere.contains($0.module) }
      #expect(refused.map { "\($0.place) imports \($0.module)" } == [])
      #expect(allowed.subtracting(imports.map(\.module)) == [], "\(target.name) does not import them")
    }
  }

  @Test("a library is read in a day: at most 12,000 lines")
  func libraryLength() {
    let lines = Dictionary(Repository.swiftSources.map { ($0.target, $0.lines.count) }, uniquingKeysWith: +)
    // The scanner is being written anew.
    #expect(lines.filter { $0.value > 12_000 && $0.key != "QueryScanner" } == [:])
  }

  @Test("folders of a library do not use one another in a circle")
  func folderCircles() {
    let libraries = Dictionary(grouping: Repository.swiftSources, by: \.target)
    for (library, files) in libraries.sorted(by: { $0.key < $1.key }) where library != "QueryScanner" {
      #expect(FolderUses(of: files).circles == [], "\(library)")
    }
  }

  @Test("ARCHITECTURE.md names every folder of Sources")
  func codeMap() throws {
    let map = try Repository.text("ARCHITECTURE.md")
    let folders = try FileManager.default.contentsOfDirectory(
      atPath: Repository.root.appending(path: "Sources").path()
    ).filter { !$0.hasPrefix(".") }
    #expect(folders.sorted().filter { !map.contains("`\($0)`") } == [])
  }

  @Test("files stay readable")
  func fileLength() {
    let tooLong = (Repository.swiftSources + Repository.swiftTests)
      .filter { $0.lines.count > 700 && !$0.path.contains("/Generated/") }
      .map { "\($0.path) has \($0.lines.count) lines" }
    #expect(tooLong == [])
  }

  @Test("only the executable prints or exits")
  func noOutput() {
    let calls = ["print(", "debugPrint(", "dump(", "exit(", "abort("]
    let places = Repository.swiftSources.filter { !Self.executables.contains($0.target) }.flatMap { file in
      file.places { line in calls.contains { Self.calls($0, in: line) } }
    }
    #expect(places == [])
  }

  @Test("nothing public and nothing unchecked in the sources")
  func uncheckedWords() {
    let words = ["public", "@unchecked"]
    let places = Repository.swiftSources.filter { !$0.path.contains("/Generated/") }.flatMap { file in
      file.places { line in
        let parts = line.split { " (){}[],:".contains($0) }
        return parts.contains { words.contains(String($0)) }
      }
    }
    #expect(places == [])
  }

  @Test("the formatter refuses force operations in the sources, where it is otherwise that of the repository")
  func forceOperations() throws {
    let rules = ["NeverForceUnwrap", "NeverUseForceTry", "NeverUseImplicitlyUnwrappedOptionals"]
    let common = try Repository.text(".swift-format").filter { !$0.isWhitespace }
    var own = try Repository.text("Sources/.swift-format").filter { !$0.isWhitespace }
    for rule in rules {
      let line = ",\"\(rule)\":true"
      #expect(own.contains(line), "\(rule)")
      own = own.replacing(line, with: "")
    }
    #expect(own == common)
  }

  @Test("clock and randomness are injected")
  func determinism() {
    let forbidden = ["Date()", "Date.now", "SystemRandomNumberGenerator", ".shuffled()", ".randomElement()", "UUID()"]
    let places = Repository.swiftSources.filter { !Self.executables.contains($0.target) }.flatMap { file in
      file.places { line in forbidden.contains { line.contains($0) } }
    }
    #expect(places == [])
  }

  @Test("no unfinished marks and no paths of one machine")
  func marks() throws {
    // Written in halves so that this file does not contain what it looks for.
    let forbidden = ["TO" + "DO", "FIX" + "ME", "/wo" + "rk/", "/ro" + "ot/", "/ho" + "me/"]
    var paths = ["README.md", "ARCHITECTURE.md", "Makefile", "Package.swift", ".ci/run"]
    let kinds = [".swift", ".md", ".yaml", ".json", ".h", ".modulemap"]
    for folder in ["Sources", "Tests", "samples", "indexes", "rules", "Benchmarks"] {
      paths += Repository.files(in: folder) { name in kinds.contains { name.hasSuffix($0) } }
    }
    var places: [String] = []
    for path in paths {
      let lines = try Repository.text(path).split(separator: "\n", omittingEmptySubsequences: false)
      for (index, line) in lines.enumerated() where forbidden.contains(where: { line.contains($0) }) {
        places.append("\(path):\(index + 1)")
      }
    }
    #expect(places == [])
  }

  /// Whether a line calls the free function, not a method or a longer name that ends the same.
  private static func calls(_ call: String, in line: String) -> Bool {
    var rest = Substring(line)
    while let range = rest.range(of: call) {
      let before = rest[..<range.lowerBound].last
      let isPart = before.map { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "." } ?? false
      let declares = rest[..<range.lowerBound].hasSuffix("func ")
      if !isPart && !declares { return true }
      rest = rest[range.upperBound...]
    }
    return false
  }
}
