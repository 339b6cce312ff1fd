import Diagnostics
import DocumentStore
import FirestoreModel
import FirestoreRulesEnforcement
import FirestoreRulesEvaluator
import FirestoreRulesLanguage
import IndexCatalog
import Project
import ProjectCheck
import RulesTesting
import StructuredText

/// Reads what `rules eval` works on: rules, request, documents.
struct RuleInputs {
  struct Loaded {
    var rules: CompiledRules
    var request: RequestFile
    var store: DocumentStore
    var notes: [Diagnostic]
  }

  enum Loading {
    case loaded(Loaded)
    /// What the service answers before it asks the rules.
    case refused(FirestoreError)
    case unreadable([Diagnostic])
  }

  /// What is asked: a file, or the words of the command line.
  enum Request {
    case file(String)
    case words(word: String, target: String, fields: String?, asker: String?)
  }

  var rules: String
  var request: Request
  var data: String?
  var settings: FirebreakSettings
  /// As given on the command line; nil: the request decides.
  var project: String?
  var database: String?

  func load() -> Loading {
    var problems: [Diagnostic] = []
    var notes: [Diagnostic] = []
    let compiled = readRules(&problems, &notes)
    let plainData = data.flatMap { isPlain($0) ? $0 : nil }
    let dataNode = plainData == nil ? data.flatMap { InputFile.readJSON($0, limit: .data, &problems) } : nil
    let named = dataNode.flatMap { DataFile.database(of: $0.root) }
    let base = DatabaseName(
      project: Text(project ?? named?.project.string ?? Project.defaultProjectID),
      database: Text(database ?? named?.database.string ?? Project.defaultDatabaseID))
    let reading = compiled.flatMap { read(under: $0, base, &problems) }
    var effective = base
    if case .request(let request, let found)? = reading {
      effective = request.database
      notes += found
    }
    if case .unreadable(let found)? = reading { problems += found }
    let file = dataNode.map { DataFile($0.root, in: $0.source, database: effective, catalog: .automaticOnly) }
    problems += file?.findings ?? []
    let plain = plainData.map { readPlain($0, effective, &problems) } ?? []
    guard problems.isEmpty, let compiled, let reading else { return .unreadable(problems + notes) }
    switch reading {
    case .unreadable(let found): return .unreadable(found)
    case .refused(let error): return .refused(error)
    case .request(let request, _):
      let documents =
        plain.map { (path: $0.path, fields: $0.fields) }
        + (file ?? .empty).entries.map { (path: $0.path, fields: $0.fields) }
      do throws(FirestoreError) {
        let store = try RuleDatabase.store(documents, in: effective)
        return .loaded(Loaded(rules: compiled, request: request, store: store, notes: notes))
      } catch {
        return .refused(error)
      }
    }
  }

  private func read(
    under rules: CompiledRules, _ database: DatabaseName, _ problems: inout [Diagnostic]
  ) -> RequestReading? {
    switch request {
    case .file(let path):
      return InputFile.readJSON(path, limit: .written, &problems).map { node in
        RequestFile.read(node.root, in: node.source, database: database)
      }
    case .words(let word, let target, let fields, let asker):
      return RequestFile.read(
        word: word, target: target, fields: fields,
        by: asker.map { settings.caller(named: $0, under: rules) } ?? .user(nil), database: database)
    }
  }

  /// Whether documents are written plainly, as files of cases have them.
  private func isPlain(_ path: String) -> Bool { path.hasSuffix(".yaml") || path.hasSuffix(".yml") }

  private func readPlain(
    _ path: String, _ database: DatabaseName, _ problems: inout [Diagnostic]
  ) -> [RulesDocument] {
    do throws(InputFileError) {
      let read = CaseFile.documents(in: try InputFile.read(path), database: database)
      problems += read.findings
      return read.documents
    } catch {
      problems.append(RulesSource.finding(for: error))
      return []
    }
  }

  /// Nil, with the findings, when production would refuse to deploy them.
  private func readRules(_ problems: inout [Diagnostic], _ notes: inout [Diagnostic]) -> CompiledRules? {
    do throws(InputFileError) {
      let source = try rules == "-" ? InputFile.readStandardInput() : InputFile.read(rules)
      let compilation = RulesSource(source).compilation
      if compilation.rules == nil { problems += compilation.problems } else { notes += compilation.problems }
      return compilation.rules
    } catch {
      problems.append(RulesSource.finding(for: error))
      return nil
    }
  }
}
