import Diagnostics
import FirebreakTestSupport
import Foundation
import QueryScanner
import Testing

@testable import Project
@testable import ProjectCheck
@testable import QueryShapes

@Suite("Sources that test an application") struct TestSourcesTests {
  /// Which of some files are tests, in the order of their paths.
  private func tests(among files: [String: String]) throws -> [String] {
    let folder = try FolderFixture(files)
    return SourceFiles.read([folder.path]).omissions.filter { $0.reason == .test }.map { folder.relative($0.path) }
  }

  @Test(
    "by the framework that they import",
    arguments: [
      ("a.swift", "import XCTest"), ("a.swift", "import Foundation\nimport Testing"),
      ("a.swift", "@testable import App"),
      ("a.ts", "import { it } from 'vitest'"), ("a.js", "const { expect } = require(\"chai\");"),
      ("a.tsx", "import {\n  render,\n} from '@testing-library/react'"),
      ("a.ts", "import { assertFails } from '@firebase/rules-unit-testing'"),
      ("a.dart", "import 'package:flutter_test/flutter_test.dart';"),
      ("a.dart", "import 'package:fake_cloud_firestore/fake_cloud_firestore.dart';"),
      ("A.kt", "package a\nimport org.junit.Test"), ("A.kt", "import io.mockk.every"),
      ("A.java", "import static org.mockito.Mockito.when;"), ("a.py", "import pytest"),
      ("a.py", "from unittest.mock import patch"), ("test_a.py", "def test_reads():\n  pass"),
    ])
  func imports(name: String, code: String) throws {
    #expect(try tests(among: ["src/\(name)": code]) == ["src/\(name)"])
  }

  @Test(
    "by a name or a folder that only tests have",
    arguments: [
      "src/posts.test.ts", "src/posts.spec.js", "src/posts.cy.ts", "src/__tests__/posts.ts",
      "src/__mocks__/firebase.js",
      "e2e/login.ts", "cypress/support/seed.js", "app/src/test/java/a/Fake.java", "app/src/androidTest/kotlin/A.kt",
      "app/src/testDebug/A.kt", "shared/src/commonTest/kotlin/A.kt", "integration_test/app.dart", "api/conftest.py",
    ])
  func places(path: String) throws { #expect(try tests(among: [path: ""]) == [path]) }

  @Test("a folder that is mostly tests is one, with what helps them")
  func helpers() throws {
    let files = [
      "test/posts_test.dart": "", "test/users_test.dart": "", "test/fakes.dart": "", "lib/posts.dart": "",
      "AppTests/PostTests.swift": "import XCTest", "AppTests/Fixtures.swift": "",
      "AppTests/UserTests.swift": "import XCTest",
      "tests/test_posts.py": "", "tests/test_users.py": "", "tests/seed.py": "",
    ]
    #expect(
      try tests(among: files) == [
        "AppTests/Fixtures.swift", "AppTests/PostTests.swift", "AppTests/UserTests.swift", "test/fakes.dart",
        "test/posts_test.dart", "test/users_test.dart", "tests/seed.py", "tests/test_posts.py", "tests/test_users.py",
      ])
  }

  @Test("a folder of tests beside the manifest of a package is one")
  func ofPackages() throws {
    let files = [
      "package.json": "{}", "tests/run.js": "", "tests/list.html": "", "test-drive/book.js": "", "test-rules.js": "",
      "test.js": "", "index.js": "",
      "backend/package.json": "{}", "backend/test/seed.ts": "", "backend/src/tests/list.ts": "",
      "backend/src/app.ts": "import { list } from './tests/list';",
      "backend/src/test-results.js": "", "pages/tests/index.tsx": "", "test-results.ts": "", "testament/verses.js": "",
    ]
    #expect(
      try tests(among: files) == ["backend/test/seed.ts", "tests/run.js"])
  }

  @Test("folders of tests and their data below a package, where nothing imports them")
  func unlessImported() throws {
    let files = [
      "functions/package.json": "{}", "functions/src/test/seed.ts": "", "functions/src/index.ts": "",
      "functions/mocks/db.js": "",
      "functions/__fixtures__/posts.ts": "", "functions/src/list.test.ts": "import { all } from './mocks/all';",
      "functions/src/mocks/all.ts": "", "functions/src/fixtures/games.ts": "",
      "functions/src/games.ts": "import { next } from './fixtures/games';", "app/fixtures/page.tsx": "",
    ]
    #expect(
      try tests(among: files) == [
        "functions/__fixtures__/posts.ts", "functions/mocks/db.js", "functions/src/list.test.ts",
        "functions/src/mocks/all.ts", "functions/src/test/seed.ts",
      ])
  }

  @Test("an application about tests is none")
  func aboutTests() throws {
    let files = [
      "src/pages/tests/TestList.tsx": "", "src/pages/tests/TestPage.tsx": "", "src/pages/tests/TestList.test.tsx": "",
      "BloodTests/BloodTestsView.swift": "import SwiftUI", "BloodTests/Store.swift": "import FirebaseFirestore",
      "lib/models/blood_test.dart": "import 'package:cloud_firestore/cloud_firestore.dart';",
      "app/speed_test.py": "import db",
      "src/testing.ts": "", "src/main/java/BloodTest.java": "import java.util.List;", "test/run.js": "",
      "docs/tests.md": "",
    ]
    #expect(try tests(among: files) == ["src/pages/tests/TestList.test.tsx"])
  }

  @Test("folders above the project say nothing, and a file that is named is read")
  func named() throws {
    let folder = try FolderFixture(["__tests__/shop/a.ts": "", "__tests__/shop/a.test.ts": ""])
    let shop = SourceFiles.read([folder.path + "/__tests__/shop"])
    #expect(shop.sources.map { folder.relative($0.path) } == ["__tests__/shop/a.ts"])
    let named = SourceFiles.read([folder.path + "/__tests__/shop/a.test.ts"])
    #expect(named.sources.map { folder.relative($0.path) } == ["__tests__/shop/a.test.ts"])
    #expect(named.omissions == [])
  }

  /// A helper of the application that a test calls with a collection of its own.
  private static let application = [
    "firebase.json": #"{"firestore": {"indexes": "firestore.indexes.json"}}"#, "firestore.indexes.json": "{}",
    "src/list.ts": """
    import { getDocs, collection, query, where, orderBy, limit } from 'firebase/firestore';
    export const list = (db, name) => getDocs(query(collection(db, name), limit(5)));
    export const posts = (db) => list(db, 'posts');
    """,
    "src/list.test.ts": """
    import { getDocs, collection, query, where, orderBy, limit } from 'firebase/firestore';
    import { list } from './list';
    it('lists', () => list(db, 'fixtures'));
    it('sorts', () => getDocs(query(collection(db, 'a'), where('b', '==', 1), orderBy('c'), limit(5))));
    """,
  ]

  private func queries(includesTests: Bool) throws -> ProjectQueries {
    let folder = try FolderFixture(Self.application)
    let project = try Project.discover(ProjectRequest(startFolder: folder.path))
    let scope = ProjectScope(project: project, workloads: [], isWhole: true, sourcePlaces: [folder.path])
    return ProjectQueries.load(scope, sources: SourceQueries.load(scope, includesTests: includesTests))
  }

  @Test("what tests pass is no query of the application")
  func callers() throws {
    let without = try queries(includesTests: false)
    #expect(without.sources.requests.map(\.request.targetText) == ["posts limit 5"])
    #expect(without.check().findings.filter { $0.code == .missingCompositeIndex } == [])
  }

  @Test("where tests are asked for, they come behind the rest, and their findings are information")
  func included() throws {
    let found = try queries(includesTests: true)
    #expect(
      found.sources.requests.map { "\($0.site) \($0.isTest)" } == ["src/list.ts:2 false", "src/list.test.ts:4 true"])
    let missing = found.check().findings.filter { $0.code == .missingCompositeIndex }
    #expect(missing.map(\.severity) == [.info])
  }
}
