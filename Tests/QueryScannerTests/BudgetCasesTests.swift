import Diagnostics
import FirestoreModel
import QueryModel
import QueryScanner
import SourceEvaluation
import Testing

/// Where a budget ends, less is known of a request; it is never gone.
@Suite("Budgets") struct BudgetCasesTests {
  struct Sources: CustomTestStringConvertible {
    var testDescription: String
    var files: [(path: String, text: String)]
  }

  private static let web =
    #"import { collection, doc, getDoc, getDocs, query, setDoc, updateDoc, where, writeBatch, runTransaction } from "firebase/firestore";"#

  static let all = [
    Sources(
      testDescription: "in what is called",
      files: [
        (
          "a.ts",
          "\(web)\nexport function place(db, a) { return name(a, collection(db, one(a))); }\nfunction one(a) { return two(a) + a.x; }\nfunction two(a) { return a.y ? \"users\" : a.z; }\nfunction name(a, c) { return query(c, where(two(a), \"==\", 1)); }\nexport async function all(db, a) { return getDocs(place(db, a)); }\nexport async function again(db, a) { const q = place(db, { y: one(a) }); return getDocs(q); }"
        )
      ]),
    Sources(
      testDescription: "in a loop, whose batch is another one in each round",
      files: [
        (
          "a.ts",
          "\(web)\nexport async function clear(db, a) {\n  const all = await getDocs(collection(db, \"users\"));\n  let batch = writeBatch(db);\n  let count = 0;\n  for (const one of all.docs) {\n    batch.delete(one.ref);\n    if (++count > 400) { await batch.commit(); batch = writeBatch(db); count = 0; }\n  }\n}"
        )
      ]),
    Sources(
      testDescription: "in what a caller hands over",
      files: [
        (
          "a.ts",
          "\(web)\nexport function save(ref, data) { return setDoc(ref, data); }\nexport function load(ref) { return getDoc(ref); }\nexport const users = (db, id) => doc(db, \"users\", id);"
        ),
        (
          "b.ts",
          "import { save, load, users } from './a';\nexport async function copy(db, from, to) { const one = await load(users(db, from)); return save(users(db, to), one.data()); }"
        ),
      ]),
    Sources(
      testDescription: "in a condition",
      files: [
        (
          "a.ts",
          "\(web)\nconst KIND = { chat: 1, survey: 2 };\nexport async function onWrite(db, event, other) {\n  const stage = await load(db, event.id);\n  if (!stage) return;\n  switch (stage.kind) { case KIND.chat: break; case KIND.survey: return; default: break; }\n  await runTransaction(db, async (transaction) => {\n    const ref = doc(db, \"stages\", stage.id);\n    const found = await transaction.get(ref);\n    if (!found.exists()) return;\n    let next = found.data().next;\n    while (next && next.done) next = other.after(next);\n    if (next === stage.next) { transaction.update(ref, { next }); } else { transaction.set(ref, { next }, { merge: true }); }\n  });\n}\nasync function load(db, id) { return (await getDoc(doc(db, \"stages\", id))).data(); }"
        )
      ]),
    Sources(
      testDescription: "in Dart",
      files: [
        (
          "a.dart",
          "import 'package:cloud_firestore/cloud_firestore.dart';\nclass Users {\n  final FirebaseFirestore db;\n  Users(this.db);\n  CollectionReference get all => db.collection(path());\n  String path() => prefix('users');\n  String prefix(String name) => name;\n  Future<void> save(String id, Map<String, dynamic> data) => all.doc(id).set(data);\n  Future<QuerySnapshot> adults() => all.where('age', isGreaterThan: 17).get();\n}\nFuture<void> main() async { final users = Users(FirebaseFirestore.instance); await users.save('a', {}); await users.adults(); }"
        )
      ]),
    Sources(
      testDescription: "in Kotlin",
      files: [
        (
          "a.kt",
          "package a\nimport com.google.firebase.firestore.*\nclass Users(private val db: FirebaseFirestore) {\n  private val users get() = db.collection(path())\n  private fun path() = \"users\"\n  fun save(id: String, data: Map<String, Any>) = users.document(id).set(data)\n  fun adults() = users.whereGreaterThan(\"age\", 17).get()\n}"
        )
      ]),
    Sources(
      testDescription: "in Python",
      files: [
        (
          "a.py",
          "from google.cloud import firestore\ndb = firestore.Client()\ndef users(name):\n    return db.collection(prefix(name))\ndef prefix(name):\n    return name\ndef all():\n    return [one.to_dict() for one in users('users').where('age', '>', 17).stream()]\ndef save(id, data):\n    users('users').document(id).set(data)"
        )
      ]),
  ]

  private static func places(_ sources: Sources, _ budget: EvaluationBudget? = nil) -> Set<String> {
    let texts = sources.files.map { SourceText(path: $0.path, text: $0.text) }
    return Set(
      EvaluatedSources.report(on: texts, budget: budget).requests.map { request in
        let place = LineTable(request.location.source).position(of: request.location.span.start)
        return "\(request.location.source.path):\(place.line):\(place.column)"
      })
  }

  @Test("every place is found, whatever the evaluation may cost", arguments: all)
  func places(_ example: Sources) {
    let all = Self.places(example)
    #expect(!all.isEmpty)
    for steps in [0, 1, 2, 4, 8, 16, 32, 64, 128] {
      let budget = EvaluationBudget(functions: 0, callers: 0, least: steps)
      #expect(all.subtracting(Self.places(example, budget)) == [], "\(steps) steps")
    }
  }

  @Test("what asks another database asks none of ours, wherever the budget ends")
  func others() {
    let example = Sources(
      testDescription: "",
      files: [
        (
          "lib/store.dart",
          "import 'package:drift/drift.dart';\nclass Store extends Database {\n  Future rows() async => await select(tasks).get();\n}"
        ),
        (
          "lib/tasks.dart",
          "import 'store.dart';\nclass Tasks {\n  final Store store;\n  Tasks(this.store);\n  Future all() => store.select(store.tasks).get();\n}"
        ),
        (
          "lib/sync.dart",
          "import 'package:cloud_firestore/cloud_firestore.dart';\nimport 'tasks.dart';\nclass Sync {\n  final Tasks tasks;\n  Sync(this.tasks);\n  Future all() async { await tasks.all(); return FirebaseFirestore.instance.collection('tasks').get(); }\n}"
        ),
      ])
    for steps in [0, 1, 2, 4, 8, 16, 32, 64, 128] {
      let budget = EvaluationBudget(functions: 0, callers: 0, least: steps)
      #expect(Self.places(example, budget) == ["lib/sync.dart:6:97"], "\(steps) steps")
    }
  }

  @Test("branches that exclude one another still do where the budget ends")
  func branches() {
    let text = """
      \(Self.web.replacing("where,", with: "where, orderBy,"))
      async function list(db, a) {
        let q = query(collection(db, "x"), orderBy("c"));
        if (a) q = query(collection(db, "x"), where("t", "==", a), orderBy("c"));
        return getDocs(q);
      }
      export const some = (db, x, y) => list(db, x.p ? x.q : y.p);
      const one = (z) => (z.a ? z.b : z.c ? z.d : z.e);
      export const more = (db, x) => some(db, x.f ? x : one(x), x.g ? one(x) : x);
      """
    for steps in stride(from: 0, to: 400, by: 4) {
      let report = EvaluatedSources.report(
        on: [SourceText(path: "a.ts", text: text)], budget: EvaluationBudget(functions: 0, callers: 0, least: steps))
      for request in report.requests {
        guard case .query(let query, _) = request.target else { continue }
        #expect(query.orders.count <= 1, "\(steps) steps")
        let fields = query.filter.map { $0.fields.map(\.description) } ?? []
        #expect(Set(fields).count == fields.count, "\(steps) steps: \(fields)")
      }
    }
  }
}
