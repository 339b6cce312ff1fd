import Diagnostics
import FirebreakTestSupport
import Testing

@testable import Project
@testable import ProjectCheck

@Suite("Errors in code that nothing calls") struct UncalledCodeTests {
  struct Case: CustomTestStringConvertible {
    var name: String
    var files: [String: String]
    /// The severity of the error, and whether it is marked.
    var found: [String]
    var testDescription: String { name }
  }

  static let sdk = "import { collection, getDocs, getFirestore, orderBy, query, where } from 'firebase/firestore';\n"
  static func asks(_ name: String, declared: String = "export async function NAME()") -> String {
    """
    \(declared.replacing("NAME", with: name)) {
      return getDocs(query(collection(getFirestore(), 'posts'), where('by', '==', 'me'), orderBy('at_\(name)')));
    }

    """
  }

  static let cases: [Case] = [
    Case(
      name: "one of three is called by nobody",
      files: [
        "posts.ts": sdk + asks("mine") + asks("newest") + asks("forgotten"),
        "page.ts": "import { mine, newest } from './posts';\nmine(); newest();\n",
      ], found: ["error", "error", "warning nothing in the sources calls `forgotten`"]),
    Case(
      name: "a library, or a part of an application",
      files: ["posts.ts": sdk + asks("mine") + asks("newest")], found: ["error", "error"]),
    Case(
      name: "one that is called sends what one builds that is not",
      files: [
        "posts.ts": sdk + """
          async function send(q) { return getDocs(q); }
          function posts(field) { return query(collection(getFirestore(), 'posts'), where('by', '==', 'me'), orderBy(field)); }
          export function mine() { return send(posts('at')); }
          export function forgotten() { return send(posts('title')); }

          """ + asks("newest"),
        "page.ts": "import { mine, newest } from './posts';\nmine(); newest();\n",
      ],
      found: ["error", "warning nothing in the sources calls `forgotten`", "error"]),
    Case(
      name: "what frameworks call, and what is called by a text",
      files: [
        "posts.ts": sdk + asks("mine") + asks("newest") + asks("oldest") + asks("GET") + asks("onCreate")
          + asks("page", declared: "export default async function NAME()") + asks("byName"),
        "page.ts": "import { mine, newest, oldest } from './posts';\nmine(); newest(); oldest(); dispatch('byName');\n",
      ], found: Array(repeating: "error", count: 7)),
    Case(
      name: "what documents, comments, texts and imports say calls nothing",
      files: [
        "posts.ts": sdk + asks("mine") + asks("newest") + asks("forgotten") + asks("listed") + asks("renamed"),
        "index.ts": "export {\n  forgotten,\n  renamed as other,\n} from './posts'\nexport { listed } from './posts'\n",
        "page.ts": "import { mine, newest, forgotten } from './posts'\nimport { other } from '.'\n"
          + "// forgotten() was slow\nmine(); newest(); other(); log('posts.listed failed')\n",
        "README.md": "Call `forgotten()` first.\n",
      ],
      found: [
        "error", "error", "warning nothing in the sources calls `forgotten`",
        "warning nothing in the sources calls `listed`", "error",
      ]),
    Case(
      name: "what a component shows that nothing shows, through a hook and another component",
      files: [
        "posts.ts": sdk + asks("mine") + asks("newest") + asks("feed") + asks("shown"),
        "useFeed.ts": "import { feed } from './posts';\n"
          + "export const useFeed = (size: number) => {\n  const load = async () => {\n    await feed();\n  };\n"
          + "  return { load };\n};\n",
        "Feed.tsx":
          "import { useFeed } from './useFeed';\nexport const Feed: React.FC<FeedProps> = ({ size = 1 }) => {\n"
          + "  const { load } = useFeed(size);\n  return <b onClick={load} />;\n};\n",
        "Dashboard.tsx":
          "import { Feed } from './Feed';\nexport function Dashboard() {\n  return <div><Feed /></div>;\n}\n",
        "index.ts": "export { Dashboard } from './Dashboard';\n",
        "Start.tsx": "import { shown } from './posts';\nexport function Start() {\n  shown();\n}\n",
        "page.tsx": "import { mine, newest } from './posts';\nimport { Start } from './Start';\nmine(); newest();\n"
          + "show(<Start />);\n",
      ],
      found: ["error", "error", "warning nothing in the sources calls `feed`", "error"]),
    Case(
      name: "only functions of one expression call it, of its own name and of another, that nothing calls",
      files: [
        "posts.ts": sdk + asks("mine") + asks("newest") + "export class Posts {\n"
          + asks("forgotten", declared: "async NAME()") + asks("feed", declared: "async NAME()")
          + asks("shown", declared: "async NAME()") + "}\nconst posts = new Posts();\n"
          + "export const forgotten = (size?: number) => posts.forgotten();\n"
          + "export const loadFeed = async () =>\n  posts.feed();\n"
          + "export const show = () => posts.shown(), other = 1;\n",
        "page.ts":
          "import { mine, newest, show } from './posts';\nmine(); newest(); [].map(() => show());\n",
      ],
      found: [
        "error", "error", "warning nothing in the sources calls `forgotten`",
        "warning nothing in the sources calls `feed`", "error",
      ]),
    Case(
      name: "only functions that nothing calls call it, one of its own name among them",
      files: [
        "posts.ts": sdk + asks("mine") + asks("newest") + asks("oldest")
          + asks("inner", declared: "const NAME = async () =>") + asks("wrapped"),
        "repository.ts": """
        import { inner, wrapped } from './posts';
        import * as source from './posts';
        class Posts {
          async wrapped() { return source.wrapped(); }
        }
        export function outer() { if (inner()) { return 1; } return wrapped; }

        """,
        "page.ts":
          "import { mine, newest, oldest } from './posts';\nconst a = mine() || {}\nnewest()\nif (a) { oldest() }\n",
      ],
      found: [
        "error", "error", "error", "warning nothing in the sources calls `inner`",
        "warning nothing in the sources calls `wrapped`",
      ]),
    Case(
      name: "a class that nothing makes, beside one that an annotation makes known and one that is made",
      files: [
        "posts.ts": sdk + """
          interface Posts { all(); }
          export class UnusedPosts implements Posts, Other {
            constructor(private db) {}
            static of(db) { return new UnusedPosts(db); }
            async all() { return getDocs(query(collection(getFirestore(), 'posts'), where('by', '==', 'me'), orderBy('a'))); }
          }
          @Injectable()
          export class KnownPosts {
            async all() { return getDocs(query(collection(getFirestore(), 'posts'), where('by', '==', 'me'), orderBy('b'))); }
          }
          export class UsedPosts {
            async all() { return getDocs(query(collection(getFirestore(), 'posts'), where('by', '==', 'me'), orderBy('c'))); }
          }

          """,
        "page.ts": "import { UnusedPosts, UsedPosts } from './posts';\n// UnusedPosts is old\nnew UsedPosts().all();\n",
      ],
      found: ["warning nothing in the sources calls `UnusedPosts`", "error", "error"]),
    Case(
      name: "what interfaces and abstract classes declare",
      files: [
        "posts.ts": sdk + """
          export interface Posts {
            mine(): Promise<unknown>; newest(count?: number): Promise<unknown>
            forgotten(): Promise<unknown>;
          }
          export class StoredPosts implements Posts {
            async mine() { return getDocs(query(collection(getFirestore(), 'posts'), where('by', '==', 'me'), orderBy('a'))); }
            async newest() { return getDocs(query(collection(getFirestore(), 'posts'), where('by', '==', 'me'), orderBy('b'))); }
            async forgotten() { return getDocs(query(collection(getFirestore(), 'posts'), where('by', '==', 'me'), orderBy('c'))); }
          }

          """,
        "page.ts":
          "import { StoredPosts } from './posts';\nconst posts = new StoredPosts();\nconst all = posts ?\n  posts.mine() : 1;\nposts.newest();\n",
        "posts.dart": """
        abstract class Shelf {
          Future<QuerySnapshot<Map<String, dynamic>>> lost();
          Future<QuerySnapshot> found();
        }
        class StoredShelf extends Shelf {
          Future<QuerySnapshot<Map<String, dynamic>>> lost() {
            return FirebaseFirestore.instance.collection('books').where('by', isEqualTo: 'me').orderBy('a').get();
          }
          Future<QuerySnapshot> found() {
            return FirebaseFirestore.instance.collection('books').where('by', isEqualTo: 'me').orderBy('b').get();
          }
        }

        """,
        "page.dart": "import 'posts.dart';\nvoid main() {\n  final shelf = StoredShelf();\n  shelf\n    .found();\n}\n",
      ],
      found: [
        "warning nothing in the sources calls `lost`", "error", "error", "error",
        "warning nothing in the sources calls `forgotten`",
      ]),
    Case(
      name: "one that only a function with the type of a list calls, and that holds a text of its name",
      files: [
        "posts.ts": sdk + asks("mine") + """
          export async function stored(): Promise<{ title: string }[]> {
            return getDocs(query(collection(getFirestore(), 'stored'), where('by', '==', 'me'), orderBy('at')));
          }
          export async function recent(kind: string): Promise<{ title: string }[]> {
            return (await stored()).docs.filter((post) => post.kind === kind);
          }

          """,
        "page.ts": "import { mine } from './posts';\nmine();\n",
      ], found: ["error", "warning nothing in the sources calls `stored`"]),
    Case(
      name: "a wrapper of the same name",
      files: [
        "posts.ts": sdk + asks("mine") + asks("newest") + asks("oldest") + asks("wrapped"),
        "repository.ts": """
        import * as source from './posts';
        class Posts {
          async wrapped() { return source.wrapped(); }
        }

        """,
        "page.ts":
          "import { mine, newest, oldest } from './posts';\nconst a = mine() || {}\nnewest()\nif (a) { oldest() }\n",
      ],
      found: ["error", "error", "error", "warning nothing in the sources calls `wrapped`"]),
  ]

  @Test("what an SDK refuses there is a warning where the query is built")
  func refused() throws {
    let folder = try FolderFixture([
      "posts.ts": Self.sdk + Self.asks("mine") + Self.asks("newest") + """
        export async function found() {
          const all = query(collection(getFirestore(), 'posts'), where('by', 'text', 'me'));
          return getDocs(all);
        }

        """,
      "page.ts": "import { mine, newest } from './posts';\nmine(); newest();\n", "firebase.json": #"{"firestore": {}}"#,
    ])
    let scope = try #require(try ProjectScope.resolve([], request: ProjectRequest(startFolder: folder.path)).first)
    let report = ProjectQueries.load(scope, sources: SourceQueries.load(scope)).check()
    let refused = report.findings.filter { $0.code == .invalidQuery }
    #expect(refused.map(\.severity) == [.warning])
    #expect(refused.map(\.isUncalled) == [true])
  }

  @Test("are warnings", arguments: cases)
  func uncalled(_ test: Case) throws {
    let folder = try FolderFixture(
      test.files.merging([
        "firebase.json": #"{"firestore": {"indexes": "firestore.indexes.json"}}"#,
        "firestore.indexes.json": #"{"indexes": []}"#,
      ]) { first, _ in first })
    let scope = try #require(try ProjectScope.resolve([], request: ProjectRequest(startFolder: folder.path)).first)
    let report = ProjectQueries.load(scope, sources: SourceQueries.load(scope)).check()
    let found = FindingList(report.findings).diagnostics.filter { $0.code == .missingCompositeIndex }
    #expect(
      found.map { finding in
        (["\(finding.severity)"] + finding.notes.filter { $0.contains("calls") }).joined(separator: " ")
      } == test.found)
    #expect(found.map(\.isUncalled) == test.found.map { $0 != "error" })
  }
}
