import Diagnostics
import FirebreakTestSupport
import QueryScanner
import Testing

@Suite("Many sources") struct ManySourcesTests {
  private static let families = [["swift"], ["kotlin", "java"], ["javascript"], ["dart"], ["python"]]

  /// What code of one language declares means nothing in another one, whatever it is called: each finds what it finds
  /// alone, in the order of all files.
  @Test("of several languages find what each finds alone", arguments: 0..<24)
  func languages(_ seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(seed))
    var projects: [[SourceText]] = []
    for family in Self.families {
      let cases = try family.flatMap { try ScanCase.load($0) }
      let chosen = cases.randomElement(using: &random)
      projects.append(chosen?.sources.map { SourceText(path: "app/\($0.path)", bytes: $0.bytes) } ?? [])
    }
    let alone = projects.flatMap { SourceScanner.scan($0).requests }
    let files = projects.flatMap(\.self).shuffled(using: &random)
    let together = SourceScanner.scan(Self.keepingOrder(of: projects, in: files)).requests
    let expected = Self.keepingOrder(of: projects, in: files).flatMap { file in
      alone.filter { $0.location.source == file }
    }
    #expect(together == expected)
  }

  /// The files of each project in their own order, at the places that its files have among all.
  private static func keepingOrder(of projects: [[SourceText]], in files: [SourceText]) -> [SourceText] {
    var left = projects
    var ordered: [SourceText] = []
    for file in files {
      for place in left.indices where projects[place].contains(file) {
        if !left[place].isEmpty { ordered.append(left[place].removeFirst()) }
      }
    }
    return ordered
  }

  @Test("what documents show is told in the order of their text, whatever its language")
  func documents() {
    let swift = "```swift\nlet a = Firestore.firestore().collection(\"NAME\").getDocuments()\n```\n"
    let kotlin = "```kotlin\nval a = FirebaseFirestore.getInstance().collection(\"NAME\").get()\n```\n"
    let python = "```python\na = firestore.Client().collection(\"NAME\").get()\n```\n"
    let fences = [swift, python, swift, kotlin, python, kotlin, swift]
    let documents = (0..<3).map { document in
      let text = fences.enumerated().map { number, fence in fence.replacing("NAME", with: "c\(document)x\(number)") }
      return SourceText(path: "notes\(2 - document).md", text: text.joined(separator: "\n"))
    }
    let found = SourceScanner.scan(documents).requests.map { "\($0.location.source.path) \($0)" }
    let expected = (0..<3).flatMap { document in
      fences.enumerated().map { number, fence in
        "notes\(2 - document).md get c\(document)x\(number)\(fence == python ? " admin" : "")"
      }
    }
    #expect(found == expected)
  }

  @Test("a type or function of another language is nobody's")
  func names() {
    let swift = """
      import FirebaseFirestore
      struct Paths { static let chats = "chats" }
      func ask(_ store: Paths) async throws {
        _ = try await Firestore.firestore().collection(Paths.chats).getDocuments()
      }
      """
    let kotlin = """
      class Paths { companion object { val chats = "rooms" } }
      fun ask(db: FirebaseFirestore) { db.collection(Paths.chats).get() }
      """
    let sources = [SourceText(path: "a.swift", text: swift), SourceText(path: "b.kt", text: kotlin)]
    let found = SourceScanner.scan(sources).requests.map { "\($0.location.source.path) \($0)" }
    #expect(found == ["a.swift get chats", "b.kt get rooms"])
  }

  @Test("each page of an exported application asks through the functions of one large file")
  func exported() {
    let collections = 36
    let pages = (0..<48).map { page in
      let kind = ["", "Once", "Count"][page % 3]
      return SourceText(
        path: "page\(page).dart",
        text: """
          import 'backend.dart';
          class Page\(page) extends StatelessWidget {
            Widget build(BuildContext context) => Shown(queryR\(page % collections)Record\(kind)(
                queryBuilder: (r) => r.where('owner\(page)', isEqualTo: widget.owner).orderBy('at')));
          }
          """)
    }
    let found = SourceScanner.scan([Self.backend(collections)] + pages).requests.map { "\($0)" }
    for page in pages.indices {
      let query = "c\(page % collections) where owner\(page) == ? orderBy at"
      let expected = [["listen \(query)"], ["get \(query)"], ["aggregate \(query) aggregate count()"]][page % 3]
      #expect(found.filter { $0.contains("owner\(page) ") } == expected)
    }
    #expect(!found.contains { $0.contains("limit -1") })
  }

  /// What an exporter of Flutter applications writes: for each collection functions that hand on to a few common ones.
  private static func backend(_ collections: Int) -> SourceText {
    let records = (0..<collections).map { number in
      """
      class R\(number)Record {
        R\(number)Record._(this.reference, this.data);
        final DocumentReference reference;
        final Map<String, dynamic> data;
        static CollectionReference get collection => FirebaseFirestore.instance.collection('c\(number)');
        static R\(number)Record fromSnapshot(DocumentSnapshot s) => R\(number)Record._(s.reference, s.data() as Map<String, dynamic>);
      }
      Future<int> queryR\(number)RecordCount({Query Function(Query)? queryBuilder, int limit = -1}) =>
          queryCollectionCount(R\(number)Record.collection, queryBuilder: queryBuilder, limit: limit);
      Stream<List<R\(number)Record>> queryR\(number)Record({Query Function(Query)? queryBuilder, int limit = -1, bool one = false}) =>
          queryCollection(R\(number)Record.collection, R\(number)Record.fromSnapshot,
              queryBuilder: queryBuilder, limit: limit, one: one);
      Future<List<R\(number)Record>> queryR\(number)RecordOnce({Query Function(Query)? queryBuilder, int limit = -1, bool one = false}) =>
          queryCollectionOnce(R\(number)Record.collection, R\(number)Record.fromSnapshot,
              queryBuilder: queryBuilder, limit: limit, one: one);
      Future<Loaded<R\(number)Record>> queryR\(number)RecordPage({Query Function(Query)? queryBuilder, DocumentSnapshot? after,
              required int size, required bool streams, required PagingController controller}) =>
          queryCollectionPage(R\(number)Record.collection, R\(number)Record.fromSnapshot,
              queryBuilder: queryBuilder, after: after, size: size, streams: streams)
            .then((page) { controller.appendPage(page.data, page.after); return page; });
      """
    }
    let common = """
      Future<int> queryCollectionCount(Query collection, {Query Function(Query)? queryBuilder, int limit = -1}) {
        final builder = queryBuilder ?? (q) => q;
        var query = builder(collection);
        if (limit > 0) query = query.limit(limit);
        return query.count().get().then((value) => value.count!);
      }
      Stream<List<T>> queryCollection<T>(Query collection, RecordBuilder<T> make,
          {Query Function(Query)? queryBuilder, int limit = -1, bool one = false}) {
        final builder = queryBuilder ?? (q) => q;
        var query = builder(collection);
        if (limit > 0 || one) query = query.limit(one ? 1 : limit);
        return query.snapshots().map((s) => s.docs.map((d) => safeGet(() => make(d), (e) => print(e))).where((d) => d != null).toList());
      }
      Future<List<T>> queryCollectionOnce<T>(Query collection, RecordBuilder<T> make,
          {Query Function(Query)? queryBuilder, int limit = -1, bool one = false}) {
        final builder = queryBuilder ?? (q) => q;
        var query = builder(collection);
        if (limit > 0 || one) query = query.limit(one ? 1 : limit);
        return query.get().then((s) => s.docs.map((d) => safeGet(() => make(d), (e) => print(e))).where((d) => d != null).toList());
      }
      class Loaded<T> {
        final List<T> data;
        final Stream<List<T>>? stream;
        final QueryDocumentSnapshot? after;
        Loaded(this.data, this.stream, this.after);
      }
      Future<Loaded<T>> queryCollectionPage<T>(Query collection, RecordBuilder<T> make,
          {Query Function(Query)? queryBuilder, DocumentSnapshot? after, required int size, required bool streams}) async {
        final builder = queryBuilder ?? (q) => q;
        var query = builder(collection).limit(size);
        if (after != null) query = query.startAfterDocument(after);
        Stream<QuerySnapshot>? stream;
        QuerySnapshot first;
        if (streams) {
          stream = query.snapshots();
          first = await stream.first;
        } else {
          first = await query.get();
        }
        final documents = (QuerySnapshot s) =>
            s.docs.map((d) => safeGet(() => make(d), (e) => print(e))).where((d) => d != null).map((d) => d!).toList();
        return Loaded(documents(first), stream?.map(documents), first.docs.isEmpty ? null : first.docs.last);
      }
      T? safeGet<T>(T Function() make, [Function(dynamic)? report]) {
        try {
          return make();
        } catch (e) {
          report?.call(e);
        }
        return null;
      }
      """
    return SourceText(
      path: "backend.dart",
      text: (["import 'package:cloud_firestore/cloud_firestore.dart';"] + records + [common]).joined(separator: "\n"))
  }
}
