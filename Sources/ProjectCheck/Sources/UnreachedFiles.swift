import Diagnostics
import Project
import SourceTokens
import StructuredText

/// Files of packages of which it is known what starts them, and that nothing names which is started, by way of others or not:
/// what they ask is asked by nobody.
///
/// A Dart application is started by `main`, and functions by the `main` of their `package.json`. Files are taken for named by
/// whatever mentions the last part of their path: a file too few is found, and never one that is used. Other packages,
/// above all those of web frameworks, find files by rules of their own: nothing is said of them.
struct UnreachedFiles {
  /// By path.
  private(set) var paths: Set<String> = []

  /// - Parameter asking: the files that matter.
  init(among asking: Set<String>, of files: SourceFiles) {
    let packages = files.configuration.compactMap(StartedPackage.init).sorted {
      $0.folder.utf8.count > $1.folder.utf8.count
    }
    guard packages.contains(where: { package in package.isJudged && asking.contains(where: package.contains) }) else {
      return
    }
    // Each file is of the innermost package around it.
    var sources = files.sources.filter { SourceLanguage(fileName: $0.path) != .markdown }
    for package in packages {
      let own = sources.filter { package.contains($0.path) }
      sources.removeAll { package.contains($0.path) }
      if package.isJudged { paths.formUnion(package.unreached(among: own.filter(package.isOfLanguage))) }
    }
    paths.formIntersection(asking)
  }
}

/// A package whose files something starts.
private struct StartedPackage {
  private enum Start {
    case dartMain
    /// Paths below the folder, without their endings; and commands, which may name others.
    case functions(main: [String], commands: [String])
    case unknown
  }

  let folder: String
  private let start: Start

  init?(_ file: SourceText) {
    folder = DisplayPath.folder(of: file.path)
    switch DisplayPath.name(of: file.path) {
    case "pubspec.yaml": start = .dartMain
    case "package.json":
      guard let node = JSONReader.read(file, .lenient).valid else { return nil }
      start = Self.start(node)
    default: return nil
    }
  }

  var isJudged: Bool { if case .unknown = start { false } else { true } }

  func contains(_ path: String) -> Bool { folder == "." || path.hasPrefix(folder + "/") }

  func isOfLanguage(_ source: SourceText) -> Bool {
    let family = SourceLanguage(fileName: source.path)?.family
    if case .dartMain = start { return family == .dart }
    return family == .script
  }

  /// Functions alone: where an application stands in the same package, that is started otherwise.
  private static func start(_ node: Node) -> Start {
    let names = Set(["dependencies", "devDependencies"].flatMap { node.member($0)?.keys ?? [] })
    guard names.contains("firebase-functions"), names.isDisjoint(with: others) else { return .unknown }
    let main = node.member("main")?.text ?? "index.js"
    var parts = main.split(separator: "/").filter { $0 != "." }.map(String.init)
    guard let last = parts.popLast() else { return .unknown }
    let stem = last.hasSuffix(".js") || last.hasSuffix(".cjs") || last.hasSuffix(".mjs") ? withoutEnding(last) : last
    var mains = [(parts + [stem]).joined(separator: "/")]
    // What a compiler has made of a source.
    if let first = parts.first, ["lib", "dist", "build", "out"].contains(first) {
      let below = parts.dropFirst() + [stem]
      mains += [below.joined(separator: "/"), (["src"] + below).joined(separator: "/")]
    }
    let commands = ["scripts", "bin"].flatMap { node.member($0)?.texts ?? [] }
    return .functions(main: mains, commands: commands)
  }

  private static let others: Set<String> = [
    "firebase", "next", "react", "react-scripts", "vue", "@angular/core", "svelte", "vite", "expo", "react-native",
    "electron", "nuxt", "astro", "better-firebase-functions", "@nestjs/core", "tsoa",
  ]

  private static func withoutEnding(_ name: String) -> String {
    name.lastIndex(of: ".").map { String(name[..<$0]) } ?? name
  }

  /// None where nothing is found that it is started with, or code looks for files itself.
  func unreached(among sources: [SourceText]) -> Set<String> {
    var rest = sources
    var reached: [SourceText] = []
    func move(where isReached: (SourceText) -> Bool) {
      let first = rest.partition { isReached($0) }
      reached = Array(rest[first...])
      rest.removeSubrange(first...)
    }
    guard sources.contains(where: isApplication) else { return [] }
    move { isStart($0) || mayBeLoaded($0) }
    let all = Set(sources.map { DisplayPath.name(of: $0.path) })
    var named: Set<String> = []
    while !reached.isEmpty, !rest.isEmpty {
      for source in reached {
        let mentions = FileMentions.of(source)
        if mentions.findsFiles { return [] }
        named.formUnion(mentions.names)
      }
      // Generated code that is not there may name any file.
      let isGenerated = named.contains { name in
        (name.hasSuffix(".gr.dart") || name.hasSuffix(".config.dart")) && !all.contains(name)
      }
      if isGenerated { return [] }
      move { isNamed($0, among: named) }
    }
    return Set(rest.map(\.path))
  }

  /// A library has `main` only in its tools and examples.
  private func isApplication(_ source: SourceText) -> Bool {
    guard case .dartMain = start else { return isStart(source) }
    return isStart(source) && source.path.hasPrefix(folder == "." ? "lib/" : folder + "/lib/")
  }

  private func isStart(_ source: SourceText) -> Bool {
    switch start {
    case .dartMain: source.path.hasSuffix(".dart") && FileMentions.of(source).hasMain
    case .functions(let main, _):
      main.contains(Self.withoutEnding(String(source.path.dropFirst(folder == "." ? 0 : folder.utf8.count + 1))))
    case .unknown: true
    }
  }

  /// By a command, or by a tool that looks for its settings.
  private func mayBeLoaded(_ source: SourceText) -> Bool {
    guard case .functions(_, let commands) = start else { return false }
    let name = DisplayPath.name(of: source.path)
    return name.contains(".config.") || commands.contains { $0.contains(Self.withoutEnding(name)) }
  }

  /// A folder is named where its `index` is meant.
  private func isNamed(_ source: SourceText, among names: Set<String>) -> Bool {
    let name = DisplayPath.name(of: source.path)
    if case .dartMain = start { return names.contains(name) }
    let stem = Self.withoutEnding(name)
    if names.contains(name) || names.contains(stem) { return true }
    let folder = DisplayPath.name(of: DisplayPath.folder(of: source.path))
    return stem == "index" && (names.contains(folder) || names.contains(".") || names.contains(".."))
  }
}

extension Node {
  fileprivate func member(_ key: String) -> Node? {
    if case .object(let members) = content { members.first { $0.key == key }?.value } else { nil }
  }

  fileprivate var keys: [String] { if case .object(let members) = content { members.map(\.key) } else { [] } }
  fileprivate var texts: [String] {
    if case .object(let members) = content { members.compactMap(\.value.text) } else { text.map { [$0] } ?? [] }
  }

  fileprivate var text: String? { if case .string(let text) = content { text } else { nil } }
}
