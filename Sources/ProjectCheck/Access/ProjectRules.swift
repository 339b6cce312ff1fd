package import Diagnostics
import FirestoreModel
import FirestoreRulesProver
package import Project
import Workloads

/// The rules files of a project: those of its databases, and those that only workloads name.
package struct ProjectRules: Sendable {
  /// In the order of the databases and workloads that name them, each file once.
  package private(set) var files: [RulesSource] = []
  /// Files that are named and cannot be read, where no database names them.
  package private(set) var findings: [Diagnostic] = []
  /// Of the database that workloads use: `(default)`, else the first.
  private(set) var standard: RulesSource?
  /// By the id of the database that names them.
  private(set) var byDatabase: [String: RulesSource] = [:]
  /// `--rules FILE`: what workloads name is not used.
  private let overridesWorkloads: Bool
  /// By absolute path; nil: it cannot be read.
  private var known: [String: RulesSource?] = [:]

  init(_ project: Project, overridesWorkloads: Bool) {
    self.overridesWorkloads = overridesWorkloads
    for database in project.databases {
      // A file that is not there is reported where it is named.
      guard let reference = database.rules, reference.exists else { continue }
      let source = read(reference.path, at: reference.mention)
      byDatabase[database.id] = source
      if standard == nil || database.id == Project.defaultDatabaseID { standard = source ?? standard }
    }
  }

  /// The rules that the queries of a workload are judged by, and whether it is the workload that names them.
  mutating func rules(for setting: DatabaseSetting, of workload: SourceText) -> (source: RulesSource, areNamed: Bool)? {
    // Of a workload that says so nobody asks any rules.
    if setting.isWithoutRules, !overridesWorkloads { return nil }
    guard let named = setting.rules, !overridesWorkloads else {
      return standard.map { ($0, setting.rules != nil || overridesWorkloads) }
    }
    let path = DisplayPath.join(DisplayPath.folder(of: workload.path), named.text)
    return read(path, at: workload.location(named.span)).map { ($0, true) }
  }

  private mutating func read(_ path: String, at mention: SourceLocation?) -> RulesSource? {
    let key = DisplayPath.absolute(path, from: ProjectFolder.workingDirectory)
    if let source = known[key] { return source }
    var source: RulesSource?
    do throws(InputFileError) {
      let file = try RulesSource.read(path)
      files.append(file)
      source = file
    } catch {
      findings.append(RulesSource.finding(for: error, at: mention))
    }
    known[key] = .some(source)
    return source
  }
}

extension ProjectRules {
  /// Why rules files that are named cannot be read or deployed.
  package var refusals: [Diagnostic] {
    findings.filter { $0.severity == .error } + files.flatMap { $0.rules == nil ? $0.problems : [] }
  }
}
