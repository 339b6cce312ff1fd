package import ArgumentParser

/// The flags that `emulator start` and `emulator exec` share. Each can also be set in the environment as `FIREBREAK_<FLAG>`.
package struct ServingOptions: ParsableArguments {
  @Option(help: ArgumentHelp("Address to listen on (default: 127.0.0.1).", valueName: "host"))
  package var host: String?

  @Option(help: ArgumentHelp("Port to listen on; 0 chooses a free one (default: 8080).", valueName: "port"))
  package var port: PortNumber?

  @Option(
    name: .customLong("database-port"),
    help: ArgumentHelp(
      "Serve the Realtime Database on this port; 0 chooses a free one (default: 9000 where firebase.json has a database section).",
      valueName: "port"))
  package var databasePort: PortNumber?

  @Flag(
    inversion: .prefixedNo,
    help: "Serve a page that shows what is asked, for this machine alone (default: with start, not with exec).")
  package var ui: Bool?

  @Option(
    name: .customLong("ui-port"),
    help: ArgumentHelp(
      "Port of that page; 0 chooses a free one (default: 4000, or the next one that is free).", valueName: "port"))
  package var uiPort: PortNumber?

  @Option(
    name: .customLong("allow-origin"),
    help: ArgumentHelp(
      "Serve web pages of these origins, too, as in https://app.example:3000 (default: those of this machine and of the same host).",
      valueName: "list"))
  package var allowedOrigins: String?

  @Option(
    name: .customLong("ready-file"),
    help: ArgumentHelp("Write the addresses as JSON into this file once clients can connect.", valueName: "file"),
    completion: .file(extensions: ["json"]))
  package var readyFile: String?

  @Option(help: ArgumentHelp("Draw document ids from this seed, the same in every run.", valueName: "n"))
  package var seed: UInt64?

  @Option(
    help: ArgumentHelp("The time at the start, as in 2026-03-31T12:00:00Z; it goes on from there.", valueName: "time"))
  package var clock: StartingTime?

  @Option(
    name: .customLong("data-dir"),
    help: ArgumentHelp("Keep the data of all databases in this folder (default: in memory).", valueName: "dir"),
    completion: .directory)
  package var dataDirectory: String?

  @Flag(help: "Keep the data in memory, whatever data folder is configured.")
  package var ephemeral = false

  @Option(
    name: .customLong("import"), help: ArgumentHelp("Start with the documents of this export.", valueName: "dir"),
    completion: .directory)
  package var importFolder: String?

  @Option(
    name: .customLong("export-on-exit"), defaultAsFlag: ExportFolder.ofImport,
    help: ArgumentHelp(
      "Export the documents at the end, into this folder or into that of --import.", valueName: "dir"),
    completion: .directory)
  package var exportFolder: ExportFolder?

  @Option(
    name: .customLong("export-format"),
    help: ArgumentHelp(
      "How documents are exported: google, as the Firebase CLI has them, or lines of JSON with their times (default: google, or as the export that is replaced).",
      valueName: "format"))
  package var exportFormat: ExportFormat?

  @Option(
    name: .customLong("lock-wait"),
    help: ArgumentHelp(
      "How long a write waits for the lock of a transaction, as in 15s or 500ms (default: as the mode says).",
      valueName: "duration"))
  package var lockWait: WaitingTime?

  @Flag(name: .customLong("allow-open"), help: "A database without rules is open to everybody.")
  package var allowOpen = false

  @Flag(
    name: .customLong("strict-reload"),
    help: "Requests fail while a rules or index file on disk is broken, instead of going on with the version before.")
  package var strictReload = false

  @Option(
    help: ArgumentHelp("Products to start, as the Firebase CLI names them: firestore, database.", valueName: "list"),
    completion: .list(["firestore", "database", "firestore,database"]))
  package var only: String?

  @OptionGroup package var unsupported: UnsupportedOptions

  package init() {}
}

/// What `exec` runs, and what it makes of the end.
package struct ExecutionOptions: ParsableArguments {
  @Argument(help: ArgumentHelp("One string for the shell.", valueName: "script")) package var script: String?

  @Argument(parsing: .postTerminator, help: ArgumentHelp("A program and its arguments.", valueName: "command"))
  package var program: [String] = []

  @Flag(
    name: .customLong("fail-on-findings"),
    help: "Exit 1 when the command succeeds and there are findings at the fail level.")
  package var failOnFindings = false

  @Option(
    help: ArgumentHelp(
      "Write what the command asked as a first workload to a new file, such as firebreak/tests.workload.yaml.",
      valueName: "file"), completion: .file(extensions: ["yaml"]))
  package var record: String?

  package init() {}
}

/// Flags that are understood and refused or ignored, never taken for something else.
package struct UnsupportedOptions: ParsableArguments {
  @Option(help: .hidden) package var latency: String?
  @Option(name: .customLong("fail-rate"), help: .hidden) package var failRate: String?
  /// The Firebase CLI's own, in scripts that are taken over.
  @Flag(name: .customLong("non-interactive"), help: .hidden) package var nonInteractive = false
  @Flag(help: .hidden) package var debug = false
  @Option(name: .customLong("log-verbosity"), help: .hidden) package var logVerbosity: String?

  package init() {}
}
