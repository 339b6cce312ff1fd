import Diagnostics
import Project
import Terminal

/// What has come and gone between two checks.
struct FindingChanges {
  var new: [Diagnostic]
  var gone: [Diagnostic]

  init(from before: FindingList, to after: FindingList) {
    let (old, current) = (Self.named(before), Self.named(after))
    let known = Set(old.map(\.print))
    let left = Set(current.map(\.print))
    new = current.filter { !known.contains($0.print) }.map(\.finding)
    gone = old.filter { !left.contains($0.print) }.map(\.finding)
  }

  var isEmpty: Bool { new.isEmpty && gone.isEmpty }

  private static func named(_ findings: FindingList) -> [(print: String, finding: Diagnostic)] {
    var prints = FindingFingerprints()
    return findings.diagnostics.map { (prints.next($0), $0) }
  }

  /// What is new, what is gone, and what there is.
  func text(_ all: FindingList) -> String {
    let lines = Self.lines(new, "new ") + Self.lines(gone, "gone")
    return (lines + ["\(new.count) new, \(gone.count) gone · \(all.summary)"]).map { "\($0)\n" }.joined()
  }

  private static func lines(_ findings: [Diagnostic], _ word: String) -> [String] {
    ConciseRenderer.text(FindingList(findings)).split(separator: "\n").map { "\(word)  \($0)" }
  }
}
