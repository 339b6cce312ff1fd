package import Diagnostics
package import FirestoreModel
package import FirestoreRulesEvaluator
import FirestoreRulesLanguage
import Project

/// The test files of one run with the rules that they are about.
package struct RuleTestSet: Sendable {
  package struct File: Sendable {
    package enum Content: Sendable {
      case cases(CaseFile)
      case suite(TestSuiteFile)
    }

    package var path: String
    package var content: Content
    /// Of the rules: a key of ``rules``.
    package var rulesPath: String
  }

  package var files: [File]
  /// By the path of their source.
  package var rules: [String: CompiledRules]
  /// What compiling said beside errors.
  package var notes: [Diagnostic]
}

/// Reads test files and the rules that they name, each rules file once.
package struct RuleTestLoader {
  /// For test suites that bring no rules; nil: there are none.
  private let defaultRules: String?
  private let database: DatabaseName
  private var rules: [String: CompiledRules] = [:]
  private var files: [RuleTestSet.File] = []
  private var refused: Set<String> = []
  private var problems: [Diagnostic] = []
  private var notes: [Diagnostic] = []
  /// Test files and the rules files that they name, readable or not.
  private var watched: [String] = []

  private init(defaultRules: String?, database: DatabaseName) {
    self.defaultRules = defaultRules
    self.database = database
  }

  package struct Loaded: Sendable {
    /// Nil when some file cannot be read or some rules cannot be deployed.
    package var set: RuleTestSet?
    package var problems: [Diagnostic]
    /// The files that the answer depends on, each once, whether they could be read or not.
    package var watched: [String]
  }

  package static func load(_ paths: [String], defaultRules: String?, database: DatabaseName) -> Loaded {
    var loader = RuleTestLoader(defaultRules: defaultRules, database: database)
    for path in paths { loader.read(path) }
    let watched = loader.watched.uniqued()
    guard loader.problems.isEmpty else { return Loaded(set: nil, problems: loader.problems, watched: watched) }
    let set = RuleTestSet(files: loader.files, rules: loader.rules, notes: loader.notes)
    return Loaded(set: set, problems: [], watched: watched)
  }

  private mutating func read(_ path: String) {
    let source: SourceText
    watched.append(path)
    do throws(InputFileError) { source = try InputFile.read(path) } catch {
      problems.append(error.diagnostic)
      return
    }
    if path.hasSuffix(".json") { readSuite(source) } else { readCases(source) }
  }

  private mutating func readCases(_ source: SourceText) {
    let (file, findings) = CaseFile.read(source, database: database)
    problems += findings
    guard let file else { return }
    let rulesPath: String
    switch file.rules {
    case .file(let path, let mention):
      compile(path, mention: mention)
      rulesPath = path
    case .text(let text):
      compile(text)
      rulesPath = text.path
    }
    files.append(RuleTestSet.File(path: source.path, content: .cases(file), rulesPath: rulesPath))
  }

  private mutating func readSuite(_ source: SourceText) {
    let (suite, findings) = TestSuiteFile.read(source)
    problems += findings
    guard let suite else { return }
    if let text = suite.rules {
      compile(text)
    } else if let defaultRules {
      compile(defaultRules, mention: nil)
    } else {
      problems.append(
        Diagnostic(
          .malformedInput, "the test suite brings no rules", at: source.start,
          help: "add `source` to it, or name the rules with `--rules FILE`"))
      return
    }
    files.append(
      RuleTestSet.File(path: source.path, content: .suite(suite), rulesPath: suite.rules?.path ?? defaultRules ?? ""))
  }

  private mutating func compile(_ path: String, mention: SourceLocation?) {
    watched.append(path)
    guard rules[path] == nil, !refused.contains(path) else { return }
    do throws(InputFileError) { compile(try InputFile.read(path)) } catch {
      refused.insert(path)
      problems.append(RulesSource.finding(for: error, at: mention))
    }
  }

  private mutating func compile(_ source: SourceText) {
    guard rules[source.path] == nil, !refused.contains(source.path) else { return }
    let compilation = RulesSource(source).compilation
    if let compiled = compilation.rules {
      rules[source.path] = compiled
      notes += compilation.problems
    } else {
      refused.insert(source.path)
      problems += compilation.problems
    }
  }
}
