import Diagnostics
import FirestoreModel
import IndexCatalog
import Metering
import Project
import ProjectCheck
import QueryExecution
import QueryModel
import QueryPlanner
import StructuredText

/// Reads what `query` and `explain` work on: the query, the data, the index definitions.
struct QueryInputs {
  struct Loaded {
    var statement: QueryStatement
    var planner: QueryPlanner
    /// Nil: no data was asked for.
    var data: DataFile?
    /// What the index file has that is worth knowing, though it does not stop the command.
    var notes: [Diagnostic]

    /// FB2011: documents of the data that have more index entries, or longer values, than is good for them.
    var documentFindings: [Diagnostic] {
      (data?.entries ?? []).flatMap { entry in
        planner.catalog.fanOut(of: entry.path, fields: entry.fields).findings(about: entry.path).map { finding in
          var located = finding
          located.location = entry.location
          return located
        }
      }
    }
  }

  enum Loading {
    case loaded(Loaded)
    /// The request itself is refused, before any query can be made of it.
    case refused(FirestoreError, QueryPlanner)
    case unreadable([Diagnostic])
  }

  /// Nil: only automatic indexes exist.
  var indexFile: String?
  var edition: Edition
  /// As given on the command line; nil: the data or the query decides.
  var project: String?
  var database: String?
  var assumptions: PlannerAssumptions

  func load(query: String, data dataPath: String?) -> Loading {
    var problems: [Diagnostic] = []
    let indexes = readIndexes(&problems)
    let data = dataPath.flatMap { InputFile.readJSON($0, limit: .data, &problems) }
    let base = DatabaseName(
      project: Text(
        project ?? data.flatMap { DataFile.database(of: $0.root) }?.project.string ?? Project.defaultProjectID),
      database: Text(
        database ?? data.flatMap { DataFile.database(of: $0.root) }?.database.string ?? Project.defaultDatabaseID))
    let reading = readQuery(query, base, &problems)
    let catalog = indexes?.catalog ?? .automaticOnly
    let effective = reading?.database ?? base
    let file = data.map { DataFile($0.root, in: $0.source, database: effective, catalog: catalog) }
    problems += file?.findings ?? []
    guard problems.isEmpty, let reading else { return .unreadable(problems) }
    let planner = QueryPlanner(catalog: catalog, database: effective, assumptions: assumptions)
    switch reading.result {
    case .failure(let error): return .refused(error, planner)
    case .success(let statement):
      return .loaded(Loaded(statement: statement, planner: planner, data: file, notes: indexes?.findings ?? []))
    }
  }

  private func readIndexes(_ problems: inout [Diagnostic]) -> IndexSource? {
    guard let indexFile else { return nil }
    guard InputFile.kind(indexFile) != .missing else {
      problems.append(InputFileError(path: indexFile, reason: .missing).diagnostic)
      return nil
    }
    let source = IndexSource.read(indexFile, database: database ?? Project.defaultDatabaseID, edition: edition)
    problems += source.findings.filter(\.isInputFailure)
    return source
  }
}

// MARK: The query itself

extension QueryInputs {
  private struct Reading {
    var result: Result<QueryStatement, FirestoreError>
    /// The parent of a request may name it.
    var database: DatabaseName
  }

  /// A file, standard input, or the text itself. What starts with a brace is JSON, anything else is the text form.
  private func readQuery(_ argument: String, _ base: DatabaseName, _ problems: inout [Diagnostic]) -> Reading? {
    let source: SourceText
    do throws(InputFileError) {
      if argument == "-" {
        source = try InputFile.readStandardInput()
      } else if InputFile.kind(argument) != .missing || looksLikeFile(argument) {
        source = try InputFile.read(argument)
      } else {
        source = SourceText(path: "<query>", text: argument)
      }
    } catch {
      problems.append(error.diagnostic)
      return nil
    }
    return isText(source) ? readText(source, base, &problems) : readRequest(source, base, &problems)
  }

  /// No query text ends like this.
  private func looksLikeFile(_ argument: String) -> Bool {
    argument.hasSuffix(".json") && !argument.contains(" ")
  }

  private func isText(_ source: SourceText) -> Bool {
    let start = source.bytes.dropFirst(source.byteOrderMarkLength).first { ![32, 9, 10, 13].contains($0) }
    guard let start else { return false }
    return start != UInt8(ascii: "{") && start != UInt8(ascii: "[") && start != UInt8(ascii: "\"")
  }

  private func readText(_ source: SourceText, _ base: DatabaseName, _ problems: inout [Diagnostic]) -> Reading? {
    guard let text = String(validating: source.bytes.dropFirst(source.byteOrderMarkLength), as: UTF8.self) else {
      problems += JSONReader.read(source).diagnostics
      return nil
    }
    do {
      let statement = try QueryStatement(
        parsing: text, database: base, in: source, at: source.byteOrderMarkLength)
      return Reading(result: .success(statement), database: base)
    } catch {
      problems += error.diagnostics
      return nil
    }
  }

  private func readRequest(_ source: SourceText, _ base: DatabaseName, _ problems: inout [Diagnostic]) -> Reading? {
    let json = JSONReader.read(source)
    problems += json.diagnostics
    guard let root = json.valid else { return nil }
    do throws(QueryReadingFailure) {
      let request = try QueryRequest(json: root, in: source, database: base)
      return Reading(result: .success(request.statement), database: request.database)
    } catch {
      switch error {
      case .refused(let refusal): return Reading(result: .failure(refusal), database: base)
      case .malformed(let input):
        problems += input.diagnostics
        return nil
      }
    }
  }
}
