import Foundation
import Testing

/// The rules of the house that no compiler setting can hold; ARCHITECTURE.md lists them as invariants.
@Suite("House") struct HouseTests {
  /// Which library may import which: downwards only. A new edge is an architectural decision and is written here.
  static let allowedImports: [String: Set<String>] = [
    "Digests": ["CNettle"],
    "FirestoreModel": [],
    "Diagnostics": [],
    "PageLayout": [],
    "CodePages": ["PageLayout", "Diagnostics"],
    "generate-codes": ["PageLayout"],
    "StructuredText": ["Diagnostics", "CLibYAML"],
    "QueryModel": ["FirestoreModel", "Diagnostics", "StructuredText"],
    "IndexCatalog": ["QueryModel", "FirestoreModel", "Diagnostics", "StructuredText"],
    "QueryPlanner": ["IndexCatalog", "QueryModel", "FirestoreModel", "Diagnostics"],
    "QueryScanner": ["QueryModel", "FirestoreModel", "Diagnostics"],
    "CountedTree": [],
    "DocumentStore": ["CountedTree", "FirestoreModel", "IndexCatalog"],
    "Metering": ["QueryModel", "FirestoreModel", "Diagnostics", "StructuredText"],
    "QueryExecution": [
      "QueryPlanner", "DocumentStore", "Metering", "IndexCatalog", "QueryModel", "FirestoreModel",
    ],
    "RulesLanguage": ["Diagnostics"],
    "RulesEvaluator": ["RulesLanguage", "FirestoreModel", "Diagnostics", "CRE2", "Digests"],
    "RulesChecker": ["RulesEvaluator", "RulesLanguage", "QueryModel", "FirestoreModel", "Diagnostics"],
    "RulesEnforcement": [
      "RulesChecker", "RulesEvaluator", "RulesLanguage", "DocumentStore", "QueryModel", "FirestoreModel", "Diagnostics",
    ],
    "FirestoreService": [
      "RulesEnforcement", "RulesEvaluator", "RulesLanguage", "QueryExecution", "QueryPlanner", "Metering",
      "DocumentStore", "IndexCatalog", "QueryModel", "FirestoreModel", "Diagnostics", "Digests",
    ],
    "RealtimeDatabase": ["CountedTree", "FirestoreModel", "Diagnostics", "StructuredText", "Digests"],
    "RealtimeRules": ["RealtimeDatabase", "FirestoreModel", "Diagnostics", "StructuredText", "CRE2"],
    "RealtimeChecker": [
      "RealtimeRules", "RealtimeDatabase", "QueryModel", "FirestoreModel", "Diagnostics", "StructuredText",
    ],
    "RealtimeService": ["RealtimeRules", "RealtimeDatabase", "Metering", "FirestoreModel"],
    "SQLiteJournal": ["RealtimeDatabase", "DocumentStore", "FirestoreModel", "GRDB"],
    "Emulation": [
      "Workbench", "RealtimeService", "RealtimeRules", "RealtimeDatabase", "FirestoreService", "RulesEnforcement",
      "RulesEvaluator", "RulesLanguage", "QueryExecution",
      "QueryPlanner", "Metering", "DocumentStore", "IndexCatalog", "QueryModel", "StructuredText", "FirestoreModel",
      "Diagnostics",
    ],
    "FirestoreWire": ["SwiftProtobuf"],
    "EmulatorServer": [
      "Emulation", "RealtimeService", "RealtimeDatabase", "FirestoreService", "FirestoreWire", "Workbench",
      "RulesEnforcement", "RulesEvaluator", "RulesLanguage", "QueryExecution", "QueryPlanner", "Metering",
      "DocumentStore", "IndexCatalog", "QueryModel",
      "StructuredText", "FirestoreModel", "Diagnostics", "SwiftProtobuf", "GRPCCore", "GRPCNIOTransportHTTP2Posix",
      "HTTPTypes", "HummingbirdCore", "Logging", "NIOCore", "NIOHTTP1", "NIOPosix",
    ],
    "firebreak-emulator": [
      "EmulatorServer", "SQLiteJournal", "Emulation", "RealtimeService", "FirestoreService", "Terminal", "Workbench",
      "DocumentStore",
      "QueryModel", "StructuredText", "FirestoreModel", "Diagnostics", "ArgumentParser",
    ],
    "Workbench": [
      "CodePages", "PageLayout",
      "QueryScanner", "RealtimeChecker", "RealtimeRules", "RealtimeDatabase",
      "RulesEnforcement", "RulesChecker",
      "RulesEvaluator", "RulesLanguage", "QueryExecution", "Metering", "DocumentStore", "QueryPlanner", "IndexCatalog",
      "QueryModel", "StructuredText",
      "Diagnostics", "FirestoreModel", "HeapModule",
    ],
    "CostAnalysis": [
      "Workbench", "Metering", "IndexCatalog", "QueryModel", "StructuredText", "Diagnostics", "FirestoreModel",
    ],
    "ReportPages": [
      "CostAnalysis", "Workbench", "Metering", "StructuredText", "Diagnostics", "FirestoreModel", "Mustache",
    ],
    "Terminal": [
      "Workbench", "RealtimeDatabase", "QueryExecution", "QueryPlanner", "Metering", "IndexCatalog", "StructuredText",
      "Diagnostics",
      "FirestoreModel", "ArgumentParser",
    ],
    "firebreak": [
      "CodePages", "PageLayout",
      "ReportPages", "CostAnalysis", "Terminal", "Workbench", "RealtimeChecker",
      "RealtimeRules", "RealtimeDatabase",
      "RulesEnforcement", "RulesChecker", "RulesEvaluator", "RulesLanguage", "QueryExecution", "Metering",
      "DocumentStore", "QueryPlanner", "IndexCatalog", "QueryModel",
      "StructuredText", "Diagnostics", "FirestoreModel", "ArgumentParser",
    ],
  ]

  /// Modules of the toolchain, and who may use them. Start-up time and static linking depend on it.
  static let allowedSystemModules: [String: Set<String>] = [
    // Sources are read on all processors; Swift's own concurrency rests on the same library.
    "QueryScanner": ["Dispatch"],
    "generate-codes": ["Foundation"],
    "Metering": ["FoundationEssentials"],
    "RulesEvaluator": ["Glibc", "Musl", "Darwin"],
    "Workbench": ["FoundationEssentials", "Glibc", "Musl", "Darwin"],
    "CostAnalysis": ["FoundationEssentials"],
    "ReportPages": ["FoundationEssentials"],
    "Terminal": ["FoundationEssentials", "Glibc", "Musl", "Darwin"],
    "firebreak": ["FoundationEssentials", "Foundation", "Glibc", "Musl", "Darwin"],
    "FirestoreWire": ["FoundationEssentials", "Foundation"],
    "SQLiteJournal": ["FoundationEssentials", "Foundation"],
    "Emulation": ["FoundationEssentials", "Glibc", "Musl", "Darwin"],
    "EmulatorServer": ["FoundationEssentials", "Foundation", "Glibc", "Musl", "Darwin"],
    "firebreak-emulator": ["FoundationEssentials", "Foundation", "Dispatch", "Glibc", "Musl", "Darwin"],
  ]
  static let everywhere: Set<String> = ["Swift", "Synchronization"]

  static let targets = allowedImports.keys.sorted()
  static let executables: Set<String> = ["firebreak", "firebreak-emulator", "generate-codes"]

  @Test("sources import downwards only", arguments: targets)
  func imports(target: String) {
    let allowed = Self.allowedImports[target, default: []]
      .union(Self.allowedSystemModules[target, default: []]).union(Self.everywhere)
    let refused = Repository.swiftSources.filter { $0.target == target }.flatMap { file in
      file.imports.filter { !allowed.contains($0.module) }.map { "\(file.path):\($0.line) imports \($0.module)" }
    }
    #expect(refused == [])
  }

  @Test("the package description has no other edges")
  func packageDescription() throws {
    for target in try PackageDescription.targets(of: Repository.text("Package.swift")) where !target.isTest {
      guard let allowed = Self.allowedImports[target.name] else {
        #expect(
          ["FirebreakTestSupport", "FirebreakBenchmarks", "CRE2"].contains(target.name),
          "\(target.name) is in no import table")
        continue
      }
      #expect(Set(target.dependencies) == allowed, "\(target.name)")
    }
  }

  @Test("every folder of Sources is a target of the table")
  func folders() throws {
    let folders = Set(Repository.swiftSources.map(\.target))
    #expect(folders.subtracting(Self.targets) == [])
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

/// The targets of `Package.swift` as far as it writes them literally: name and names of the dependencies.
enum PackageDescription {
  struct Target {
    var name: String
    var isTest: Bool
    var dependencies: [String]
  }

  /// What the manifest calls `networking`.
  private static let networking = [
    "GRPCCore", "GRPCNIOTransportHTTP2Posix", "HTTPTypes", "HummingbirdCore", "Logging", "NIOCore", "NIOHTTP1",
    "NIOPosix",
  ]

  static func targets(of manifest: String) throws -> [Target] {
    let openings = [".executableTarget(", ".target(", ".testTarget(", "library(", "optimizedLibrary(", "tests("]
    var found: [Target] = []
    for opening in openings {
      var rest = Substring(manifest)
      while let range = rest.range(of: opening) {
        let before = rest[..<range.lowerBound]
        rest = rest[range.upperBound...]
        if before.hasSuffix("func ") { continue }
        let body = argument(of: rest)
        guard let name = quoted(body).first, !body.hasPrefix("name: name") else { continue }
        found.append(
          Target(
            name: name, isTest: opening == "tests(" || opening == ".testTarget(",
            dependencies: dependencies(in: body, opening: opening)))
      }
    }
    return found
  }

  /// The text up to the parenthesis that closes the call.
  private static func argument(of text: Substring) -> Substring {
    var depth = 1
    for index in text.indices {
      if text[index] == "(" { depth += 1 }
      if text[index] == ")" { depth -= 1 }
      if depth == 0 { return text[..<index] }
    }
    return text
  }

  /// The first bracketed list: the dependencies, in every form that the manifest uses.
  private static func dependencies(in body: Substring, opening: String) -> [String] {
    guard let open = body.firstIndex(of: "[") else { return [] }
    let list = body[open...].prefix { $0 != "]" }
    let products = [
      "argumentParser": ["ArgumentParser"], "grdb": ["GRDB"], "heap": ["HeapModule"], "mustache": ["Mustache"],
      "protobuf": ["SwiftProtobuf"],
    ]
    let named = products.keys.sorted().filter { list.contains($0) }.flatMap { products[$0, default: []] }
    return quoted(list) + named + (body.contains("+ networking") ? networking : [])
  }

  private static func quoted(_ text: Substring) -> [String] {
    text.split(separator: "\"", omittingEmptySubsequences: false).enumerated()
      .filter { !$0.offset.isMultiple(of: 2) }.map { String($0.element) }
  }
}
