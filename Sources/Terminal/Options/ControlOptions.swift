package import ArgumentParser

/// Where the emulator runs that `emulator export`, `import` and `clock` speak to.
package struct ControlOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Address of the emulator (default: FIRESTORE_EMULATOR_HOST, firebase.json or 127.0.0.1).", valueName: "host"))
  package var host: String?

  @Option(
    help: ArgumentHelp(
      "Port of Firestore (default: FIRESTORE_EMULATOR_HOST, firebase.json or 8080).", valueName: "port"))
  package var port: PortNumber?

  package init() {}
}

package struct ExportArguments: ParsableArguments {
  @Argument(
    help: ArgumentHelp("A new or empty folder, or an earlier export.", valueName: "dir"), completion: .directory)
  package var folder: String

  @Option(
    help: ArgumentHelp(
      "google, as the Firebase CLI has it, or lines of JSON with times (default: google, or as the export that is replaced).",
      valueName: "format"))
  package var format: ExportFormat?

  package init() {}
}

package struct ImportArguments: ParsableArguments {
  @Argument(help: ArgumentHelp("The folder of an export.", valueName: "dir"), completion: .directory)
  package var folder: String

  package init() {}
}

package struct ClockArguments: ParsableArguments {
  @Option(help: ArgumentHelp("Move the clock forwards by a duration, as in 90s, 15m, 8h or 3d.", valueName: "duration"))
  package var advance: String?

  @Option(help: ArgumentHelp("Move the clock forwards to a time, as in 2026-03-31T12:00:00Z.", valueName: "time"))
  package var set: StartingTime?

  package init() {}
}
