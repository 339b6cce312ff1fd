package import Diagnostics
import Project
import QueryScanner
import SourceTokens

/// The sources and documents below some places, as a search for queries reads them.
package struct SourceFiles: Sendable {
  package enum Reason: Hashable, Sendable {
    /// A pattern of a `.gitignore` file.
    case ignored
    /// Hidden, or a folder of build products or of other people's code.
    case folderOfOthers
    /// Written by a tool: generated, only declarations, or compiled from the source beside it.
    case generated
    /// Code without lines, or too long for a person, as a build writes it.
    case minified
    case tooLarge(bytes: Int)
    /// A link to what is read anyway, or to nothing.
    case link
    case unreadable
    /// A folder with databases of its own.
    case otherProject
    case tooDeep
    /// It tests the application.
    case test
  }

  package struct Omission: Hashable, Sendable {
    package var path: String
    package var reason: Reason
  }

  /// In the order of their paths, each once.
  package var sources: [SourceText] = []
  /// Sources that test the application; empty when nobody asked for them.
  package var tests: [SourceText] = []
  /// Files that say where modules are: `package.json`, `tsconfig.json`, `pubspec.yaml` and the like; and those of data that
  /// scripts import.
  package var configuration: [SourceText] = []
  /// Files of our languages and whole folders that were not read.
  package var omissions: [Omission] = []
  /// Places that were asked for and cannot be read, and sources that may ask for something and were not read: nothing is
  /// known about them, so that a check must not pass for one of the whole.
  package var findings: [Diagnostic] = []

  /// A bundle is not what somebody wrote.
  package static let maximumBytes = 1_048_576

  /// - Parameters:
  ///   - places: folders, or files, which are read whatever a `.gitignore` says and whatever they test.
  ///   - others: absolute folders that belong to other projects.
  ///   - includesTests: tests that folders hold are read, too, apart from the rest.
  package static func read(
    _ places: [String], leavingOut others: Set<String> = [], includesTests: Bool = false
  ) -> SourceFiles {
    var search = SourceSearch(places: places, others: others)
    // What is named is read, whatever a folder that holds it would leave out.
    for place in places where InputFile.kind(place) == .file { search.add(named: place) }
    for place in places where InputFile.kind(place) == .folder { search.walk(place) }
    return search.finish(includesTests: includesTests)
  }

  /// Whether a text is read wherever another one of the same path is.
  static func reads(_ text: SourceText, like other: SourceText) -> Bool {
    func isOrdinary(_ source: SourceText) -> Bool {
      source.isReadable
        && !(BuiltScript.isName(source.path)
          && (BuiltScript.isMinified(source.bytes) || BuiltScript.isMapped(source.bytes)))
    }
    return isOrdinary(text) && isOrdinary(other) && TestSources.isTest(text) == TestSources.isTest(other)
  }

  /// Whether a file is one that ``read(_:)`` reads.
  package static func isSource(_ path: String) -> Bool { SourceLanguage(fileName: DisplayPath.name(of: path)) != nil }

  fileprivate static func isConfiguration(_ name: String) -> Bool {
    name == "package.json" || name == "pubspec.yaml"
      || name.hasSuffix(".json") && (name.hasPrefix("tsconfig") || name.hasPrefix("jsconfig"))
  }
}

private struct SourceSearch {
  private static let known = TextMemory<(source: SourceText, isUnmarked: Bool)>()

  private var files = SourceFiles()
  private var known: Set<String> = []
  private let start = ProjectFolder.workingDirectory
  /// What is read anyway, without links.
  private let places: [String]
  /// Folders that it was asked for, as they are written.
  private let folders: [String]
  /// Files that it was asked for by name.
  private var named: Set<String> = []
  private var unreadLanguages = UnreadLanguages()
  /// Files that scripts may import as values.
  private var data: [String] = []
  /// Folders that links have led to, without links.
  private var followed: Set<String> = []
  /// Folders of other projects.
  private let others: Set<String>

  init(places: [String], others: Set<String>) {
    self.others = others
    folders = places.filter { InputFile.kind($0) == .folder }.sorted { $0.count > $1.count }
    self.places = places.filter { InputFile.kind($0) == .folder }.map(InputFile.withoutLinks)
  }

  mutating func finish(includesTests: Bool) -> SourceFiles {
    files.findings += unreadLanguages.findings
    leaveOutCompiled()
    separateTests(isKept: includesTests)
    let imported = ImportedData(of: files.sources)
    for path in data where imported.mayContain(path) { add(configuration: path) }
    files.sources.sort { $0.path.utf8.lexicographicallyPrecedes($1.path.utf8) }
    files.omissions.sort { $0.path.utf8.lexicographicallyPrecedes($1.path.utf8) }
    files.configuration.sort { $0.path.utf8.lexicographicallyPrecedes($1.path.utf8) }
    files.tests.sort { $0.path.utf8.lexicographicallyPrecedes($1.path.utf8) }
    return files
  }

  /// A compiler writes the folder of its output beside that of the sources.
  private mutating func leaveOutCompiled() {
    let sources = Dictionary(
      grouping: files.sources.map(\.path).filter(BuiltScript.isSource), by: DisplayPath.name)
    if sources.isEmpty { return }
    let compiled = files.sources.filter { source in
      !named.contains(source.path) && BuiltScript.isName(source.path) && BuiltScript.isMapped(source.bytes)
        && BuiltScript.isCompiled(source.path, from: sources)
    }
    let paths = Set(compiled.map(\.path))
    files.sources.removeAll { paths.contains($0.path) }
    files.omissions += compiled.map { SourceFiles.Omission(path: $0.path, reason: .generated) }
  }

  private mutating func separateTests(isKept: Bool) {
    let tests = TestSources(among: files.sources, beside: files.configuration) { path in
      folders.lazy.filter { path.hasPrefix($0 + "/") }.first.map { String(path.dropFirst($0.count + 1)) } ?? path
    }
    let found = files.sources.filter { tests.contains($0) && !named.contains($0.path) }
    let paths = Set(found.map(\.path))
    files.sources.removeAll { paths.contains($0.path) }
    if isKept { files.tests = found }
    files.omissions += isKept ? [] : found.map { SourceFiles.Omission(path: $0.path, reason: .test) }
  }

  /// A file that the search was asked for.
  mutating func add(named path: String) {
    named.insert(path)
    add(file: path)
  }

  /// - Parameter real: the same place without links, when links lead to it.
  mutating func add(file path: String, real: String? = nil) {
    guard known.insert(real ?? DisplayPath.absolute(path, from: start)).inserted else { return }
    do throws(InputFileError) {
      let (source, isUnmarked) = Self.known.fact(of: try InputFile.read(path)) { $0.readable }
      guard named.contains(path) || !isMinified(source) else { return leaveOut(minified: source) }
      files.sources.append(source)
      if isUnmarked, SourceEncoding.mentionsFirebase(source.bytes) {
        files.findings.append(UnreadSource.unmarked(source))
      }
    } catch {
      files.omissions.append(SourceFiles.Omission(path: path, reason: .unreadable))
      files.findings.append(error.diagnostic)
    }
  }

  /// Where it cannot be read, modules are found without it.
  private mutating func add(configuration path: String) {
    guard let source = try? InputFile.read(path) else { return }
    files.configuration.append(source)
  }

  /// A file that is too large to have been written by hand. One that speaks of Firebase may ask for something.
  private mutating func leaveOut(_ path: String, bytes: Int) {
    let source = try? InputFile.read(path)
    if let source, BuiltScript.isName(source.path), BuiltScript.isBundle(source.bytes) {
      guard known.insert(DisplayPath.absolute(path, from: start)).inserted else { return }
      return leaveOut(minified: source)
    }
    omit(path, .tooLarge(bytes: bytes))
    if let source, !SourceEncoding.mentionsFirebase(source.bytes) { return }
    files.findings.append(UnreadSource.tooLarge(path, bytes: bytes))
  }

  private func isMinified(_ source: SourceText) -> Bool {
    BuiltScript.isName(source.path) && BuiltScript.isMinified(source.bytes)
  }

  private mutating func leaveOut(minified source: SourceText) {
    files.omissions.append(SourceFiles.Omission(path: source.path, reason: .minified))
    guard SourceEncoding.mentionsFirebase(source.bytes) else { return }
    files.findings.append(UnreadSource.minified(source))
  }

  private struct Folder {
    var path: String
    /// From the folder that ignore rules count from.
    var names: [[UInt8]]
    var rules: IgnoreRules
    var depth: Int
    /// The same place without links, when links lead to it.
    var real: String?

    func entry(_ name: String) -> String? { real.map { DisplayPath.join($0, name) } }
  }

  mutating func walk(_ root: String) {
    let (names, rules) = IgnoreRules.above(DisplayPath.absolute(root, from: start))
    var waiting = [Folder(path: root, names: names, rules: rules, depth: 0)]
    while var folder = waiting.popLast() {
      if let real = folder.real, !followed.insert(real).inserted {
        omit(folder.path, .link)
        continue
      }
      guard let content = FolderListing.names(in: folder.path) else {
        omit(folder.path, .unreadable)
        files.findings.append(
          folder.depth == 0
            ? InputFileError(path: root, reason: .unreadable).diagnostic : UnreadSource.folder(folder.path))
        continue
      }
      if folder.depth > 0, belongsToOthers(folder, content) {
        omit(folder.path, .otherProject)
        continue
      }
      if content.contains(".gitignore") { folder.rules.read(in: folder.path, depth: folder.names.count) }
      let names = Set(content)
      for name in content {
        guard !BuiltScript.isCompiled(name, beside: names) else {
          omit(DisplayPath.join(folder.path, name), .generated)
          continue
        }
        visit(name, in: folder, &waiting)
      }
    }
  }

  /// A link is no folder of this repository: where it leads to a project, that is another one.
  private func belongsToOthers(_ folder: Folder, _ content: [String]) -> Bool {
    if others.contains(DisplayPath.absolute(folder.path, from: start)) { return true }
    return folder.real != nil && content.contains(ProjectFiles.configuration)
      && Project.configuresDatabases(folder.path) == true
  }

  private mutating func visit(_ name: String, in folder: Folder, _ waiting: inout [Folder]) {
    let path = DisplayPath.join(folder.path, name)
    let isSource = SourceFiles.isSource(name)
    guard !name.hasPrefix(".") else { return }
    guard let kind = FolderListing.kind(of: path) else {
      // The name as it is shown is not the one that the system knows. Without an ending it may be that of a folder.
      let isOddName = name.unicodeScalars.contains("\u{FFFD}") && (isSource || !name.contains("."))
      if isOddName { files.findings.append(UnreadSource.oddName(path, isSource: isSource)) }
      return
    }
    switch kind {
    case .folder: add(folder: name, in: folder, real: folder.entry(name), isLink: false, &waiting)
    case .file(let bytes):
      if isSource {
        add(file: name, of: bytes, in: folder, real: folder.entry(name))
      } else if !folder.rules.ignores(folder.names + [Array(name.utf8)], isFolder: false) {
        if SourceFiles.isConfiguration(name) {
          if bytes <= SourceFiles.maximumBytes { add(configuration: path) }
        } else if name.hasSuffix(".json"), bytes <= ImportedData.maximumBytes {
          data.append(path)
        }
        unreadLanguages.visit(path, bytes: bytes)
      }
    case .link: follow(name, in: folder, &waiting)
    case .other: break
    }
  }

  private mutating func add(
    folder name: String, in folder: Folder, real: String?, isLink: Bool, _ waiting: inout [Folder]
  ) {
    let path = DisplayPath.child(name, of: folder.path, startedIn: start)
    let names = folder.names + [Array(name.utf8)]
    if ProjectFolder.foldersOfOthers.contains(name) {
      omit(path, .folderOfOthers)
      // To git a link is no folder.
    } else if folder.rules.ignores(names, isFolder: !isLink) {
      omit(path, .ignored)
    } else if folder.depth >= ProjectFolder.maximumDepth {
      omit(path, .tooDeep)
      files.findings.append(UnreadSource.tooDeep(path))
    } else {
      waiting.append(
        Folder(path: path, names: names, rules: folder.rules.inside(names), depth: folder.depth + 1, real: real))
    }
  }

  private mutating func add(file name: String, of bytes: Int, in folder: Folder, real: String?) {
    let path = DisplayPath.join(folder.path, name)
    if folder.rules.ignores(folder.names + [Array(name.utf8)], isFolder: false) {
      omit(path, .ignored)
    } else if GeneratedSource.isName(name) {
      omit(path, .generated)
    } else if bytes > SourceFiles.maximumBytes {
      leaveOut(path, bytes: bytes)
    } else {
      add(file: path, real: real)
    }
  }

  /// A link to a place outside of what is read anyway is read as if it were there.
  private mutating func follow(_ name: String, in folder: Folder, _ waiting: inout [Folder]) {
    let path = DisplayPath.join(folder.path, name)
    let target = FolderListing.target(of: path)
    let isKnown = target.map { target in
      places.contains { DisplayPath.contains($0, target.path) || DisplayPath.contains(target.path, $0) }
    }
    switch target?.kind {
    case .folder?:
      guard isKnown == false else { return omit(path, .link) }
      add(folder: name, in: folder, real: target?.path, isLink: true, &waiting)
    case .file(let bytes)? where SourceFiles.isSource(name):
      guard isKnown == false else { return omit(path, .link) }
      add(file: name, of: bytes, in: folder, real: target?.path)
    case nil where SourceFiles.isSource(name): omit(path, .link)
    case .file?, .link?, .other?, nil: break
    }
  }

  private mutating func omit(_ path: String, _ reason: SourceFiles.Reason) {
    guard known.insert(DisplayPath.absolute(path, from: start)).inserted else { return }
    files.omissions.append(SourceFiles.Omission(path: path, reason: reason))
  }
}

/// Files that nobody writes by hand, by their names.
private enum GeneratedSource {
  private static let endings = [
    ".min.js", ".min.mjs", ".min.cjs", ".bundle.js", ".dart.js", ".d.ts", ".d.mts", ".d.cts",
    ".g.dart", ".freezed.dart",
    ".gr.dart", ".mocks.dart", ".pb.dart", ".pb.swift", ".pb.js", "_pb.js", "_pb.d.ts", "_pb2.py", "_pb2_grpc.py",
  ]

  static func isName(_ name: String) -> Bool {
    let lower = name.lowercased()
    // `main.dart.js_1.part.js`
    return endings.contains(where: lower.hasSuffix) || lower.contains(".dart.js_") && lower.hasSuffix(".part.js")
  }
}

/// FB0013 for what a search passes over although it may ask for something.
private enum UnreadSource {
  static func tooLarge(_ path: String, bytes: Int) -> Diagnostic {
    let limit = SourceFiles.maximumBytes / 1_048_576
    return finding(
      path,
      "the file was not read: it has \(Counted.grouped(bytes / 1024)) KiB, and sources of at most \(limit) MiB are read",
      // Nobody writes such a page: it is a report or a graph that a tool has made.
      severity: SourceLanguage(fileName: path) == .page ? .info : .error,
      notes: ["queries in it are not judged"],
      help:
        "divide it; if a tool makes it, add it to `.gitignore` or, with its path and a reason, to `ignore` in `firebreak.json`"
    )
  }

  static func minified(_ source: SourceText) -> Diagnostic {
    finding(
      source.path,
      "the file was not read: \(BuiltScript.isMinified(source.bytes) ? "it is minified" : "a build wrote it")",
      severity: .info,
      notes: ["queries in it are judged where the sources stand that it was built from"],
      help: "to have it read all the same, name it: `firebreak check \(QuotedText.singleLine(source.path))`")
  }

  static func oddName(_ path: String, isSource: Bool) -> Diagnostic {
    finding(
      path, "what is here was not read: its name is not valid UTF-8", severity: isSource ? .error : .warning,
      help: "give it another name")
  }

  static func folder(_ path: String) -> Diagnostic {
    finding(
      path, "the folder cannot be read: sources in it are not judged",
      help: "check its permissions, or add it to `.gitignore`")
  }

  static func tooDeep(_ path: String) -> Diagnostic {
    finding(
      path, "the folder was not read: it lies more than \(ProjectFolder.maximumDepth) folders deep",
      help: "check the project from a folder below, or add it to `.gitignore`")
  }

  /// It is read all the same.
  static func unmarked(_ source: SourceText) -> Diagnostic {
    var finding = finding(
      source.path, "the text is UTF-16 without a byte-order mark", severity: .warning,
      notes: ["it is read all the same, as UTF-16"], help: "save the file with the encoding UTF-8")
    finding.location = source.start
    return finding
  }

  private static func finding(
    _ path: String, _ message: String, severity: Severity? = nil, notes: [String] = [], help: String
  ) -> Diagnostic {
    Diagnostic(
      .malformedInput, message, at: SourceText(path: path, bytes: []).start, severity: severity, notes: notes,
      help: help)
  }
}

extension SourceText {
  /// Whether it is read as it is written.
  fileprivate var isReadable: Bool {
    !bytes.starts(with: [0xFF, 0xFE]) && !bytes.starts(with: [0xFE, 0xFF]) && isUnmarkedLittleEndian == nil
  }

  /// Text that an editor has saved as UTF-16 is read as what it says, and whether nothing but the text says that it is.
  fileprivate var readable: (source: SourceText, isUnmarked: Bool) {
    let marks = [bytes.starts(with: [0xFF, 0xFE]), bytes.starts(with: [0xFE, 0xFF])]
    if marks.contains(true) { return (decoded(from: 2, isLittle: marks[0]), false) }
    guard let isLittle = isUnmarkedLittleEndian else { return (self, false) }
    return (decoded(from: 0, isLittle: isLittle), true)
  }

  private func decoded(from start: Int, isLittle: Bool) -> SourceText {
    let units = stride(from: start, to: bytes.count - 1, by: 2).map { index -> UInt16 in
      let (first, second) = (UInt16(bytes[index]), UInt16(bytes[index + 1]))
      return isLittle ? second << 8 | first : first << 8 | second
    }
    return SourceText(path: path, text: String(decoding: units, as: UTF16.self))
  }

  /// Code is mostly ASCII: as UTF-16 nearly every second byte of it is zero, and none of the others. Nil: it is not.
  private var isUnmarkedLittleEndian: Bool? {
    let sample = bytes.prefix(512)
    guard sample.count >= 8, bytes.count.isMultiple(of: 2) else { return nil }
    var zeros = [0, 0]
    for (index, byte) in sample.enumerated() where byte == 0 { zeros[index % 2] += 1 }
    let enough = sample.count / 2 * 4 / 5
    if zeros[0] == 0, zeros[1] >= enough { return true }
    if zeros[1] == 0, zeros[0] >= enough { return false }
    return nil
  }
}
