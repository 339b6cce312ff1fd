import Diagnostics
import QueryScanner
import SourceTokens

/// A finding with the query that its message names.
struct QuestionedFinding {
  var finding: Diagnostic
  var query: String
  /// As of the request.
  var calledFrom: Set<String> = []
}

/// Functions that nothing in the sources calls, or only functions that nothing calls, and those of classes that nothing makes:
/// their names stand nowhere else. What production would refuse there it is never asked for, so that a missing index is a
/// warning, and what rules deny or a warning about indexes or rules is information. The same goes for what a function that is called asks for such functions alone.
///
/// The same goes for all of a file that nothing names with which the application is started, by way of others or not.
///
/// That says something of an application alone. Of a library, or of a part of an application, most functions are called
/// from elsewhere.
struct UncalledCode {
  /// Places of requests that only such functions send, with the name of the function.
  private var functions: [SourceLocation: String] = [:]
  private var names: Set<String> = []
  /// Files with requests that no start of the application leads to, by path: as they are shown.
  private var unreached: [String: String] = [:]

  /// Without anything to judge no source is read.
  init(of asked: [QuestionedFinding], _ others: [Diagnostic], in sources: SourceQueries, known: KnownMentions) {
    let grave = asked.filter { $0.finding.severity > .info }
    let places = Set((grave.map(\.finding) + others.filter { $0.severity == .error }).compactMap(\.location))
    var senders: Set<String> = []
    var owners: Set<String> = []
    var ofPlaces: [SourceLocation: Set<[String]>] = [:]
    let files = UnreachedFiles(among: Set(places.map(\.source.path)), of: sources.files).paths
    for source in sources.requests {
      // Somebody starts a script by hand.
      if files.contains(source.request.location.source.path), !source.isOfOneRun {
        unreached[source.request.location.source.path] = source.path
      }
      let name = Self.name(source.request.function)
      senders.insert(name)
      // What an SDK refuses is found where the query is built.
      let found = [source.request.location, source.request.refusal?.location].compactMap(\.self).filter(places.contains)
      guard !found.isEmpty else { continue }
      let owner = Self.owner(source.request.function)
      if let owner { owners.insert(owner) }
      for place in found { ofPlaces[place, default: []].insert([name] + (owner.map { [$0] } ?? [])) }
    }
    if ofPlaces.isEmpty { return }
    senders.remove("")
    let wanted = senders.union(grave.flatMap(\.calledFrom).map { Self.name($0) }).union(owners)
    let mentions = NameMentions(of: wanted, in: sources.files.sources, known: known)
    guard senders.count(where: mentions.isCalled) * 2 > senders.count else { return }
    let uncalled = mentions.uncalled()
    names = uncalled
    functions = ofPlaces.compactMapValues { $0.count == 1 ? $0.first?.first(where: uncalled.contains) : nil }
  }

  /// Without the types around it; empty outside of functions.
  private static func name(_ function: String?) -> String {
    guard let function, let dot = function.utf8.lastIndex(of: UInt8(ascii: ".")) else { return function ?? "" }
    return String(function[function.utf8.index(after: dot)...])
  }

  /// The class that it is a method of; nil where there is none.
  private static func owner(_ function: String?) -> String? {
    guard let function, function.first?.isUppercase == true, let dot = function.utf8.firstIndex(of: UInt8(ascii: "."))
    else { return nil }
    return String(function[..<dot])
  }

  func judged(_ finding: Diagnostic) -> Diagnostic {
    finding.severity == .error ? judged(QuestionedFinding(finding: finding, query: "")) : finding
  }

  func judged(_ question: QuestionedFinding) -> Diagnostic {
    let finding = question.finding
    guard finding.severity > .info, let reason = reason(question) else { return finding }
    var judged = finding
    // A missing index is worth having before somebody calls it; what rules deny is for whoever does so.
    let isWorthActing = finding.severity == .error && ![.listNotProvable, .documentDenied].contains(finding.code)
    judged.severity = isWorthActing ? .warning : .info
    judged.isUncalled = true
    judged.notes.append(reason)
    return judged
  }

  /// Why nothing asks for what is found; nil where something does.
  private func reason(_ question: QuestionedFinding) -> String? {
    if let path = question.finding.location.flatMap({ unreached[$0.source.path] }) {
      return "nothing that the application is started with names \(QuotedText.singleLine(path))"
    }
    guard let uncalled = uncalled(question) else { return nil }
    let others =
      switch uncalled.count {
      case 1: ""
      case 2: " or `\(uncalled[1])`"
      default: " or \(uncalled.count - 1) other functions that ask the same"
      }
    return "nothing in the sources calls `\(uncalled[0])`\(others)"
  }

  /// The functions without callers for which alone it is asked, in order; nil where others ask it.
  private func uncalled(_ question: QuestionedFinding) -> [String]? {
    if let sender = question.finding.location.flatMap({ functions[$0] }) { return [sender] }
    let callers = Set(question.calledFrom.map { Self.name($0) })
    return callers.isEmpty || !callers.isSubset(of: names) ? nil : callers.sorted()
  }
}

/// A function where it is declared, as text.
struct DeclarationText {
  private let name: String
  private let line: String
  /// The line above.
  private let above: String
  private let after: String
  private let language: SourceLanguage?

  init(at range: Range<Int>, of source: SourceText) {
    let bytes = source.bytes
    func lineStart(_ index: Int) -> Int { bytes[..<index].lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0 }
    let start = lineStart(range.lowerBound)
    let end = bytes[range.upperBound...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count
    func text(_ range: Range<Int>) -> String {
      String(decoding: bytes[range], as: UTF8.self).split(separator: " ").joined(separator: " ")
    }
    name = text(range)
    line = text(start..<end)
    after = text(range.upperBound..<end)
    above = start > 0 ? text(lineStart(start - 1)..<start - 1) : ""
    language = SourceLanguage(fileName: source.path)
  }

  /// Whether only code that names it can call it: no framework does so for what it overrides, for what an annotation or
  /// a place in a file makes known to it, or for a value that another function has made.
  var isPlain: Bool {
    if isClass { return isPlainClass }
    guard let language, let first = name.unicodeScalars.first,
      ("a"..."z").contains(first) || first == "_" || isComponent, !Self.ofFrameworks.contains(name),
      !Self.isHandler(name), !above.hasPrefix("@"), !line.contains("@")
    else { return false }
    let words = line.split { !$0.isLetter }
    if words.contains(where: { Self.marks.contains($0) }) { return false }
    switch language.family {
    case .script:
      if isComponent, after.hasPrefix(":"), [" = (", " = async ("].contains(where: after.contains) { return true }
      return ["(", "<", "= (", "= async", "= function", ": (", ": async", ": function"].contains(where: after.hasPrefix)
    default: return after.hasPrefix("(") || after.hasPrefix("<")
    }
  }

  /// A function of a script called like a class, as those are that make something of a page. Names of requests (`GET`) are
  /// called by frameworks.
  private var isComponent: Bool {
    language?.family == .script && name.first?.isUppercase == true && name.contains { $0.isLowercase }
  }

  private var isClass: Bool { line.firstRange(of: "class \(name)") != nil }

  /// Whether only code that names it can make one: what an annotation makes known, frameworks and generated code make.
  private var isPlainClass: Bool {
    guard language?.family == .script || language?.family == .dart, !above.hasPrefix("@"), !line.contains("@")
    else { return false }
    return !line.split { !$0.isLetter }.contains { Self.marks.contains($0) }
  }

  /// `onCreate`, `ngOnInit`
  private static func isHandler(_ name: String) -> Bool {
    ["on", "ng", "handle", "did", "will"].contains { prefix in
      name.hasPrefix(prefix) && name.dropFirst(prefix.count).first?.isUppercase == true
    }
  }

  private static let marks: Set<Substring> = ["override", "default", "exports", "actual", "operator", "external"]

  /// What frameworks and runtimes call by its name.
  private static let ofFrameworks: Set<String> = [
    "main", "build", "setup", "run", "handler", "execute", "invoke", "call", "load", "loader", "action", "actions",
    "middleware", "default", "init", "deinit", "body", "render", "mounted", "created", "fetch", "asyncData", "up",
    "down",
    "start", "resolve", "transform", "intercept", "canActivate", "getServerSideProps", "getStaticProps",
    "getStaticPaths", "generateMetadata", "generateStaticParams", "initState", "dispose", "application", "scene",
    "messaging", "collectionView", "tableView", "perform", "process", "doWork", "lambda_handler", "get", "set",
    "update",
    "register", "boot", "bootstrap", "activate", "sitemap", "command", "ErrorBoundary", "HydrateFallback", "Layout",
  ]
}
