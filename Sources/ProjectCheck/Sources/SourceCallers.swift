import Diagnostics
import FirestoreRulesEvaluator
import Project
import QueryScanner
import SourceTokens

/// A remark `firebreak: as NAME`.
private struct CallerRemark {
  var lines: ClosedRange<Int>
  var actor: String
  var location: SourceLocation
  var isUsed = false
}

/// Decides who asks: a remark beside the request, else the pattern of the settings, else the SDK.
struct SourceCallers {
  private let project: Project
  /// Remarks `firebreak: as NAME` by the path of their source.
  private var remarks: [String: [CallerRemark]] = [:]
  private(set) var findings: [Diagnostic] = []
  /// Entries of the settings that no source and no remark has used, in their order.
  private var unusedEntries: [ActorEntry]

  /// - Parameter paths: of all sources, below the root of the project.
  init(_ project: Project, remarks: [LocatedRemark], of paths: [String]) {
    self.project = project
    unusedEntries = project.settings.actors.filter { entry in
      let pattern = GlobPattern(entry.key)
      return !paths.contains { pattern.matches($0) }
    }
    for located in remarks {
      guard let name = Self.actor(in: located.remark.text) else { continue }
      let place = located.source.location(located.remark.span)
      guard known(name) != nil else {
        findings.append(unknown(name, at: place))
        continue
      }
      unusedEntries.removeAll { $0.key == name }
      self.remarks[located.source.path, default: []].append(
        CallerRemark(lines: RemarkScope.lines(of: located, LineTable(located.source)), actor: name, location: place))
    }
    for entry in project.settings.actors {
      if case .name(let name) = entry.meaning, known(name) == nil { findings.append(unknown(name, at: entry.location)) }
    }
  }

  /// - Parameter path: of the source, below the root of the project.
  mutating func caller(of request: ScannedRequest, in path: String) -> SourceCaller {
    let file = request.location.source.path
    if let here = remarks[file] {
      let line = request.location.position.line
      // The nearest one before the request counts.
      if let found = here.lastIndex(where: { $0.lines.contains(line) }), let caller = known(here[found].actor) {
        remarks[file]?[found].isUsed = true
        return caller
      }
    }
    if case .named(let name) = request.caller, let caller = known(name) { return caller }
    for entry in project.settings.actors where GlobPattern(entry.key).matches(path) {
      switch entry.meaning {
      case .actor(let caller): return caller
      case .name(let name): if let caller = known(name) { return caller }
      }
    }
    switch request.caller {
    case .admin: return .admin
    case .signedOut: return .anonymous
    case .client, .unstated, .named: return .signedIn
    }
  }

  /// FB0009 for every remark that was not used: what it was to speak about is elsewhere, or not seen.
  var unused: [Diagnostic] {
    remarks.values.joined().filter { !$0.isUsed }.map { remark in
      Diagnostic(
        .unusedSuppression, "no request follows the comment that says who asks (\(QuotedText.of(remark.actor)))",
        at: remark.location, help: "move it above the statement that sends the request, or remove it")
    }
  }

  /// FB0009 for every entry of the settings that decides nothing: no source has such a path, and no remark the name. One
  /// that says more of somebody than a word may be there for later.
  var unusedSettings: [Diagnostic] {
    let named = project.settings.actors.compactMap { if case .name(let name) = $0.meaning { name } else { nil } }
    return unusedEntries.compactMap { entry in
      guard !named.contains(entry.key), !entry.isDescribed || entry.key.contains(where: { "*/".contains($0) }) else {
        return nil
      }
      // A name that nobody has is reported as that.
      if case .name(let name) = entry.meaning, known(name) == nil { return nil }
      return Diagnostic(
        .unusedSuppression, "no source matches \(QuotedText.of(entry.key, limit: 200)), so nobody asks as this actor",
        at: entry.location,
        help: "correct the pattern, which counts from the folder of `firebreak.json`, or remove the entry")
    }
  }

  private func known(_ name: String) -> SourceCaller? {
    switch name {
    case "admin": return .admin
    case "anonymous": return .anonymous
    case "signed-in": return .signedIn
    default:
      for entry in project.settings.actors where entry.key == name {
        if case .actor(let caller) = entry.meaning { return caller }
      }
      return nil
    }
  }

  private func unknown(_ name: String, at place: SourceLocation) -> Diagnostic {
    let names =
      ["admin", "anonymous", "signed-in"]
      + project.settings.actors.compactMap { if case .actor = $0.meaning { $0.key } else { nil } }
    return Diagnostic(
      .unknownWorkloadName, "there is no actor \(QuotedText.of(name))", at: place, severity: .warning,
      help: NearestName.of(name, among: names.sorted()).map { "did you mean `\($0)`?" }
        ?? "the actors are `admin`, `anonymous`, `signed-in` and those of `actors` in `firebreak.json`")
  }

  /// `firebreak: as NAME`
  private static func actor(in text: String) -> String? {
    guard text.hasPrefix("firebreak:") else { return nil }
    let words = text.dropFirst("firebreak:".count).split(whereSeparator: \.isWhitespace)
    guard words.count >= 2, words[0] == "as" else { return nil }
    return String(words[1])
  }
}
