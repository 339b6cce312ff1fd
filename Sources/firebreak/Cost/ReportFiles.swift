import CostAnalysis
import Diagnostics
import Project
import RunReports
import Terminal

/// Reports of finished runs on disk: a file of `run -o json`, or a folder with such files, as `.firebreak/runs`.
enum ReportFiles {
  /// Whether a folder holds any.
  static func holdsReports(_ folder: String) -> Bool { !files(in: folder).isEmpty }

  /// What cannot be read is added to `problems`. `-` is standard input. In a folder files come in the order of their
  /// names, so that of several reports about one workload the latest is the last.
  static func read(_ path: String, _ problems: inout [Diagnostic]) -> [MeasuredReport] {
    let paths = InputFile.kind(path) == .folder ? files(in: path) : [path]
    if paths.isEmpty {
      problems.append(
        Diagnostic(
          .malformedInput, "there is no report in the folder \(QuotedText.of(path, limit: 200))",
          at: SourceText(path: path, bytes: []).start, help: "write one: `firebreak run -o json=FILE`"))
    }
    return paths.flatMap { file($0, &problems) }
  }

  private static func file(_ path: String, _ problems: inout [Diagnostic]) -> [MeasuredReport] {
    if [".yaml", ".yml"].contains(where: path.hasSuffix) {
      problems.append(
        Diagnostic(
          .malformedInput, "\(QuotedText.of(path, limit: 200)) is no report",
          at: SourceText(path: path, bytes: []).start,
          help: "a workload's report is what `firebreak run \(ShellWord.quoted(path)) -o json=FILE` writes"))
      return []
    }
    do throws(InputFileError) {
      let source = try path == "-" ? InputFile.readStandardInput(limit: .data) : InputFile.read(path, limit: .data)
      let reading = RunReportReader.read(source)
      problems += reading.diagnostics
      if reading.reports.isEmpty, reading.diagnostics.isEmpty {
        problems.append(Diagnostic(.malformedInput, "there is no report of a workload in it", at: source.start))
      }
      return reading.reports.map { MeasuredReport($0) }
    } catch {
      problems.append(error.diagnostic)
      return []
    }
  }

  /// Also in folders of it: a run may have one of its own.
  private static func files(in folder: String) -> [String] { ProjectFolder.files(below: folder, suffix: ".json") }
}
