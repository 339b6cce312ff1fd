package import Diagnostics
import FirestoreModel
import Project
import Synchronization

/// What there is to say before an emulator serves its first request.
package struct EmulationStart: Hashable, Sendable {
  /// In no particular order.
  package var findings: [Diagnostic]

  /// The project cannot be read as what it is: nothing is to be served.
  package var isPrevented: Bool { findings.contains(where: \.isInputFailure) }
}

extension Emulation {
  /// Problems of the project's configuration and of its rules and index files; FB0004 for every database without rules.
  ///
  /// A rules file that is named and missing prevents the start, unless the caller allows open databases. Files that can
  /// be read and are wrong do not: what they were to replace is not there, so nothing is allowed and no index declared.
  package var start: EmulationStart {
    let files = state.withLock { $0.files }
    let known = settings.project.findings
    var findings = known.filter { ![.indexFileMissing, .rulesFileMissing, .databaseWithoutRules].contains($0.code) }
    findings += files.findings
    for database in files.databases {
      if database.edition == .enterprise { findings.append(unsupported(database)) }
      guard database.rules == nil else { continue }
      let known = known.first { $0.code == .databaseWithoutRules && $0.location == database.mention }
      findings.append(withoutRules(database, help: known?.help))
    }
    for database in settings.project.realtimeDatabases where database.rules == nil {
      findings.append(withoutRules(database))
    }
    guard settings.allowsOpen else { return EmulationStart(findings: findings) }
    return EmulationStart(
      findings: findings.map { finding in
        var allowed = finding
        if finding.code == .rulesFileMissing { allowed.severity = .warning }
        return allowed
      })
  }

  private func withoutRules(_ database: ProjectDatabase, help: String?) -> Diagnostic {
    let name = QuotedText.of(database.id)
    let isOpen = settings.allowsOpen || settings.mode == .emulator
    return Diagnostic(
      .databaseWithoutRules,
      isOpen
        ? "the database \(name) has no rules and is open to everybody"
        : "the database \(name) names no rules, and without released rules it denies everything",
      at: database.mention, help: help ?? rulesHelp(isOpen: isOpen))
  }

  private func withoutRules(_ database: ProjectRealtimeDatabase) -> Diagnostic {
    let name = QuotedText.of(database.instance ?? settings.project.defaultRealtimeInstance)
    let isOpen = settings.allowsOpen || settings.mode == .emulator
    return Diagnostic(
      .databaseWithoutRules,
      isOpen
        ? "the Realtime Database \(name) has no rules and is open to everybody"
        : "the Realtime Database \(name) names no rules, and without released rules it denies everything",
      at: database.mention, help: "add `\"rules\": \"database.rules.json\"`")
  }

  private func rulesHelp(isOpen: Bool) -> String {
    guard settings.project.configurationFile == nil else {
      return "add `\"rules\": \"firestore.rules\"` to `firebase.json`"
    }
    return isOpen ? "create `firestore.rules`" : "create `firestore.rules`, or let everybody in with `--allow-open`"
  }

  private func unsupported(_ database: ProjectDatabase) -> Diagnostic {
    Diagnostic(
      .unsupportedFeature,
      "databases of the enterprise edition are not emulated yet, and \(QuotedText.of(database.id)) is one",
      at: database.editionMention ?? database.mention, help: "its requests are answered with UNIMPLEMENTED")
  }
}
