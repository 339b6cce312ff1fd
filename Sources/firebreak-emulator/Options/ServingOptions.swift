import ArgumentParser

/// The flags that `start` and `exec` share. Each can also be set in the environment as `FIREBREAK_<FLAG>`.
struct ServingOptions: ParsableArguments {
  @Option(help: ArgumentHelp("Address to listen on (default: 127.0.0.1).", valueName: "host"))
  var host: String?

  @Option(help: ArgumentHelp("Port to listen on; 0 chooses a free one (default: 8080).", valueName: "port"))
  var port: PortNumber?

  @Option(
    name: .customLong("database-port"),
    help: ArgumentHelp(
      "Serve the Realtime Database on this port; 0 chooses a free one (default: 9000 where firebase.json has a database section).",
      valueName: "port"))
  var databasePort: PortNumber?

  @Option(
    name: .customLong("ready-file"),
    help: ArgumentHelp("Write the addresses as JSON into this file once clients can connect.", valueName: "file"),
    completion: .file(extensions: ["json"]))
  var readyFile: String?

  @Option(help: ArgumentHelp("Draw document ids from this seed, the same in every run.", valueName: "n"))
  var seed: UInt64?

  @Option(
    help: ArgumentHelp("The time at the start, as in 2026-03-31T12:00:00Z; it goes on from there.", valueName: "time"))
  var clock: StartingTime?

  @Option(
    name: .customLong("data-dir"),
    help: ArgumentHelp("Keep the data of all databases in this folder (default: in memory).", valueName: "dir"),
    completion: .directory)
  var dataDirectory: String?

  @Flag(help: "Keep the data in memory, whatever data folder is configured.")
  var ephemeral = false

  @Option(
    name: .customLong("import"), help: ArgumentHelp("Start with the documents of this export.", valueName: "dir"),
    completion: .directory)
  var importFolder: String?

  @Option(
    name: .customLong("export-on-exit"), defaultAsFlag: ExportFolder.ofImport,
    help: ArgumentHelp(
      "Export the documents at the end, into this folder or into that of --import.", valueName: "dir"),
    completion: .directory)
  var exportFolder: ExportFolder?

  @Option(
    name: .customLong("lock-wait"),
    help: ArgumentHelp(
      "How long a write waits for the lock of a transaction, as in 15s or 500ms (default: as the mode says).",
      valueName: "duration"))
  var lockWait: WaitingTime?

  @Flag(name: .customLong("allow-open"), help: "A database without rules is open to everybody.")
  var allowOpen = false

  @Flag(
    name: .customLong("strict-reload"),
    help: "Requests fail while a rules or index file on disk is broken, instead of going on with the version before.")
  var strictReload = false

  @Option(help: ArgumentHelp("Products to start, as the Firebase CLI names them: firestore, database.", valueName: "list"))
  var only: String?

  @OptionGroup var unsupported: UnsupportedOptions
}

/// Flags that are understood and refused or ignored, never taken for something else.
struct UnsupportedOptions: ParsableArguments {
  @Option(help: .hidden) var latency: String?
  @Option(name: .customLong("fail-rate"), help: .hidden) var failRate: String?
  /// The Firebase CLI's own, in scripts that are taken over.
  @Flag(help: .hidden) var ui = false
  @Flag(name: .customLong("non-interactive"), help: .hidden) var nonInteractive = false
  @Flag(help: .hidden) var debug = false
  @Option(name: .customLong("log-verbosity"), help: .hidden) var logVerbosity: String?
}
