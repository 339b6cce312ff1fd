package import Diagnostics
package import FirestoreModel

/// What was found on disk: the databases of `firebase.json` with their files, the workloads, and our own settings.
package struct Project: Hashable, Sendable {
  /// The folder of `firebase.json`, or the start folder where there is none; as it is printed.
  package var root: String
  /// The folder whose sources are the project's: the root, or the folder above it from which it was found, where no other
  /// `firebase.json` serves what lies there.
  package var folder: String
  /// Nil: there is no `firebase.json`.
  package var configurationFile: SourceText?
  /// What requests and console links name; a made-up project unless the user says otherwise.
  package var projectID: String
  /// In the order of `firebase.json`. Never empty.
  package var databases: [ProjectDatabase]
  /// Databases of `firebase.json` that were not asked for.
  package var leftOut: Set<String> = []
  /// The instances of the Realtime Database, in the order of `firebase.json`; empty where it has no `database` section.
  package var realtimeDatabases: [ProjectRealtimeDatabase] = []
  package var settings: FirebreakSettings
  /// Everything that is wrong with the configuration itself.
  package var findings: [Diagnostic]

  /// Where our own settings are, if there are any.
  package var settingsPath: String { settings.source?.path ?? FirebreakSettings.path(below: root) }

  /// Whether the settings lie above the folder, where other projects may use them, too.
  package var sharesSettings: Bool {
    guard let path = settings.source?.path else { return false }
    let start = ProjectFolder.workingDirectory
    let whole = DisplayPath.absolute(folder, from: start)
    let above = DisplayPath.absolute(DisplayPath.folder(of: path), from: start)
    return above != whole && DisplayPath.contains(above, whole)
  }

  /// Files `*.workload.yaml` below the folder, in the order of their paths; they are looked for at each call.
  package func workloads() -> [String] { ProjectFolder.files(below: folder, suffix: ".workload.yaml") }

  package static let defaultProjectID = "demo-local"
  package static let defaultDatabaseID = "(default)"
}

/// One Firestore database and where its rules and indexes are.
package struct ProjectDatabase: Hashable, Sendable {
  package var id: String
  /// Nil: no file is named, so only automatic indexes exist.
  package var indexes: ProjectFileReference?
  package var rules: ProjectFileReference?
  package var edition: Edition
  /// Where `firebase.json` states the edition.
  package var editionMention: SourceLocation?
  /// Where `firebase.json` configures the database; nil when it does not.
  package var mention: SourceLocation?

  package init(
    id: String = Project.defaultDatabaseID, indexes: ProjectFileReference? = nil, rules: ProjectFileReference? = nil,
    edition: Edition = .standard, editionMention: SourceLocation? = nil, mention: SourceLocation? = nil
  ) {
    self.id = id
    self.indexes = indexes
    self.rules = rules
    self.edition = edition
    self.editionMention = editionMention
    self.mention = mention
  }
}

/// An instance of the Realtime Database and where its rules are.
package struct ProjectRealtimeDatabase: Hashable, Sendable {
  /// Nil: every instance that has no entry of its own.
  package var instance: String?
  /// Nil: no file is named.
  package var rules: ProjectFileReference?
  /// Where `firebase.json` configures it; nil when it does not.
  package var mention: SourceLocation?

  package init(instance: String? = nil, rules: ProjectFileReference? = nil, mention: SourceLocation? = nil) {
    self.instance = instance
    self.rules = rules
    self.mention = mention
  }
}

extension Project {
  /// Rules files of the Realtime Database that are there, in the order of `firebase.json`.
  package var realtimeRules: [ProjectFileReference] { realtimeDatabases.compactMap(\.rules).filter(\.exists) }

  /// What clients call the instance that a project has from the beginning.
  package var defaultRealtimeInstance: String { "\(projectID)-default-rtdb" }
}

/// A file that a configuration names.
package struct ProjectFileReference: Hashable, Sendable {
  /// As it is printed and opened.
  package var path: String
  /// Where `firebase.json` names it; nil when a flag or a convention does.
  package var mention: SourceLocation?
  package var exists: Bool

  package init(path: String, mention: SourceLocation? = nil) {
    self.path = path
    self.mention = mention
    exists = InputFile.kind(path) == .file
  }
}

/// What the flags say about the project; they win over every file.
package struct ProjectRequest: Hashable, Sendable {
  /// The folder from which `firebase.json` is looked for upwards.
  package var startFolder: String
  /// The folder was named for its project, so that paths beside it are judged by that project, too.
  package var isFolderGiven = false
  /// An explicit `firebase.json`.
  package var configurationFile: String?
  /// A project id or an alias of `.firebaserc`.
  package var project: String?
  /// Nil or empty: all.
  package var databases: [String]
  package var indexFile: String?
  package var rulesFile: String?
  package var edition: Edition?

  package init(
    startFolder: String = ".", configurationFile: String? = nil, project: String? = nil, databases: [String] = [],
    indexFile: String? = nil, rulesFile: String? = nil, edition: Edition? = nil
  ) {
    self.startFolder = startFolder
    self.configurationFile = configurationFile
    self.project = project
    self.databases = databases
    self.indexFile = indexFile
    self.rulesFile = rulesFile
    self.edition = edition
  }
}

/// The flags ask for something that the project does not have.
package struct ProjectRequestError: Error, Hashable, Sendable {
  package var message: String
  package var help: String?

  package init(_ message: String, help: String? = nil) {
    self.message = message
    self.help = help
  }
}
