import Diagnostics
import FirebreakTestSupport
import Testing

@testable import Project
@testable import ProjectCheck

/// Files that no start of an application imports, by way of others or not: what they ask is asked by nobody.
@Suite("Files that no application has") struct UnreachedFileTests {
  struct Case: CustomTestStringConvertible {
    var name: String
    var files: [String: String]
    /// The files whose missing index is no error.
    var unreached: [String]
    var testDescription: String { name }
  }

  static func web(_ name: String, imports: String = "") -> String {
    """
    \(imports)
    import { collection, getDocs, getFirestore, orderBy, query, where } from 'firebase/firestore';
    export default function \(name)() {
      return getDocs(query(collection(getFirestore(), '\(name)'), where('by', '==', 'me'), orderBy('at')));
    }

    """
  }

  static func dart(_ name: String, imports: String = "") -> String {
    """
    \(imports)
    import 'package:cloud_firestore/cloud_firestore.dart';
    Stream<QuerySnapshot> all\(name)() {
      return FirebaseFirestore.instance.collection('\(name)').where('by', isEqualTo: 'me').orderBy('at').snapshots();
    }

    """
  }

  static func server(_ name: String) -> String {
    """
    const { onCall } = require('firebase-functions/v2/https');
    const { getFirestore } = require('firebase-admin/firestore');
    exports.\(name) = onCall(() => getFirestore().collection('\(name)').where('by', '==', 'me').orderBy('at').get());

    """
  }

  static func package(_ dependencies: String..., more: String = "") -> String {
    #"{\#(more) "dependencies": {"# + dependencies.map { #""\#($0)": "1""# }.joined(separator: ", ") + "}}"
  }

  static let cases: [Case] = [
    Case(
      name: "Dart: what main.dart imports, exports, and has as parts, and the rest",
      files: [
        "pubspec.yaml": "name: shop\n",
        "lib/main.dart":
          "import 'package:shop/pages.dart';\n// import 'src/old.dart'; https://x.y/z\nvoid main() => runApp(Home());\n",
        "scripts/seed.py": "def main():\n  pass\n",
        "lib/pages.dart":
          "export 'src/home.dart';\nexport 'src/cart.dart' if (dart.library.html) 'src/cart_web.dart';\n",
        "lib/src/home.dart": dart("Home", imports: "part 'list.dart';"),
        "lib/src/list.dart": "part of 'home.dart';\n" + dart("List"),
        "lib/src/cart.dart": dart("Cart"), "lib/src/cart_web.dart": dart("CartWeb"),
        "lib/src/old.dart": dart("Old", imports: "import 'older.dart';"), "lib/src/older.dart": dart("Older"),
      ], unreached: ["lib/src/old.dart", "lib/src/older.dart"]),
    Case(
      name: "Dart: a package without main is a library",
      files: ["pubspec.yaml": "name: shop\n", "lib/shop.dart": dart("Shop"), "lib/src/old.dart": dart("Old")],
      unreached: []),
    Case(
      name: "a framework that nobody here knows, and none at all",
      files: [
        "site/package.json": package("nuxt", "next", "firebase"), "site/pages/index.ts": web("Index"),
        "site/stores/cart.ts": web("Cart"), "lib/package.json": package("firebase"), "lib/src/cart.ts": web("Lib"),
        "loose/cart.ts": web("Loose"),
      ], unreached: []),
    Case(
      name: "functions: what main stands for before it is compiled",
      files: [
        "functions/package.json": package("firebase-functions", "firebase-admin", more: #""main": "lib/index.js","#),
        "functions/src/index.ts": "export * from './orders';\nexport * from './users';\n",
        "functions/src/orders.ts": server("orders"), "functions/src/users/index.ts": server("users"),
        "functions/src/old/index.ts": server("old"),
      ], unreached: ["functions/src/old/index.ts"]),
    Case(
      name: "functions: a main that is not there says nothing",
      files: [
        "functions/package.json": package("firebase-functions", more: #""main": "bundle/all.js","#),
        "functions/src/index.ts": server("orders"),
      ], unreached: []),
    Case(
      name: "functions: code that looks for files, and an application in the same package",
      files: [
        "a/package.json": package("firebase-functions"), "a/old.js": server("old"),
        "a/index.js": "for (const file of fs.readdirSync(__dirname)) require(path.join(__dirname, file));\n",
        "b/package.json": package("firebase-functions", "next"), "b/index.js": "require('next');\n",
        "b/pages/all.js": server("all"),
      ], unreached: []),
    Case(
      name: "functions: what a command of package.json names, and what leads to an index",
      files: [
        "package.json": package("firebase-functions", more: #""scripts": {"seed": "node tools/fill.js"},"#),
        "index.js": "require('./users'); require('./a/b');\n", "users/index.js": server("users"),
        "tools/fill.js": server("fill"), "old.js": server("old"), "a/b.js": "import { all } from '..';\n",
        "a/index.js": server("all"), "old/list.js": server("list"),
      ], unreached: ["old.js", "old/list.js"]),
    Case(
      name: "Dart: generated routes that are not there may name any page",
      files: [
        "pubspec.yaml": "name: shop\n", "lib/main.dart": "import 'router.dart';\nvoid main() => run(AppRouter());\n",
        "lib/router.dart": "part 'router.gr.dart';\nclass AppRouter {}\n", "lib/page.dart": dart("Page"),
      ], unreached: []),
    Case(
      name: "Dart: an application beside a library of the same project",
      files: [
        "app/pubspec.yaml": "name: app\n", "app/lib/main_dev.dart": "Future<void> main() async {}\n",
        "app/lib/old.dart": dart("Old"), "data/pubspec.yaml": "name: data\n", "data/lib/data.dart": dart("Data"),
      ], unreached: ["app/lib/old.dart"]),
  ]

  @Test("are worth less", arguments: cases)
  func unreached(_ test: Case) throws {
    let folder = try FolderFixture(
      test.files.merging([
        "firebase.json": #"{"firestore": {"indexes": "firestore.indexes.json"}}"#,
        "firestore.indexes.json": #"{"indexes": []}"#,
      ]) { first, _ in first })
    let scope = try #require(try ProjectScope.resolve([], request: ProjectRequest(startFolder: folder.path)).first)
    let report = ProjectQueries.load(scope, sources: SourceQueries.load(scope)).check()
    let found = FindingList(report.findings).diagnostics.filter { $0.code == .missingCompositeIndex }
    let asking = test.files.filter { $0.value.contains("'by'") }.keys.sorted()
    func path(_ finding: Diagnostic) -> String { scope.project.relative(finding.location?.source.path ?? "") }
    #expect(found.map(path).sorted() == asking)
    #expect(found.filter { $0.severity == .warning }.map(path).sorted() == test.unreached)
    for finding in found where finding.severity == .warning {
      #expect(finding.isUncalled)
      #expect(finding.notes.contains("nothing that the application is started with names \(path(finding))"))
    }
  }
}
