import Foundation
import Testing

/// The rules of the house that no compiler setting can hold; ARCHITECTURE.md lists them as invariants.
@Suite("House") struct HouseTests {
  /// Modules of the toolchain, and who may use them. Start-up time and static linking depend on it.
  static let allowedSystemModules: [String: Set<String>] = [
    // Code that is nested deeply takes a thread with a stack of its own.
    "QueryScanner": ["Glibc", "Musl", "Darwin"],
    // Sources are read on all processors; Swift's own concurrency rests on the same library.
    "SourceSyntax": ["Dispatch"],
    "generate-codes": ["Foundation"],
    "FirestoreRulesEvaluator": ["Glibc", "Musl", "Darwin"],
    "Project": ["FoundationEssentials", "Glibc", "Musl", "Darwin"],
    "Terminal": ["FoundationEssentials", "Glibc", "Musl", "Darwin"],
    "firebreak": ["FoundationEssentials", "Dispatch", "Glibc", "Musl", "Darwin"],
    "FirestoreWire": ["FoundationEssentials", "Foundation"],
    "SQLiteJournal": ["Foundation"],
    "Emulation": ["FoundationEssentials", "Glibc", "Musl", "Darwin"],
    "EmulatorServer": ["Foundation", "Glibc", "Musl", "Darwin"],
    "firebreak-emulator": ["FoundationEssentials", "Dispatch", "Glibc", "Musl", "Darwin"],
  ]
  static let everywhere: Set<String> = ["Swift", "Synchronization"]
  static let executables: Set<String> = ["firebreak", "firebreak-emulator", "generate-codes"]

  /// The scanner is being written anew.
  static let unfinished: Set<String> = ["QueryScanner", "SourceEvaluation"]
  /// Files beside the folders that use folders which use them, by library: still to be taken apart.
  static let entangled: [String: Set<String>] = [
    "Project": ["Project.swift"], "ProjectCheck": ["ProjectQueries.swift", "ProjectScope.swift"],
    "RealtimeRulesChecker": ["RealtimeSubject.swift"], "Simulation": ["CellSimulation.swift"],
  ]

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
    let files = try Dictionary(grouping: Repository.swiftSources.get(), by: \.target)
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
  func libraryLength() throws {
    // What is generated is not read.
    let read = try Repository.swiftSources.get().filter { !$0.isGenerated }
    let lines = Dictionary(read.map { ($0.target, $0.lines.count) }, uniquingKeysWith: +)
    // Its rows are to become a library of their own.
    #expect(lines.filter { $0.value > 12_000 && $0.key != "SourceEvaluation" } == [:])
  }

  @Test("folders of a library, and files beside them, do not use one another in a circle")
  func folderCircles() throws {
    let libraries = try Dictionary(grouping: Repository.swiftSources.get(), by: \.target)
    for (library, files) in libraries where !Self.unfinished.contains(library) {
      let exceptions = Self.entangled[library, default: []]
      #expect(FolderUses(of: files, except: exceptions).circles == [], "\(library)")
      for exception in exceptions {
        #expect(
          FolderUses(of: files, except: exceptions.subtracting([exception])).circles != [],
          "\(exception) of \(library) is an exception no longer")
      }
    }
  }

  @Test("the code map of ARCHITECTURE.md names every folder of Sources, in the order of the package")
  func codeMap() throws {
    let map = try Repository.text("ARCHITECTURE.md").split(separator: "\n").filter { $0.hasPrefix("| `") }
    let named = map.compactMap { $0.dropFirst(3).split(separator: "`").first.map(String.init) }
    // Views of C libraries, which the text above the map names.
    let views: Set<String> = ["CLibYAML", "CNettle", "CRE2", "CZlib"]
    #expect(try named == Self.package.get().targets.filter(\.isInSources).map(\.name).filter { !views.contains($0) })
    let folders = try FileManager.default.contentsOfDirectory(
      atPath: Repository.root.appending(path: "Sources").path()
    ).filter { !$0.hasPrefix(".") }
    #expect(Set(folders) == Set(named).union(views))
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

  @Test("files stay readable, and the formatter reads all of them")
  func readable() throws {
    let files = try Repository.swiftSources.get() + Repository.swiftTests.get()
    #expect(HouseRules.tooLong(files) == [])
    #expect(HouseRules.ignoredByFormatter(in: files) == [])
  }

  @Test("only the executables print, exit, and ask for time and chance")
  func libraries() throws {
    let libraries = try Repository.swiftSources.get().filter { !Self.executables.contains($0.target) }
    #expect(HouseRules.output(in: libraries) == [])
    // What a connection waits for is timed by the clock of the machine.
    #expect(HouseRules.clockOrChance(in: libraries.filter { $0.target != "EmulatorServer" }) == [])
  }

  @Test("nothing public and nothing unchecked in the sources")
  func uncheckedWords() throws { #expect(HouseRules.uncheckedWords(in: try Repository.swiftSources.get()) == []) }

  @Test("every check with a page is in a list of checks")
  func listedChecks() throws {
    // `SourceHazards` asks the check of sources by name.
    let exceptions = ["Sources/ProjectCheck/Hazards/FilteredAfterRead.swift"]
    #expect(HouseRules.unlistedChecks(in: try Repository.swiftSources.get()) == exceptions)
  }

  @Test("what comments name exists")
  func commentedNames() throws {
    let files = try Repository.swiftSources.get()
    #expect(CommentedNames(files).stale(in: files) == [])
  }

  @Test("no unfinished marks and no paths of one machine")
  func marks() throws {
    var paths = ["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "Makefile", "Package.swift", ".ci/run"]
    let kinds = [".swift", ".md", ".yaml", ".yml", ".json", ".h", ".modulemap", ".py", ".sh", ".proto"]
    for folder in ["Sources", "Tests", "samples", "schemas", "indexes", "rules", "packaging", "Benchmarks"] {
      paths += try Repository.files(in: folder) { name in kinds.contains { name.hasSuffix($0) } }
    }
    let files = try paths.map { SwiftFile(path: $0, text: try Repository.text($0)) }
    #expect(HouseRules.marks(in: files) == [])
  }
}
