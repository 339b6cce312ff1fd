// swift-tools-version: 6.2
import PackageDescription

// One settings array for every hand-written target: Swift 6 mode, strict imports, warnings are errors.
let strict: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
  .enableUpcomingFeature("InferIsolatedConformances"),
  .strictMemorySafety(),
  .treatAllWarnings(as: .error),
]

// What months of simulated traffic, rules and indexes go through a million times is optimised in every build. The rest of
// an unoptimised build takes a third of the time to make, and nobody waits for what it does: optimising the scanner and
// the checkers of rules would take longer than all tests of them gain.
let optimized = strict + [.unsafeFlags(["-O"], .when(configuration: .debug))]

func optimizedLibrary(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
  .target(name: name, dependencies: dependencies, swiftSettings: optimized)
}

func library(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
  .target(name: name, dependencies: dependencies, swiftSettings: strict)
}

func tests(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
  .testTarget(name: name, dependencies: dependencies + ["FirebreakTestSupport"], swiftSettings: strict)
}

let argumentParser = Target.Dependency.product(name: "ArgumentParser", package: "swift-argument-parser")
let heap = Target.Dependency.product(name: "HeapModule", package: "swift-collections")
let mustache = Target.Dependency.product(name: "Mustache", package: "swift-mustache")

// Whoever only wants the first report waits for three packages instead of thirty: `make run` asks for the checker alone.
let isCheckerOnly = Context.environment["FIREBREAK_CHECKER_ONLY"] != nil

var dependencies: [Package.Dependency] = [
  .package(url: "https://github.com/apple/swift-argument-parser", exact: "1.8.2"),
  .package(url: "https://github.com/apple/swift-collections", exact: "1.6.0"),
  .package(url: "https://github.com/hummingbird-project/swift-mustache", exact: "2.1.1"),
]

// Packages that only those of the emulator use: the same version for everybody, so that a build can be repeated.
let indirectPackages: [(name: String, owner: String, version: Version, product: String)] = [
  ("async-http-client", "swift-server", "1.37.0", "AsyncHTTPClient"),
  ("swift-algorithms", "apple", "1.2.1", "Algorithms"),
  ("swift-asn1", "apple", "1.7.4", "SwiftASN1"),
  ("swift-async-algorithms", "apple", "1.1.4", "AsyncAlgorithms"),
  ("swift-atomics", "apple", "1.3.0", "Atomics"),
  ("swift-certificates", "apple", "1.21.1", "X509"),
  ("swift-configuration", "apple", "1.4.0", "Configuration"),
  ("swift-crypto", "apple", "4.5.2", "Crypto"),
  ("swift-distributed-tracing", "apple", "1.7.3", "Tracing"),
  ("swift-http-structured-headers", "apple", "1.7.0", "RawStructuredFieldValues"),
  ("swift-metrics", "apple", "2.13.0", "Metrics"),
  ("swift-nio-extras", "apple", "1.35.2", "NIOExtras"),
  ("swift-nio-ssl", "apple", "2.37.6", "NIOSSL"),
  ("swift-nio-transport-services", "apple", "1.28.0", "NIOTransportServices"),
  ("swift-numerics", "apple", "1.1.1", "Numerics"),
  ("swift-service-context", "apple", "1.5.1", "ServiceContextModule"),
  ("swift-service-lifecycle", "swift-server", "2.13.0", "ServiceLifecycle"),
  ("swift-system", "apple", "1.8.1", "SystemPackage"),
]

if !isCheckerOnly {
  // The network emulator's.
  dependencies += [
    .package(url: "https://github.com/apple/swift-http-types", exact: "1.8.0"),
    .package(url: "https://github.com/apple/swift-log", exact: "1.16.2"),
    .package(url: "https://github.com/apple/swift-nio", exact: "2.101.2"),
    .package(url: "https://github.com/apple/swift-nio-http2.git", exact: "1.46.0"),
    .package(url: "https://github.com/apple/swift-protobuf", exact: "1.39.0"),
    .package(url: "https://github.com/groue/GRDB.swift", exact: "7.10.0"),
    .package(url: "https://github.com/hummingbird-project/hummingbird", exact: "2.28.1"),
  ]
  dependencies += indirectPackages.map { indirect in
    .package(url: "https://github.com/\(indirect.owner)/\(indirect.name).git", exact: indirect.version)
  }
}

// A package counts as used where a target names it; on no system that Firebreak is built for is one of these linked.
let indirect = indirectPackages.map { indirect in
  Target.Dependency.product(
    name: indirect.product, package: indirect.name, condition: .when(platforms: [.wasi]))
}

let grdb = Target.Dependency.product(name: "GRDB", package: "GRDB.swift")
let protobuf = Target.Dependency.product(name: "SwiftProtobuf", package: "swift-protobuf")
let framing: [Target.Dependency] = [
  .product(name: "NIOCore", package: "swift-nio"), .product(name: "NIOHPACK", package: "swift-nio-http2"),
]
let networking: [Target.Dependency] = [
  .product(name: "HTTPTypes", package: "swift-http-types"),
  .product(name: "HummingbirdCore", package: "hummingbird"),
  .product(name: "Logging", package: "swift-log"),
  .product(name: "NIOCore", package: "swift-nio"),
  .product(name: "NIOHPACK", package: "swift-nio-http2"),
  .product(name: "NIOHTTP1", package: "swift-nio"),
  .product(name: "NIOHTTP2", package: "swift-nio-http2"),
  .product(name: "NIOPosix", package: "swift-nio"),
  .product(name: "NIOWebSocket", package: "swift-nio"),
]

// From the bottom up: a library may only depend on what stands above it, and lists no more than its files import. A test
// holds both.
var targets: [Target] = [
  .systemLibrary(
    name: "CLibYAML", pkgConfig: "yaml-0.1", providers: [.apt(["libyaml-dev"]), .brew(["libyaml"])]),
  .systemLibrary(name: "CNettle", pkgConfig: "nettle", providers: [.apt(["nettle-dev"]), .brew(["nettle"])]),
  .systemLibrary(name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"]), .brew(["zlib"])]),
  // RE2 is a C++ library; this is the C view of the few functions that rules need.
  .target(name: "CRE2", linkerSettings: [.linkedLibrary("re2")]),

  library("Digests", ["CNettle"]),
  optimizedLibrary("FirestoreModel"),
  library("Diagnostics"),
  library("PageLayout"),
  library("CodePages", ["PageLayout", "Diagnostics"]),
  .executableTarget(name: "generate-codes", dependencies: ["PageLayout"], swiftSettings: strict),
  library("StructuredText", ["Diagnostics", "CLibYAML"]),
  optimizedLibrary("QueryModel", ["StructuredText", "Diagnostics", "FirestoreModel"]),
  library("IndexCatalog", ["StructuredText", "Diagnostics", "FirestoreModel"]),
  optimizedLibrary("QueryPlanner", ["IndexCatalog", "QueryModel", "Diagnostics", "FirestoreModel"]),
  library("SourceTokens", ["Diagnostics"]),
  library("SourceSyntax", ["SourceTokens", "Diagnostics"]),
  library("SourceSemantics", ["SourceSyntax", "SourceTokens", "StructuredText", "Diagnostics"]),
  library("SourceEvaluation", ["SourceSemantics", "SourceSyntax", "SourceTokens", "Diagnostics"]),
  library("SourceLanguages", ["SourceEvaluation", "SourceSemantics", "SourceSyntax", "SourceTokens"]),
  library(
    "QueryScanner",
    [
      "SourceLanguages", "SourceEvaluation", "SourceSemantics", "SourceSyntax", "SourceTokens", "QueryModel",
      "Diagnostics", "FirestoreModel",
    ]),
  optimizedLibrary("CountedTree"),
  optimizedLibrary("DocumentMessages", ["FirestoreModel"]),
  optimizedLibrary("DocumentStore", ["DocumentMessages", "CountedTree", "IndexCatalog", "FirestoreModel"]),
  optimizedLibrary("Metering", ["QueryModel", "StructuredText", "Diagnostics", "FirestoreModel"]),
  optimizedLibrary(
    "QueryExecution", ["Metering", "DocumentStore", "QueryPlanner", "IndexCatalog", "QueryModel", "FirestoreModel"]),
  library("FirestoreRulesLanguage", ["Diagnostics"]),
  optimizedLibrary(
    "FirestoreRulesEvaluator", ["FirestoreRulesLanguage", "Diagnostics", "FirestoreModel", "Digests", "CRE2"]),
  library(
    "FirestoreRulesProver",
    ["FirestoreRulesEvaluator", "FirestoreRulesLanguage", "QueryModel", "Diagnostics", "FirestoreModel"]),
  library(
    "FirestoreRulesChecker",
    ["FirestoreRulesEvaluator", "FirestoreRulesLanguage", "QueryModel", "Diagnostics", "FirestoreModel"]),
  optimizedLibrary(
    "FirestoreRulesEnforcement",
    [
      "FirestoreRulesProver", "FirestoreRulesEvaluator", "FirestoreRulesLanguage", "DocumentStore", "QueryModel",
      "Diagnostics", "FirestoreModel",
    ]),
  optimizedLibrary(
    "FirestoreService",
    [
      "FirestoreRulesEnforcement", "QueryExecution", "Metering", "DocumentStore", "QueryPlanner", "IndexCatalog",
      "QueryModel", "Diagnostics", "FirestoreModel", "Digests",
    ]),
  optimizedLibrary("RealtimeDatabase", ["CountedTree", "StructuredText", "Diagnostics", "FirestoreModel", "Digests"]),
  library("RealtimeRules", ["RealtimeDatabase", "StructuredText", "Diagnostics", "FirestoreModel", "CRE2"]),
  library(
    "RealtimeRulesChecker",
    ["RealtimeRules", "RealtimeDatabase", "QueryModel", "StructuredText", "Diagnostics", "FirestoreModel"]),
  library("RealtimeService", ["RealtimeRules", "RealtimeDatabase", "Metering", "FirestoreModel"]),
  library(
    "RealtimeWire", ["RealtimeService", "RealtimeDatabase", "StructuredText", "Diagnostics", "FirestoreModel"]),
  optimizedLibrary(
    "Workloads", ["RealtimeDatabase", "Metering", "QueryModel", "StructuredText", "Diagnostics", "FirestoreModel"]),
  library(
    "Project",
    [
      "FirestoreRulesEnforcement", "FirestoreRulesEvaluator", "FirestoreRulesLanguage", "Metering", "IndexCatalog",
      "QueryModel", "StructuredText", "Diagnostics", "FirestoreModel",
    ]),
  library(
    "QueryShapes",
    ["Project", "QueryPlanner", "IndexCatalog", "QueryModel", "StructuredText", "Diagnostics", "FirestoreModel"]),
  library(
    "RulesTesting",
    [
      "Project", "RealtimeRules", "RealtimeDatabase", "FirestoreRulesEnforcement", "FirestoreRulesProver",
      "FirestoreRulesEvaluator", "FirestoreRulesLanguage", "DocumentStore", "QueryModel", "StructuredText",
      "Diagnostics", "FirestoreModel",
    ]),
  optimizedLibrary(
    "Simulation",
    [
      "QueryShapes", "Project", "Workloads", "RealtimeRules", "RealtimeDatabase", "FirestoreRulesEnforcement",
      "FirestoreRulesEvaluator", "FirestoreRulesLanguage", "QueryExecution", "Metering", "DocumentStore",
      "QueryPlanner", "IndexCatalog", "QueryModel", "StructuredText", "Diagnostics", "FirestoreModel", heap,
    ]),
  library(
    "WorkloadDrafts",
    ["Simulation", "Project", "Workloads", "QueryModel", "Diagnostics", "FirestoreModel"]),
  library(
    "ProjectCheck",
    [
      "WorkloadDrafts", "Simulation", "RulesTesting", "QueryShapes", "Project", "Workloads", "RealtimeRulesChecker",
      "RealtimeRules",
      "RealtimeDatabase", "FirestoreRulesEnforcement", "FirestoreRulesChecker", "FirestoreRulesProver",
      "FirestoreRulesEvaluator",
      "FirestoreRulesLanguage", "QueryExecution", "Metering", "DocumentStore", "QueryScanner", "SourceSyntax",
      "SourceTokens",
      "QueryPlanner",
      "IndexCatalog", "QueryModel", "StructuredText", "Diagnostics", "FirestoreModel",
    ]),
  library(
    "RunReports",
    [
      "Simulation", "RulesTesting", "QueryShapes", "Project", "Workloads", "RealtimeRules",
      "FirestoreRulesEnforcement", "QueryExecution", "Metering", "QueryPlanner", "IndexCatalog", "StructuredText",
      "Diagnostics", "FirestoreModel",
    ]),
  library(
    "CostAnalysis",
    [
      "RunReports", "Simulation", "Project", "Workloads", "Metering", "QueryModel", "StructuredText", "Diagnostics",
      "FirestoreModel",
    ]),
  library(
    "ReportPages",
    [
      "RunReports", "Simulation", "Project", "Workloads", "Metering", "CodePages", "PageLayout", "Diagnostics",
      "FirestoreModel", mustache,
    ]),
  library("JSONRPC", ["StructuredText", "Diagnostics"]),
  library(
    "ModelContextProtocol",
    [
      "JSONRPC", "RunReports", "Project", "StructuredText", "CodePages", "PageLayout", "Diagnostics",
    ]),
  library(
    "LanguageServer",
    [
      "JSONRPC", "ProjectCheck", "QueryShapes", "Project", "Workloads", "FirestoreRulesEvaluator",
      "FirestoreRulesLanguage", "Metering", "QueryScanner", "SourceTokens", "QueryPlanner", "IndexCatalog",
      "QueryModel", "StructuredText", "CodePages",
      "PageLayout", "Diagnostics", "FirestoreModel",
    ]),
  library(
    "Terminal",
    [
      "Project", "RealtimeDatabase", "QueryExecution", "Metering", "QueryPlanner", "IndexCatalog", "StructuredText",
      "CodePages", "PageLayout", "Diagnostics", "FirestoreModel", argumentParser,
    ]),
  .executableTarget(
    name: "firebreak",
    dependencies: [
      "Terminal", "LanguageServer", "ModelContextProtocol", "JSONRPC", "ReportPages", "CostAnalysis", "RunReports",
      "ProjectCheck", "WorkloadDrafts",
      "Simulation", "RulesTesting",
      "QueryShapes", "Project", "Workloads", "RealtimeRulesChecker", "RealtimeRules", "RealtimeDatabase",
      "FirestoreRulesEnforcement", "FirestoreRulesChecker", "FirestoreRulesProver", "FirestoreRulesEvaluator",
      "FirestoreRulesLanguage", "QueryExecution", "Metering", "DocumentStore", "QueryScanner", "QueryPlanner",
      "IndexCatalog", "QueryModel",
      "StructuredText", "CodePages", "PageLayout", "Diagnostics", "FirestoreModel", argumentParser,
    ], swiftSettings: strict),
]

let emulatorAndTests: [Target] = [
  // The page that the emulator serves: its files, and they as Swift.
  .target(name: "EmulatorPage", exclude: ["Assets"], swiftSettings: strict),
  library("SQLiteJournal", ["RealtimeDatabase", "DocumentStore", "DocumentMessages", "FirestoreModel", grdb]),
  optimizedLibrary("DatastoreExport", ["QueryModel", "FirestoreModel"]),
  library(
    "Emulation",
    [
      "DatastoreExport", "WorkloadDrafts", "RulesTesting", "QueryShapes", "Project", "Workloads", "RealtimeService",
      "RealtimeRules", "RealtimeDatabase",
      "FirestoreService", "FirestoreRulesEnforcement", "FirestoreRulesProver", "FirestoreRulesEvaluator",
      "FirestoreRulesLanguage", "QueryExecution", "Metering", "DocumentStore", "QueryPlanner", "IndexCatalog",
      "QueryModel", "StructuredText", "Diagnostics", "FirestoreModel", "Digests",
    ]),
  optimizedLibrary("WebChannel"),
  optimizedLibrary("GRPCFraming", ["FirestoreModel", "CZlib"] + framing),
  // Generated code: its own settings.
  .target(name: "FirestoreWire", dependencies: [protobuf], exclude: ["Protos"]),
  library(
    "EmulatorServer",
    [
      "EmulatorPage", "FirestoreWire", "GRPCFraming", "WebChannel", "Emulation", "QueryShapes", "RealtimeWire",
      "RealtimeService",
      "RealtimeDatabase",
      "FirestoreService", "FirestoreRulesEnforcement", "FirestoreRulesEvaluator", "QueryExecution", "Metering",
      "DocumentStore", "DocumentMessages", "QueryPlanner", "IndexCatalog", "QueryModel", "StructuredText",
      "Diagnostics",
      "FirestoreModel", "Digests",
      protobuf,
    ] + networking),
  .executableTarget(
    name: "firebreak-emulator",
    dependencies: [
      "EmulatorServer", "Emulation", "SQLiteJournal", "Terminal", "ProjectCheck", "QueryShapes", "Project",
      "Workloads", "RealtimeService",
      "FirestoreService", "QueryPlanner", "StructuredText", "Diagnostics", "FirestoreModel", argumentParser,
    ] + indirect, swiftSettings: strict),

  .target(
    name: "FirebreakTestSupport", dependencies: ["QueryModel", "StructuredText", "Diagnostics", "FirestoreModel"],
    path: "Tests/FirebreakTestSupport", swiftSettings: strict),
  .target(
    name: "ScanComparison", dependencies: ["QueryScanner", "QueryModel", "Diagnostics", "FirestoreModel"],
    path: "Tests/ScanComparison", swiftSettings: strict),
  .target(
    name: "WorkloadRunSupport",
    dependencies: [
      "RunReports", "ProjectCheck", "Simulation", "Project", "Workloads", "FirestoreRulesEnforcement",
      "FirestoreRulesEvaluator", "Metering", "IndexCatalog", "StructuredText", "Diagnostics", "FirestoreModel",
    ], path: "Tests/WorkloadRunSupport", swiftSettings: strict),
  tests("CodePagesTests", ["CodePages", "PageLayout", "Diagnostics"]),
  tests(
    "ConformanceTests",
    [
      "RunReports", "ProjectCheck", "Simulation", "RulesTesting", "QueryShapes", "Project", "Workloads",
      "FirestoreRulesChecker", "FirestoreRulesEvaluator", "FirestoreRulesLanguage", "QueryExecution", "Metering",
      "DocumentStore", "QueryPlanner", "IndexCatalog", "QueryModel", "StructuredText", "Diagnostics", "FirestoreModel",
    ]),
  tests(
    "CostAnalysisTests",
    ["CostAnalysis", "Simulation", "Project", "Workloads", "Metering", "StructuredText", "Diagnostics"]),
  tests("CountedTreeTests", ["CountedTree"]),
  tests("DatastoreExportTests", ["DatastoreExport", "FirestoreModel"]),
  tests("DiagnosticsTests", ["Diagnostics"]),
  tests("DocumentStoreTests", ["DocumentStore", "DocumentMessages", "IndexCatalog", "FirestoreModel"]),
  tests(
    "EmulationTests",
    [
      "Emulation", "DatastoreExport", "RulesTesting", "QueryShapes", "Project", "Workloads", "RealtimeService",
      "RealtimeDatabase", "FirestoreService",
      "FirestoreRulesEnforcement", "FirestoreRulesEvaluator", "QueryExecution", "Metering", "DocumentStore",
      "DocumentMessages",
      "QueryModel", "StructuredText", "Diagnostics", "FirestoreModel",
    ]),
  tests(
    "EmulatorServerTests",
    [
      "EmulatorServer", "FirestoreWire", "GRPCFraming", "WebChannel", "Emulation", "Project", "RealtimeWire",
      "RealtimeService",
      "RealtimeDatabase", "FirestoreService",
      "FirestoreRulesEnforcement", "FirestoreRulesEvaluator", "QueryExecution", "DocumentStore", "DocumentMessages",
      "QueryPlanner", "IndexCatalog", "QueryModel", "StructuredText", "Diagnostics", "FirestoreModel", protobuf,
    ] + networking),
  tests("FirestoreModelTests", ["FirestoreModel"]),
  tests(
    "FirestoreRulesCheckerTests",
    [
      "FirestoreRulesChecker", "FirestoreRulesEvaluator", "FirestoreRulesLanguage", "QueryModel", "StructuredText",
      "CodePages", "PageLayout", "Diagnostics", "FirestoreModel",
    ]),
  tests(
    "FirestoreRulesProverTests",
    [
      "FirestoreRulesChecker", "FirestoreRulesProver", "FirestoreRulesEvaluator", "FirestoreRulesLanguage",
      "QueryModel", "StructuredText", "Diagnostics", "FirestoreModel",
    ]),
  tests(
    "FirestoreRulesEnforcementTests",
    [
      "FirestoreRulesEnforcement", "FirestoreRulesProver", "FirestoreRulesEvaluator", "FirestoreRulesLanguage",
      "DocumentStore", "QueryModel", "Diagnostics", "FirestoreModel",
    ]),
  tests(
    "FirestoreRulesEvaluatorTests",
    ["FirestoreRulesEvaluator", "FirestoreRulesLanguage", "Diagnostics", "FirestoreModel"]),
  tests("FirestoreRulesLanguageTests", ["FirestoreRulesLanguage", "Diagnostics"]),
  tests(
    "FirestoreServiceTests",
    [
      "FirestoreService", "FirestoreRulesEnforcement", "FirestoreRulesEvaluator", "FirestoreRulesLanguage",
      "QueryExecution", "Metering", "SQLiteJournal", "DocumentStore", "QueryPlanner", "IndexCatalog", "QueryModel",
      "Diagnostics", "FirestoreModel",
    ]),
  tests("GRPCFramingTests", ["GRPCFraming", "FirestoreModel"] + framing),
  tests("IndexCatalogTests", ["IndexCatalog", "QueryModel", "StructuredText", "Diagnostics", "FirestoreModel"]),
  tests("JSONRPCTests", ["JSONRPC", "StructuredText"]),
  tests("LanguageServerTests", ["LanguageServer", "JSONRPC", "StructuredText", "Diagnostics"]),
  tests(
    "MeteringTests", ["Metering", "IndexCatalog", "QueryModel", "StructuredText", "Diagnostics", "FirestoreModel"]),
  tests(
    "ProjectCheckTests",
    [
      "Terminal", "ProjectCheck", "Simulation", "QueryShapes", "Project", "QueryScanner", "SourceTokens",
      "IndexCatalog", "QueryModel",
      "StructuredText", "Diagnostics", "FirestoreModel",
    ]),
  tests("ModelContextProtocolTests", ["ModelContextProtocol", "JSONRPC", "StructuredText"]),
  tests("ProjectTests", ["Project", "Metering", "IndexCatalog", "Diagnostics", "FirestoreModel"]),
  tests(
    "QueryExecutionTests",
    ["QueryExecution", "Metering", "DocumentStore", "QueryPlanner", "IndexCatalog", "QueryModel", "FirestoreModel"]),
  tests("QueryModelTests", ["QueryModel", "StructuredText", "Diagnostics", "FirestoreModel"]),
  tests(
    "QueryPlannerTests",
    ["QueryPlanner", "IndexCatalog", "QueryModel", "StructuredText", "Diagnostics", "FirestoreModel"]),
  tests("QueryScannerTests", ["ScanComparison", "QueryScanner", "SourceEvaluation", "SourceTokens", "Diagnostics"]),
  tests("RealtimeDatabaseTests", ["RealtimeDatabase", "StructuredText", "Diagnostics", "FirestoreModel"]),
  tests(
    "RealtimeRulesCheckerTests",
    [
      "RealtimeRulesChecker", "RealtimeRules", "RealtimeDatabase", "QueryModel", "StructuredText", "CodePages",
      "PageLayout", "Diagnostics", "FirestoreModel",
    ]),
  tests(
    "RealtimeRulesTests", ["RealtimeRules", "RealtimeDatabase", "StructuredText", "Diagnostics", "FirestoreModel"]),
  tests(
    "RealtimeServiceTests",
    [
      "RealtimeService", "RealtimeRules", "RealtimeDatabase", "Metering", "StructuredText", "Diagnostics",
      "FirestoreModel",
    ]),
  tests(
    "RealtimeWireTests",
    [
      "RealtimeWire", "RealtimeService", "RealtimeRules", "RealtimeDatabase", "StructuredText", "Diagnostics",
      "FirestoreModel",
    ]),
  tests(
    "ReportPagesTests",
    [
      "ReportPages", "RunReports", "ProjectCheck", "Simulation", "Project", "Workloads", "Metering", "StructuredText",
      "Diagnostics", "FirestoreModel", "WorkloadRunSupport",
    ]),
  tests(
    "RulesTestingTests",
    [
      "RunReports", "RulesTesting", "Project", "FirestoreRulesEvaluator", "FirestoreRulesLanguage", "DocumentStore",
      "StructuredText", "Diagnostics", "FirestoreModel",
    ]),
  tests(
    "RunReportsTests",
    [
      "RunReports", "Simulation", "Workloads", "Metering", "StructuredText", "Diagnostics", "FirestoreModel",
      "WorkloadRunSupport",
    ]),
  tests(
    "SQLiteJournalTests",
    [
      "SQLiteJournal", "RealtimeDatabase", "DocumentStore", "DocumentMessages", "StructuredText", "Diagnostics",
      "FirestoreModel", grdb,
    ]),
  tests(
    "SimulationTests",
    [
      "RunReports", "Simulation", "Project", "Workloads", "RealtimeRules", "RealtimeDatabase", "Metering",
      "DocumentStore", "IndexCatalog", "StructuredText", "Diagnostics", "FirestoreModel", "WorkloadRunSupport",
    ]),
  tests(
    "SourceEvaluationTests",
    ["SourceLanguages", "SourceEvaluation", "SourceSemantics", "SourceSyntax", "SourceTokens", "Diagnostics"]),
  tests("SourceSemanticsTests", ["SourceSemantics", "SourceSyntax", "SourceTokens", "Diagnostics"]),
  tests("SourceSyntaxTests", ["SourceSyntax", "SourceTokens", "Diagnostics"]),
  tests("StructuredTextTests", ["StructuredText", "Diagnostics"]),
  tests("TerminalTests", ["Terminal", "Diagnostics", "FirestoreModel", argumentParser]),
  tests("WebChannelTests", ["WebChannel"]),
  tests("WorkloadsTests", ["Workloads", "Metering", "QueryModel", "StructuredText", "Diagnostics", "FirestoreModel"]),
]

if !isCheckerOnly { targets += emulatorAndTests }

// The benchmarks bring a measuring library and SQLite as the peer; only `make bench` asks for them, so that building,
// running and testing Firebreak never waits for either.
if Context.environment["FIREBREAK_BENCHMARKS"] != nil {
  dependencies.append(.package(url: "https://github.com/ordo-one/benchmark", exact: "1.38.1", traits: []))
  targets += [
    .systemLibrary(
      name: "CSQLite", path: "Benchmarks/CSQLite", pkgConfig: "sqlite3",
      providers: [.apt(["libsqlite3-dev"]), .brew(["sqlite3"])]),
    .executableTarget(
      name: "FirebreakBenchmarks",
      dependencies: [
        "CostAnalysis", "Simulation", "Project", "Workloads", "FirestoreRulesChecker", "FirestoreRulesEvaluator",
        "FirestoreRulesLanguage", "QueryExecution", "Metering", "DocumentStore", "QueryScanner", "SourceSyntax",
        "SourceTokens", "QueryPlanner", "IndexCatalog", "QueryModel", "Diagnostics", "FirestoreModel", "CSQLite",
      ] + [.product(name: "Benchmark", package: "benchmark")],
      path: "Benchmarks/FirebreakBenchmarks",
      plugins: [.plugin(name: "BenchmarkPlugin", package: "benchmark")]),
    .executableTarget(
      name: "scan-projects",
      dependencies: ["ScanComparison", "ProjectCheck", "QueryScanner", "Diagnostics", argumentParser],
      path: "Benchmarks/ScanProjects", swiftSettings: strict),
    .executableTarget(
      name: "scan-generated", dependencies: ["ScanComparison", "QueryScanner", "Diagnostics", argumentParser],
      path: "Benchmarks/ScanGenerated", swiftSettings: strict),
  ]
}

let package = Package(
  name: "firebreak",
  products: [.executable(name: "firebreak", targets: ["firebreak"])]
    + (isCheckerOnly ? [] : [.executable(name: "firebreak-emulator", targets: ["firebreak-emulator"])]),
  dependencies: dependencies,
  targets: targets,
  swiftLanguageModes: [.v6])
