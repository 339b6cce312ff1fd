import Diagnostics
import Project
import QueryScanner
import SourceTokens

/// Sources that test an application. They ask what no user asks and pass what no user passes, so that nothing of them
/// may count for the queries of the application.
///
/// A source is one of them by the framework that it imports, by a name that only tests have, or by its folder. A folder
/// that could as well belong to an application about tests (`pages/tests`) counts only where it lies beside the manifest of
/// a package, or when most of its sources are tests by themselves: a query that is left out is worse than one too many. Below
/// the sources of a package (`src/test`), and what has the name of data for tests (`mocks`), counts where nothing outside of
/// it imports anything of it.
struct TestSources {
  private let paths: Set<String>
  private static let known = TextMemory<Candidate?>()
  private static let manifests: Set<String> = ["package.json", "pubspec.yaml"]

  /// - Parameters:
  ///   - manifests: files that say where packages are.
  ///   - relative: the path below the folder that is searched; folders above it say nothing.
  init(among sources: [SourceText], beside manifests: [SourceText], relative: (String) -> String) {
    let candidates = sources.compactMap { source in
      let relative = relative(source.path)
      return Self.known.fact(of: source, named: relative) { Candidate($0, at: relative) }
    }
    let packages = Set(
      manifests.map { relative($0.path) }.filter { Self.manifests.contains(DisplayPath.name(of: $0)) }
        .map { $0.contains("/") ? DisplayPath.folder(of: $0) : "" })
    var folders: [String: (tests: Int, all: Int)] = [:]
    for candidate in candidates {
      for folder in candidate.ambiguousFolders {
        folders[folder, default: (0, 0)].all += 1
        if candidate.isTest { folders[folder, default: (0, 0)].tests += 1 }
      }
    }
    let mostlyTests = Set(folders.filter { $0.value.tests * 2 > $0.value.all }.keys)
    let ofPackages = candidates.map { candidate in
      candidate.foldersOfPackages.filter { packages.contains($0.package) }.map(\.folder)
    }
    let imported = Self.imported(Set(ofPackages.joined()), among: sources, relative)
    paths = Set(
      zip(candidates, ofPackages).filter { candidate, folders in
        candidate.isTest || !mostlyTests.isDisjoint(with: candidate.ambiguousFolders)
          || !packages.isDisjoint(with: candidate.packagesThatItTests)
          || !imported.isSuperset(of: folders)
      }.map(\.0.path))
  }

  /// Those of some folders that a source outside of them may name.
  private static func imported(
    _ folders: Set<String>, among sources: [SourceText], _ relative: (String) -> String
  ) -> Set<String> {
    if folders.isEmpty { return [] }
    var rest = folders
    for source in sources {
      let names = FileMentions.of(source).names
      let named = rest.filter { names.contains(DisplayPath.name(of: $0)) }
      if named.isEmpty { continue }
      let path = relative(source.path)
      guard Candidate(source, at: path)?.isTest == false else { continue }
      rest.subtract(named.filter { !path.hasPrefix($0 + "/") })
    }
    return folders.subtracting(rest)
  }

  func contains(_ source: SourceText) -> Bool { paths.contains(source.path) }

  /// Whether the text of a source says that it is a test.
  static func isTest(_ source: SourceText) -> Bool { Candidate(source, at: source.path)?.isTest ?? false }
}

private struct Candidate: Sendable {
  var path: String
  /// By itself, or by a folder that nothing but tests has.
  var isTest: Bool
  /// Folders around it whose names may mean tests, as paths.
  var ambiguousFolders: [String]
  /// Folders that it tests if packages lie there.
  var packagesThatItTests: [String] = []
  /// Folders around it that are tests where packages lie there and nothing imports them.
  var foldersOfPackages: [(package: String, folder: String)] = []

  init?(_ source: SourceText, at relative: String) {
    let name = DisplayPath.name(of: relative)
    guard let language = SourceLanguage(fileName: name), language != .markdown else { return nil }
    path = source.path
    var parents: [String] = []
    ambiguousFolders = []
    var isInTestFolder = false
    for folder in relative.split(separator: "/").dropLast().map(String.init) {
      let isBelowSource = parents.last == "src"
      if TestFolder.isOfPackage(folder, language) { packagesThatItTests.append(parents.joined(separator: "/")) }
      if TestFolder.isUnlessImported(folder, isBelowSource: isBelowSource, language) {
        let package = (isBelowSource ? parents.dropLast() : parents[...]).joined(separator: "/")
        foldersOfPackages.append((package, (parents + [folder]).joined(separator: "/")))
      }
      parents.append(folder)
      if TestFolder.isCertain(folder, isBelowSource: isBelowSource, language) { isInTestFolder = true }
      if TestFolder.isPossible(folder, language) { ambiguousFolders.append(parents.joined(separator: "/")) }
    }
    isTest =
      isInTestFolder || TestName.isCertain(name, language)
      || !ambiguousFolders.isEmpty && TestName.isPossible(name, language)
      || TestImports.areMade(by: source, language)
      || TestName.isPossible(name, language) && TestImports.declaresTestFunctions(source, language)
  }
}

/// Where ecosystems keep tests.
private enum TestFolder {
  private static let certain: Set<String> = [
    "__tests__", "__mocks__", "cypress", "e2e", "androidTest", "commonTest", "jvmTest", "iosTest", "integration_test",
    "test_driver", "testFixtures",
  ]
  private static let possible: Set<String> = ["test", "tests", "spec", "specs", "testing"]
  private static let ofData: Set<String> = ["mocks", "fixtures", "__fixtures__"]

  static func isCertain(_ name: String, isBelowSource: Bool, _ language: SourceLanguage) -> Bool {
    if certain.contains(name) { return true }
    // Gradle's and Maven's source sets: `src/test`, `src/testDebug`, `src/androidTestFree`.
    let isOfJVM = language == .kotlin || language == .java
    return isOfJVM && isBelowSource && (name.hasPrefix("test") || name.hasPrefix("androidTest"))
  }

  /// Where it lies beside the manifest of a package. What `test` is only a part of may be anything: `test-drive`.
  static func isOfPackage(_ name: String, _ language: SourceLanguage) -> Bool {
    language != .page && possible.contains(name.lowercased())
  }

  static func isUnlessImported(_ name: String, isBelowSource: Bool, _ language: SourceLanguage) -> Bool {
    let isOfScripts = language == .javascript || language == .typescript
    return isOfScripts && (ofData.contains(name) || isBelowSource && possible.contains(name))
  }

  static func isPossible(_ name: String, _ language: SourceLanguage) -> Bool {
    possible.contains(name.lowercased()) || language == .swift && name.hasSuffix("Tests")
  }
}

/// How ecosystems call the files of tests.
private enum TestName {
  private static let marksOfScripts = [".test.", ".spec.", ".e2e.", ".cy.", ".e2e-spec.", ".integration-test."]

  static func isCertain(_ name: String, _ language: SourceLanguage) -> Bool {
    switch language {
    case .javascript, .typescript, .page: marksOfScripts.contains(where: name.contains)
    case .python: name == "conftest.py"
    case .swift, .kotlin, .java, .dart, .markdown: false
    }
  }

  /// Also what an application about tests may call a file.
  static func isPossible(_ name: String, _ language: SourceLanguage) -> Bool {
    let stem = name.prefix { $0 != "." }
    switch language {
    case .javascript, .typescript, .page: return false
    case .python: return stem.hasPrefix("test_") || stem.hasSuffix("_test")
    case .dart: return stem.hasSuffix("_test")
    case .swift: return stem.hasSuffix("Tests") || stem.hasSuffix("Test")
    case .kotlin, .java: return stem.hasSuffix("Test") || stem.hasSuffix("Tests") || stem.hasSuffix("IT")
    case .markdown: return false
    }
  }
}

/// Imports that only tests have.
private enum TestImports {
  /// Imports stand at the top.
  private static let searched = 16_384

  static func areMade(by source: SourceText, _ language: SourceLanguage) -> Bool {
    lines(of: source).contains { line in
      switch language {
      case .swift: isSwiftTest(line)
      case .javascript, .typescript, .page: module(quotedIn: line).map(isScriptFramework) ?? false
      case .dart: module(quotedIn: line).map { module in packages.contains(where: module.hasPrefix) } ?? false
      case .kotlin, .java: imported(by: line).map { module in ofJVM.contains(where: module.hasPrefix) } ?? false
      case .python: imported(by: line).map { ofPython.contains(String($0.prefix { $0 != "." })) } ?? false
      case .markdown: false
      }
    }
  }

  /// `def test_…`: pytest runs it without an import.
  static func declaresTestFunctions(_ source: SourceText, _ language: SourceLanguage) -> Bool {
    language == .python
      && lines(of: source).contains { $0.hasPrefix("def test_") || $0.hasPrefix("async def test_") }
  }

  private static func lines(of source: SourceText) -> [Substring] {
    String(decoding: source.bytes.prefix(searched), as: UTF8.self).split(whereSeparator: \.isNewline)
  }

  private static func isSwiftTest(_ line: Substring) -> Bool {
    let words = line.split(separator: " ")
    guard let keyword = words.firstIndex(of: "import"), words.indices.contains(keyword + 1) else { return false }
    return words[..<keyword].contains("@testable") || ofSwift.contains(String(words[keyword + 1]))
  }

  /// The word behind `import` or `from`.
  private static func imported(by line: Substring) -> Substring? {
    let words = line.split(whereSeparator: { $0 == " " || $0 == ";" })
    guard let first = words.first, first == "import" || first == "from" else { return nil }
    return words.dropFirst().first { $0 != "static" }
  }

  /// The text in quotes of `import … from "x"`, `require("x")` and `import 'x';`.
  private static func module(quotedIn line: Substring) -> Substring? {
    guard line.hasPrefix("import") || line.hasPrefix("}") || line.contains("require(") else { return nil }
    guard let quote = line.firstIndex(where: { $0 == "\"" || $0 == "'" }) else { return nil }
    let rest = line[line.index(after: quote)...]
    return rest.firstIndex(of: line[quote]).map { rest[..<$0] }
  }

  private static func isScriptFramework(_ module: Substring) -> Bool {
    ofScripts.contains(String(module)) || scopesOfScripts.contains(where: module.hasPrefix)
  }

  private static let ofSwift: Set<String> = [
    "XCTest", "Testing", "Quick", "Nimble", "ViewInspector", "SnapshotTesting",
  ]
  private static let ofScripts: Set<String> = [
    "vitest", "mocha", "chai", "sinon", "ava", "node:test", "bun:test", "cypress", "supertest", "jest-mock",
    "firebase-functions-test", "firestore-jest-mock", "@firebase/rules-unit-testing", "@angular/core/testing",
    "@nestjs/testing", "@playwright/test", "@vue/test-utils", "jest", "enzyme", "testcafe",
  ]
  private static let scopesOfScripts = ["@jest/", "@testing-library/", "vitest/"]
  private static let packages = [
    "package:test/", "package:flutter_test/", "package:integration_test/", "package:fake_cloud_firestore/",
    "package:mockito/", "package:mocktail/", "package:firebase_auth_mocks/", "package:flutter_driver/",
  ]
  private static let ofJVM = [
    "org.junit.", "junit.framework.", "org.mockito.", "io.mockk.", "io.kotest.", "kotlin.test.", "androidx.test.",
    "androidx.compose.ui.test.", "org.robolectric.", "org.testng.", "org.assertj.", "com.google.common.truth.",
  ]
  private static let ofPython: Set<String> = ["pytest", "unittest", "mockfirestore", "nose", "hypothesis"]
}
