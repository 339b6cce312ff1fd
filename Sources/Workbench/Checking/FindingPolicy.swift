package import Diagnostics

/// Which findings are reported, and how a command ends because of them.
package struct FindingPolicy: Hashable, Sendable {
  /// Prefixes of codes; empty selects everything.
  package var selected: [String]
  package var ignored: [String]
  /// Nil: no finding fails the command.
  package var failLevel: Severity?

  package init(selected: [String] = [], ignored: [String] = [], failLevel: Severity? = .error) {
    self.selected = selected
    self.ignored = ignored
    self.failLevel = failLevel
  }

  package enum Verdict: Hashable, Sendable {
    /// Nothing at or above the fail level.
    case clean
    case findings
    /// An input cannot be read as what it is.
    case unreadable
  }

  package func verdict(on findings: [Diagnostic]) -> Verdict {
    if findings.contains(where: \.isInputFailure) { return .unreadable }
    guard let failLevel else { return .clean }
    return findings.contains { $0.severity >= failLevel } ? .findings : .clean
  }

  /// What the flags leave of the findings. Inputs that cannot be read are always reported.
  package func filter(_ findings: [Diagnostic]) -> [Diagnostic] {
    findings.filter { finding in
      if finding.isInputFailure { return true }
      let isSelected = selected.isEmpty || selected.contains { finding.code.id.hasPrefix($0) }
      return isSelected && !ignored.contains { finding.code.id.hasPrefix($0) }
    }
  }
}

extension Diagnostic {
  /// A file that cannot be read as what it is: the command is not done, whatever else it found.
  package var isInputFailure: Bool {
    guard severity == .error else { return false }
    let codes: [DiagnosticCode] = [
      .configInvalid, .rulesFileMissing, .duplicateDatabase, .unknownTarget, .malformedInput, .unknownKey, .wrongType,
      .duplicateKey, .unknownWorkloadName,
    ]
    return codes.contains { $0.number == code.number }
  }
}

extension Project {
  /// Leaves out what `firebreak.json` ignores. Entries that ignore nothing are reported (FB0009) when the findings are
  /// those of the whole project and the code is one that checking can find.
  package func applyingIgnores(to findings: [Diagnostic], isWhole: Bool) -> [Diagnostic] {
    var used: Set<Int> = []
    let kept = findings.filter { finding in
      if finding.isInputFailure { return true }
      let matching = settings.ignored.indices.filter { ignores(settings.ignored[$0], finding) }
      used.formUnion(matching)
      return matching.isEmpty
    }
    guard isWhole else { return kept }
    let unused = settings.ignored.indices.filter { index in
      let code = settings.ignored[index].code
      return !used.contains(index) && ["FB10", "FB20", "FB7004", "FB7006", "FB7010"].contains(where: code.hasPrefix)
    }
    return kept
      + unused.map { index in
        Diagnostic(
          .unusedSuppression, "ignoring \(QuotedText.of(settings.ignored[index].code)) here has no effect",
          at: settings.ignored[index].location, help: "remove the entry")
      }
  }

  private func ignores(_ entry: FirebreakSettings.IgnoredFinding, _ finding: Diagnostic) -> Bool {
    guard finding.code.id.hasPrefix(entry.code) else { return false }
    guard let pattern = entry.path else { return true }
    guard let path = finding.location?.source.path else { return false }
    let base = ProjectFolder.workingDirectory
    let here = DisplayPath.absolute(root, from: base)
    let there = DisplayPath.absolute(path, from: base)
    guard DisplayPath.contains(here, there) else { return false }
    let relative = here == "/" ? there.dropFirst() : there.dropFirst(here.count + 1)
    return PathPatternMatch.matches(pattern, String(relative))
  }
}

/// `*` stands for anything within a folder, `**` for any number of folders.
package enum PathPatternMatch {
  package static func matches(_ pattern: String, _ path: String) -> Bool {
    let wanted = pattern.split(separator: "/")[...]
    return matches(folders: wanted, path.split(separator: "/")[...])
  }

  /// Backtracks to the last `**` only: everything before it is settled, so the work is bounded by the product of the
  /// lengths.
  private static func matches(folders pattern: ArraySlice<Substring>, _ path: ArraySlice<Substring>) -> Bool {
    backtrack(pattern, path, isStar: { $0 == "**" }) { matches(name: $0, $1) }
  }

  private static func matches(name pattern: Substring, _ name: Substring) -> Bool {
    backtrack(Array(pattern)[...], Array(name)[...], isStar: { $0 == "*" }) { $0 == $1 }
  }

  private static func backtrack<Part>(
    _ pattern: ArraySlice<Part>, _ text: ArraySlice<Part>, isStar: (Part) -> Bool, _ equal: (Part, Part) -> Bool
  ) -> Bool {
    var (p, t) = (pattern.startIndex, text.startIndex)
    var resume: (pattern: Int, text: Int)?
    while t < text.endIndex {
      if p < pattern.endIndex, isStar(pattern[p]) {
        resume = (p + 1, t)
        p += 1
      } else if p < pattern.endIndex, equal(pattern[p], text[t]) {
        p += 1
        t += 1
      } else if let (star, start) = resume {
        resume = (star, start + 1)
        (p, t) = (star, start + 1)
      } else {
        return false
      }
    }
    return pattern[p...].allSatisfy(isStar)
  }
}
