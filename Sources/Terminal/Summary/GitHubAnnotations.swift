package import Diagnostics

/// The annotations of a job. GitHub shows ten of a step and drops the others without a word, so the ten that matter are
/// chosen here: one of each cause, the gravest causes first, then further places of them.
package enum GitHubAnnotations {
  package static let most = 10

  package static func text(_ findings: FindingList, paths: RepositoryPaths) -> String {
    let all = findings.diagnostics
    guard all.count > most else { return GitHubRenderer.text(findings, paths: paths) }
    let chosen = chosen(of: all)
    let rest = all.count - chosen.count
    return GitHubRenderer.text(FindingList(chosen), paths: paths)
      + "\(Counted.text(rest, "more finding")): see the summary of the job, or `firebreak check -o full`\n"
  }

  private static func chosen(of findings: [Diagnostic]) -> [Diagnostic] {
    let causes = FindingSection.allCases.flatMap { section in
      FindingCause.causes(of: findings.filter { FindingSection($0, isAboutDocuments: false) == section })
    }
    let grave = Severity.allCases.sorted(by: >).flatMap { severity in causes.filter { $0.severity == severity } }
    let first = grave.compactMap { cause in cause.findings.first.map { named($0, cause.findings.count) } }
    let further = grave.flatMap { $0.findings.dropFirst() }
    return Array((first + further).prefix(most))
  }

  private static func named(_ finding: Diagnostic, _ count: Int) -> Diagnostic {
    guard count > 1 else { return finding }
    var named = finding
    named.notes.append("the same at \(Counted.text(count - 1, "other place"))")
    return named
  }
}
