import Diagnostics
import Workbench

/// One workload after it was played, or why it could not be.
struct FinishedRun {
  var path: String
  /// Nil when the workload or a file it names cannot be read.
  var report: RunReport?
  var findings: [Diagnostic]
  var policy: FindingPolicy

  /// What the flags let through.
  var reported: FindingList {
    policy.apply(to: findings, settings: .none, isComplete: false)
  }

  var outcome: Outcome {
    guard report != nil else { return .usage }
    return Outcome(FindingVerdict(reported, failLevel: policy.failLevel))
  }

  /// `expected/<workload>.json` beside the workload, without help texts: those may be reworded.
  func writeExpected(_ console: Console) throws {
    guard let report else { return }
    let folder = DisplayPath.join(DisplayPath.folder(of: path), "expected")
    try console.makeFolder(folder)
    let file = DisplayPath.join(folder, "\(report.workload).json")
    try console.write(ExpectedReport.text(of: report), toFile: file)
    console.note("wrote \(file)")
  }
}
