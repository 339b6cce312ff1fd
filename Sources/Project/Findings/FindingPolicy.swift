package import Diagnostics

/// How a command ends because of its findings.
package enum FindingVerdict: Hashable, Sendable {
  /// Nothing at or above the fail level.
  case clean
  case findings
  /// An input cannot be read as what it is: the command is not done, whatever else it found.
  case unreadable

  /// - Parameter failLevel: nil: no finding fails the command.
  package init(_ findings: FindingList, failLevel: Severity?) {
    if findings.diagnostics.contains(where: \.isInputFailure) {
      self = .unreadable
    } else {
      self = findings.fails(at: failLevel) ? .findings : .clean
    }
  }
}

extension Diagnostic {
  /// A file that cannot be read as what it is.
  package var isInputFailure: Bool {
    guard severity == .error else { return false }
    let configuration: [DiagnosticCode] = [
      .rulesFileMissing, .duplicateDatabase, .unknownTarget, .unknownWorkloadName,
    ]
    return code.meansUnreadableInput || configuration.contains(code)
  }
}

/// Which findings are reported: what the flags select, minus what the flags and `firebreak.json` ignore.
package struct FindingPolicy: Hashable, Sendable {
  package var select: [CodeSelector]
  package var ignore: [CodeSelector]
  /// Nil: no finding fails the command.
  package var failLevel: Severity?

  package init(select: [CodeSelector] = [], ignore: [CodeSelector] = [], failLevel: Severity? = .error) {
    self.select = select
    self.ignore = ignore
    self.failLevel = failLevel
  }

  /// - Parameters:
  ///   - isComplete: every check has run, so an entry of the settings that matched nothing is worth a warning.
  ///   - documentation: paths of documents beside an application: what their examples do is information.
  package func apply(
    to findings: [Diagnostic], settings: FirebreakSettings, isComplete: Bool, documentation: Set<String> = []
  ) -> FindingList {
    let findings = findings.map { finding in
      var leveled = settings.severities.applied(to: finding)
      guard !finding.isInputFailure, let path = finding.location?.source.path, documentation.contains(path) else {
        return leveled
      }
      leveled.severity = .info
      return leveled
    }
    // Codes that only a run or a later command reports cannot have matched here.
    let judged = settings.ignored.filter { entry in
      ["FB10", "FB20", "FB30", "FB31", "FB32", "FB33", "FB40", "FB41", "FB7004", "FB7006", "FB7010"].contains {
        entry.selector.text.uppercased().hasPrefix($0)
      }
    }
    let others = settings.ignored.filter { !judged.contains($0) }
    let remaining = FindingFilter(entries: others).apply(to: findings, complete: false)
    let filter = FindingFilter(select: select, ignore: ignore, entries: judged)
    return FindingList(SharedNeeds.related(filter.apply(to: remaining, complete: isComplete && select.isEmpty)))
  }
}
