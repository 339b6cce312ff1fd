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
// an unoptimised build takes a third of the time to make, and nobody waits for what it does.
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

var dependencies: [Package.Dependency] = [
  .package(url: "https://github.com/apple/swift-argument-parser", exact: "1.8.2"),
  .package(url: "https://github.com/apple/swift-collections", exact: "1.6.0"),
  .package(url: "https://github.com/hummingbird-project/swift-mustache", exact: "2.1.1"),
  // The network emulator's.
  .package(url: "https://github.com/apple/swift-http-types", exact: "1.8.0"),
  .package(url: "https://github.com/apple/swift-log", exact: "1.16.2"),
  .package(url: "https://github.com/apple/swift-nio", exact: "2.101.2"),
  .package(url: "https://github.com/apple/swift-protobuf", exact: "1.39.0"),
  .package(url: "https://github.com/groue/GRDB.swift", exact: "7.10.0"),
  .package(url: "https://github.com/grpc/grpc-swift-2", exact: "2.4.3"),
  .package(url: "https://github.com/grpc/grpc-swift-nio-transport", exact: "2.9.2"),
  .package(url: "https://github.com/hummingbird-project/hummingbird", exact: "2.28.1"),
]

let grdb = Target.Dependency.product(name: "GRDB", package: "GRDB.swift")
let protobuf = Target.Dependency.product(name: "SwiftProtobuf", package: "swift-protobuf")
let networking: [Target.Dependency] = [
  .product(name: "GRPCCore", package: "grpc-swift-2"),
  .product(name: "GRPCNIOTransportHTTP2Posix", package: "grpc-swift-nio-transport"),
  .product(name: "HTTPTypes", package: "swift-http-types"),
  .product(name: "HummingbirdCore", package: "hummingbird"),
  .product(name: "Logging", package: "swift-log"),
  .product(name: "NIOCore", package: "swift-nio"),
  .product(name: "NIOHTTP1", package: "swift-nio"),
  .product(name: "NIOPosix", package: "swift-nio"),
]

var targets: [Target] = [
  .systemLibrary(
    name: "CLibYAML", pkgConfig: "yaml-0.1", providers: [.apt(["libyaml-dev"]), .brew(["libyaml"])]),
  .systemLibrary(name: "CNettle", pkgConfig: "nettle", providers: [.apt(["nettle-dev"]), .brew(["nettle"])]),
  // RE2 is a C++ library; this is the C view of the few functions that rules need.
  .target(name: "CRE2", linkerSettings: [.linkedLibrary("re2")]),

  library("Digests", ["CNettle"]),
  optimizedLibrary("FirestoreModel"),
  optimizedLibrary("Diagnostics"),
  library("PageLayout"),
  library("CodePages", ["PageLayout", "Diagnostics"]),
  .executableTarget(name: "generate-codes", dependencies: ["PageLayout"], swiftSettings: strict),
  optimizedLibrary("StructuredText", ["Diagnostics", "CLibYAML"]),
  optimizedLibrary("QueryModel", ["FirestoreModel", "Diagnostics", "StructuredText"]),
  optimizedLibrary("IndexCatalog", ["QueryModel", "FirestoreModel", "Diagnostics", "StructuredText"]),
  optimizedLibrary("QueryPlanner", ["IndexCatalog", "QueryModel", "FirestoreModel", "Diagnostics"]),
  optimizedLibrary("QueryScanner", ["QueryModel", "FirestoreModel", "Diagnostics"]),
  optimizedLibrary("CountedTree"),
  optimizedLibrary("DocumentStore", ["CountedTree", "FirestoreModel", "IndexCatalog"]),
  optimizedLibrary("Metering", ["QueryModel", "FirestoreModel", "Diagnostics", "StructuredText"]),
  optimizedLibrary(
    "QueryExecution",
    ["QueryPlanner", "DocumentStore", "Metering", "IndexCatalog", "QueryModel", "FirestoreModel"]),
  optimizedLibrary("RulesLanguage", ["Diagnostics"]),
  optimizedLibrary("RulesEvaluator", ["RulesLanguage", "FirestoreModel", "Diagnostics", "CRE2", "Digests"]),
  optimizedLibrary("RulesChecker", ["RulesEvaluator", "RulesLanguage", "QueryModel", "FirestoreModel", "Diagnostics"]),
  optimizedLibrary(
    "RulesEnforcement",
    [
      "RulesChecker", "RulesEvaluator", "RulesLanguage", "DocumentStore", "QueryModel", "FirestoreModel",
      "Diagnostics",
    ]),
  optimizedLibrary(
    "FirestoreService",
    [
      "RulesEnforcement", "RulesEvaluator", "RulesLanguage", "QueryExecution", "QueryPlanner", "Metering",
      "DocumentStore", "IndexCatalog", "QueryModel", "FirestoreModel", "Diagnostics", "Digests",
    ]),
  optimizedLibrary("RealtimeDatabase", ["CountedTree", "FirestoreModel", "Diagnostics", "StructuredText", "Digests"]),
  optimizedLibrary("RealtimeRules", ["RealtimeDatabase", "FirestoreModel", "Diagnostics", "StructuredText", "CRE2"]),
  optimizedLibrary(
    "RealtimeChecker",
    ["RealtimeRules", "RealtimeDatabase", "QueryModel", "FirestoreModel", "Diagnostics", "StructuredText"]),
  library("RealtimeService", ["RealtimeRules", "RealtimeDatabase", "Metering", "FirestoreModel"]),
  .target(
    name: "Workbench",
    dependencies: [
      "CodePages", "PageLayout",
      "QueryScanner", "RealtimeChecker", "RealtimeRules", "RealtimeDatabase", "RulesEnforcement", "RulesChecker",
      "RulesEvaluator", "RulesLanguage", "QueryExecution", "Metering", "DocumentStore", "QueryPlanner", "IndexCatalog",
      "QueryModel",
      "StructuredText", "Diagnostics", "FirestoreModel", heap,
    ],
    swiftSettings: optimized),
  library(
    "CostAnalysis",
    [
      "Workbench", "Metering", "IndexCatalog", "QueryModel", "StructuredText", "Diagnostics", "FirestoreModel",
    ]),
  library(
    "ReportPages",
    ["CostAnalysis", "Workbench", "Metering", "StructuredText", "Diagnostics", "FirestoreModel", mustache]),
  library(
    "Terminal",
    [
      "Workbench", "RealtimeDatabase", "QueryExecution", "QueryPlanner", "Metering", "IndexCatalog", "StructuredText",
      "Diagnostics",
      "FirestoreModel", argumentParser,
    ]),
  .executableTarget(
    name: "firebreak",
    dependencies: [
      "CodePages", "PageLayout",
      "ReportPages", "CostAnalysis", "Terminal", "Workbench", "RealtimeChecker", "RealtimeRules", "RealtimeDatabase",
      "RulesEnforcement", "RulesChecker", "RulesEvaluator", "RulesLanguage", "QueryExecution", "Metering",
      "DocumentStore", "QueryPlanner", "IndexCatalog", "QueryModel",
      "StructuredText", "Diagnostics", "FirestoreModel", argumentParser,
    ],
    swiftSettings: strict),

  library("SQLiteJournal", ["RealtimeDatabase", "DocumentStore", "FirestoreModel", grdb]),
  library(
    "Emulation",
    [
      "Workbench", "RealtimeService", "RealtimeRules", "RealtimeDatabase", "FirestoreService", "RulesEnforcement",
      "RulesEvaluator", "RulesLanguage", "QueryExecution",
      "QueryPlanner", "Metering", "DocumentStore", "IndexCatalog", "QueryModel", "StructuredText", "FirestoreModel",
      "Diagnostics",
    ]),
  // Generated code: its own settings.
  .target(name: "FirestoreWire", dependencies: [protobuf], exclude: ["Protos"]),
  library(
    "EmulatorServer",
    [
      "Emulation", "RealtimeService", "RealtimeDatabase", "FirestoreService", "FirestoreWire", "Workbench",
      "RulesEnforcement", "RulesEvaluator", "RulesLanguage", "QueryExecution", "QueryPlanner", "Metering",
      "DocumentStore", "IndexCatalog", "QueryModel", "StructuredText", "FirestoreModel", "Diagnostics", protobuf,
    ] + networking),
  .executableTarget(
    name: "firebreak-emulator",
    dependencies: [
      "EmulatorServer", "SQLiteJournal", "Emulation", "RealtimeService", "FirestoreService", "Terminal", "Workbench",
      "DocumentStore",
      "QueryModel", "StructuredText", "FirestoreModel", "Diagnostics", argumentParser,
    ],
    swiftSettings: strict),

  .target(
    name: "FirebreakTestSupport",
    dependencies: ["FirestoreModel", "Diagnostics", "StructuredText", "QueryModel", "IndexCatalog"],
    path: "Tests/FirebreakTestSupport", swiftSettings: strict),
  tests("FirestoreModelTests", ["FirestoreModel"]),
  tests("DiagnosticsTests", ["Diagnostics"]),
  tests("CodePagesTests", ["CodePages", "PageLayout", "Diagnostics"]),
  tests("StructuredTextTests", ["StructuredText", "Diagnostics"]),
  tests("QueryModelTests", ["QueryModel", "StructuredText", "FirestoreModel", "Diagnostics"]),
  tests("IndexCatalogTests", ["IndexCatalog", "QueryModel", "StructuredText", "FirestoreModel", "Diagnostics"]),
  tests(
    "QueryPlannerTests",
    ["QueryPlanner", "IndexCatalog", "QueryModel", "StructuredText", "FirestoreModel", "Diagnostics"]),
  tests("QueryScannerTests", ["QueryScanner", "QueryModel", "StructuredText", "FirestoreModel", "Diagnostics"]),
  tests("RealtimeDatabaseTests", ["RealtimeDatabase", "StructuredText", "FirestoreModel", "Diagnostics"]),
  tests(
    "RealtimeRulesTests", ["RealtimeRules", "RealtimeDatabase", "StructuredText", "FirestoreModel", "Diagnostics"]),
  tests("CountedTreeTests", ["CountedTree"]),
  tests(
    "RealtimeCheckerTests",
    [
      "CodePages", "PageLayout",
      "RealtimeChecker", "RealtimeRules", "RealtimeDatabase", "QueryModel", "StructuredText", "FirestoreModel",
      "Diagnostics",
    ]),
  tests(
    "RealtimeServiceTests",
    [
      "RealtimeService", "RealtimeRules", "RealtimeDatabase", "Metering", "StructuredText", "FirestoreModel",
      "Diagnostics",
    ]),
  tests("DocumentStoreTests", ["DocumentStore", "IndexCatalog", "FirestoreModel"]),
  tests("MeteringTests", ["Metering", "QueryModel", "StructuredText", "FirestoreModel", "Diagnostics"]),
  tests(
    "QueryExecutionTests",
    [
      "QueryExecution", "Metering", "DocumentStore", "QueryPlanner", "IndexCatalog", "QueryModel", "StructuredText",
      "FirestoreModel", "Diagnostics",
    ]),
  tests("RulesLanguageTests", ["RulesLanguage", "Diagnostics"]),
  tests("RulesEvaluatorTests", ["RulesEvaluator", "RulesLanguage", "StructuredText", "FirestoreModel", "Diagnostics"]),
  tests(
    "RulesCheckerTests",
    [
      "CodePages", "PageLayout",
      "RulesChecker", "RulesEvaluator", "RulesLanguage", "QueryModel", "StructuredText", "FirestoreModel",
      "Diagnostics",
    ]),
  tests(
    "RulesEnforcementTests",
    [
      "RulesEnforcement", "RulesChecker", "RulesEvaluator", "RulesLanguage", "DocumentStore", "QueryModel",
      "FirestoreModel", "Diagnostics",
    ]),
  tests(
    "FirestoreServiceTests",
    [
      "FirestoreService", "RulesEnforcement", "RulesEvaluator", "RulesLanguage", "QueryExecution", "QueryPlanner",
      "Metering", "DocumentStore", "IndexCatalog", "QueryModel", "StructuredText", "FirestoreModel", "Diagnostics",
    ]),
  tests("TerminalTests", ["Terminal", argumentParser]),
  tests(
    "SQLiteJournalTests",
    ["SQLiteJournal", "RealtimeDatabase", "DocumentStore", "StructuredText", "FirestoreModel", "Diagnostics"]),
  tests(
    "EmulationTests",
    [
      "Emulation", "Workbench", "RealtimeService", "RealtimeDatabase", "FirestoreService", "RulesEnforcement",
      "RulesEvaluator",
      "RulesLanguage", "QueryExecution", "QueryPlanner", "Metering", "DocumentStore", "IndexCatalog", "QueryModel",
      "StructuredText", "FirestoreModel", "Diagnostics",
    ]),
  tests(
    "EmulatorServerTests",
    [
      "EmulatorServer", "Emulation", "FirestoreService", "FirestoreWire", "Workbench", "RulesEnforcement",
      "RulesEvaluator", "QueryExecution", "QueryPlanner", "DocumentStore", "IndexCatalog", "QueryModel",
      "StructuredText", "FirestoreModel", "Diagnostics", protobuf,
    ] + networking),
  tests(
    "WorkbenchTests",
    [
      "Workbench", "RealtimeRules", "RealtimeDatabase", "QueryScanner", "RulesEnforcement", "RulesChecker",
      "RulesEvaluator", "RulesLanguage", "QueryExecution", "Metering", "DocumentStore", "QueryPlanner", "IndexCatalog",
      "QueryModel",
      "StructuredText", "Diagnostics", "FirestoreModel",
    ]),
  tests(
    "CostAnalysisTests",
    [
      "CostAnalysis", "Workbench", "Metering", "IndexCatalog", "QueryModel", "StructuredText", "Diagnostics",
      "FirestoreModel",
    ]),
  tests(
    "ReportPagesTests",
    ["ReportPages", "CostAnalysis", "Workbench", "Metering", "StructuredText", "Diagnostics", "FirestoreModel"]),
  tests(
    "ConformanceTests",
    [
      "Workbench", "RulesEnforcement", "RulesChecker", "RulesEvaluator", "RulesLanguage", "QueryExecution", "Metering",
      "DocumentStore", "QueryPlanner", "IndexCatalog", "QueryModel",
      "StructuredText", "Diagnostics", "FirestoreModel",
    ]),
]

// The benchmarks bring a measuring library and SQLite as the peer; only `make bench` asks for them, so that building,
// running and testing Firebreak never waits for either.
if Context.environment["FIREBREAK_BENCHMARKS"] != nil {
  dependencies.append(
    .package(url: "https://github.com/ordo-one/benchmark", exact: "1.38.1", traits: []))
  targets += [
    .systemLibrary(
      name: "CSQLite", path: "Benchmarks/CSQLite", pkgConfig: "sqlite3",
      providers: [.apt(["libsqlite3-dev"]), .brew(["sqlite3"])]),
    .executableTarget(
      name: "FirebreakBenchmarks",
      dependencies: [
        "CostAnalysis", "Workbench", "QueryScanner", "RulesChecker", "RulesEvaluator", "RulesLanguage",
        "QueryExecution", "Metering", "DocumentStore",
        "QueryPlanner", "IndexCatalog", "QueryModel", "StructuredText", "Diagnostics", "FirestoreModel", "CSQLite",
        .product(name: "Benchmark", package: "benchmark"),
      ],
      path: "Benchmarks/FirebreakBenchmarks",
      plugins: [.plugin(name: "BenchmarkPlugin", package: "benchmark")]),
  ]
}

let package = Package(
  name: "firebreak",
  products: [
    .executable(name: "firebreak", targets: ["firebreak"]),
    .executable(name: "firebreak-emulator", targets: ["firebreak-emulator"]),
  ],
  dependencies: dependencies,
  targets: targets,
  swiftLanguageModes: [.v6])
