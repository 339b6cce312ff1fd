import ArgumentParser
import Emulation
import EmulatorServer
import FirestoreModel
import Project
import Terminal

/// What flags, environment and files say about how to serve.
struct ServingSettings {
  var address: ServerConfiguration
  /// Of the Realtime Database; nil: it is not served.
  var database: ServerConfiguration?
  /// Nil: there is no page.
  var page: PageConfiguration?
  /// A port that was asked for is never silently another one; so the sentence about a taken port can say who chose it.
  var seed: UInt64
  var startTime: Timestamp?
  /// Nil: in memory.
  var dataFolder: String?
  var importFolder: String?
  var exportFolder: String?
  /// Nil: that of the export which is replaced.
  var exportFormat: ExchangeFormat?
  /// Nil: as the mode says.
  var lockWait: Int64?
  var allowsOpen: Bool
  var failsWhileBroken: Bool
  /// What is ignored, and what somebody ought to know before the start.
  var warnings: [String] = []

  init(
    _ options: ServingOptions, _ environment: ProcessEnvironment, _ project: Project, hasPage: Bool
  ) throws(UsageError) {
    try Self.refuseUnsupported(options.unsupported, environment)
    let products = try ProductList(try environment.value(options.only, flag: "only") { $0 })
    warnings += products.warnings
    let configured = ConfiguredAddress(project, product: "firestore")
    warnings += configured.warnings
    let host = try environment.value(options.host, flag: "host") { $0 } ?? configured.host ?? "127.0.0.1"
    let port = try environment.value(options.port, flag: "port", Self.reading("a port, 0 to 65535")) ?? configured.port
    address = ServerConfiguration(
      host: host, port: port?.value ?? 8080,
      allowedOrigins: try environment.value(options.allowedOrigins, flag: "allow-origin") { $0 }.map(Self.origins) ?? []
    )
    if !Self.isLoopback(host) {
      warnings.append("`\(host)` is not a loopback address: everybody who can reach it can read and write the data")
    }
    seed = try environment.value(options.seed, flag: "seed", Self.number) ?? UInt64.random(in: .min ... .max)
    startTime = try environment.value(options.clock, flag: "clock", Self.reading("a time, as in 2026-03-31T12:00:00Z"))?
      .time
    dataFolder = try environment.value(options.dataDirectory, flag: "data-dir") { $0 }
    if environment.isSet(options.ephemeral, flag: "ephemeral") {
      if options.dataDirectory != nil { throw UsageError("`--data-dir` and `--ephemeral` contradict each other") }
      dataFolder = nil
    }
    lockWait = try environment.value(
      options.lockWait, flag: "lock-wait", Self.reading("a duration, as in 15s or 500ms"))?
      .microseconds
    allowsOpen = environment.isSet(options.allowOpen, flag: "allow-open")
    failsWhileBroken = environment.isSet(options.strictReload, flag: "strict-reload")
    importFolder = try environment.value(options.importFolder, flag: "import") { $0 }
    let export = try environment.value(options.exportFolder, flag: "export-on-exit", Self.reading("a folder"))
    exportFolder = try Self.exportFolder(export, importFolder)
    switch try environment.value(options.exportFormat, flag: "export-format", Self.reading("google or lines")) {
    case .lines?: exportFormat = .lines
    case .google?: exportFormat = .google
    case nil: break
    }
    try checkImport()
    try configureDatabase(options, environment, project, products)
    try configurePage(options, environment, project, byDefault: hasPage)
  }

  /// - Parameter isDefault: what holds where nobody says otherwise.
  private mutating func configurePage(
    _ options: ServingOptions, _ environment: ProcessEnvironment, _ project: Project, byDefault isDefault: Bool
  ) throws(UsageError) {
    let asked = try environment.value(options.uiPort, flag: "ui-port", Self.reading("a port, 0 to 65535"))
    let isWanted = try environment.value(options.ui, flag: "ui") { !["0", "false", "no"].contains($0.lowercased()) }
    if options.ui == false, options.uiPort != nil {
      throw UsageError("`--no-ui` and `--ui-port` contradict each other")
    }
    guard isWanted ?? (isDefault || asked != nil) else { return }
    let configured = ConfiguredAddress(project, product: "ui")
    warnings += configured.warnings
    // Whoever lets the system choose the port of the database wants to run beside others.
    let port = asked?.value ?? (address.port == 0 ? 0 : configured.port?.value)
    page = PageConfiguration(port: port ?? 4000, movesWhenTaken: port == nil, version: FirebreakVersion.current)
  }

  /// The Realtime Database is served where the project has one, or a flag asks for it.
  private mutating func configureDatabase(
    _ options: ServingOptions, _ environment: ProcessEnvironment, _ project: Project, _ products: ProductList
  ) throws(UsageError) {
    let configured = ConfiguredAddress(project, product: "database")
    warnings += configured.warnings
    // The environment says where it is served, not whether: an image has one for all projects.
    let asked = try environment.value(
      options.databasePort, flag: "database-port", Self.reading("a port, 0 to 65535"))
    if options.databasePort != nil, products.hasDatabase == false {
      throw UsageError("`--database-port` and `--only` without `database` contradict each other")
    }
    guard
      products.hasDatabase
        ?? (options.databasePort != nil || configured.port != nil || !project.realtimeDatabases.isEmpty)
    else {
      return
    }
    // Whoever lets the system choose one port wants to run beside others.
    let fallback = address.port == 0 ? 0 : 9000
    let host = try environment.value(options.host, flag: "host") { $0 } ?? configured.host ?? address.host
    let port = asked?.value ?? (address.port == 0 ? nil : configured.port?.value) ?? fallback
    guard port == 0 || port != address.port else {
      throw UsageError("port \(port) cannot be that of Firestore and of the Realtime Database")
    }
    database = ServerConfiguration(
      host: host, port: port, allowedOrigins: address.allowedOrigins, limits: .realtimeDatabase)
    if host != address.host, !Self.isLoopback(host) {
      warnings.append("`\(host)` is not a loopback address: everybody who can reach it can read and write the data")
    }
  }

  private static func origins(_ list: String) throws(UsageError) -> Set<WebOrigin> {
    var origins: Set<WebOrigin> = []
    for text in list.split(separator: ",", omittingEmptySubsequences: false) {
      guard let origin = WebOrigin(String(text)) else {
        throw UsageError(
          "`\(text)` is not the origin of web pages",
          help: "an origin is scheme://host or scheme://host:port without a path, or `null` for pages from files")
      }
      origins.insert(origin)
    }
    return origins
  }

  private static func exportFolder(_ export: ExportFolder?, _ importFolder: String?) throws(UsageError) -> String? {
    switch export {
    case nil: return nil
    case .folder(let path)?: return path
    case .ofImport?:
      guard let importFolder else {
        throw UsageError("`--export-on-exit` names no folder", help: "name one, or use it together with `--import DIR`")
      }
      return importFolder
    }
  }

  /// The first run of a script that imports what its last run has exported finds nothing, and that is fine.
  private mutating func checkImport() throws(UsageError) {
    if let importFolder { InterruptedExport.restore(importFolder) }
    guard let folder = importFolder, InputFile.kind(folder) != .folder else { return }
    guard folder == exportFolder, InputFile.kind(folder) == .missing else {
      throw UsageError("there is no folder `\(folder)` to import")
    }
    warnings.append("there is no folder `\(folder)` yet: nothing is imported")
    importFolder = nil
  }

  private static func refuseUnsupported(
    _ options: UnsupportedOptions, _ environment: ProcessEnvironment
  ) throws(UsageError) {
    let flags: [(name: String, given: String?, subject: String)] = [
      ("latency", options.latency, "delaying answers (`--latency`)"),
      ("fail-rate", options.failRate, "failing at random (`--fail-rate`)"),
    ]
    for flag in flags where try environment.value(flag.given, flag: flag.name, { $0 }) != nil {
      throw UsageError("\(flag.subject) is not available yet", isUnsupported: true)
    }
  }

  private static func isLoopback(_ host: String) -> Bool {
    ["localhost", "::1", "[::1]"].contains(host) || host.hasPrefix("127.")
  }

  private static func reading<Value: ExpressibleByArgument>(_ expected: String) -> (String) throws(UsageError) -> Value
  {
    { text throws(UsageError) in
      guard let value = Value(argument: text) else { throw UsageError("`\(text)` is not \(expected)") }
      return value
    }
  }

  private static func number(_ text: String) throws(UsageError) -> UInt64 {
    guard let number = UInt64(text) else { throw UsageError("`\(text)` is not a number") }
    return number
  }
}
