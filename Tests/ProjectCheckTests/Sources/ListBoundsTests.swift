import Diagnostics
import FirebreakTestSupport
import Testing

@testable import Project
@testable import ProjectCheck

/// FB7003 and FB7022 where the code says how long a list is at most.
@Suite("Bounds of lists that stand in the code") struct ListBoundsTests {
  struct Case: CustomTestStringConvertible {
    var file: String
    var code: String
    /// `FB7022 24`: the code and the line; the word behind them stands in the message.
    var found: [String]
    var testDescription: String { file }
  }

  @Test("only lists that may be longer than a comparison takes are found", arguments: cases)
  func bounds(_ test: Case) throws {
    let folder = try FolderFixture([test.file: test.code])
    let project = try Project.discover(ProjectRequest(startFolder: folder.path))
    let scope = ProjectScope(project: project, workloads: [], isWhole: true, sourcePlaces: [folder.path])
    let queries = ProjectQueries.load(scope, sources: SourceQueries.load(scope))
    let found = FindingList(queries.check().findings).diagnostics.filter {
      [.unboundedIn, .nPlusOneGets].contains($0.code)
    }
    #expect(
      found.map { finding in
        let line = finding.location.map { LineTable($0.source).position(of: $0.span.start).line } ?? 0
        let bound = finding.message.split(separator: " ").first { $0.allSatisfy(\.isNumber) }.map { " \($0)" } ?? ""
        return "\(finding.code.id) \(line)\(bound)"
      } == test.found)
  }

  static let cases: [Case] = [
    Case(
      file: "a.ts",
      code: #"""
        import { collection, doc, getDoc, getDocs, getFirestore, limit, query, where, orderBy, documentId } from 'firebase/firestore';
        const db = getFirestore();
        const SIZE = 30;
        export async function bounded(ids: string[]) {
          await getDocs(query(collection(db, 'a'), where('x', 'in', ids.slice(0, 10)), limit(50)));
          const some = ids.slice(0, SIZE).map(id => id.trim());
          await getDocs(query(collection(db, 'b'), where('x', 'in', some), limit(50)));
          for (let i = 0; i < ids.length; i += 30) {
            const chunk = ids.slice(i, i + 30);
            await getDocs(query(collection(db, 'c'), where('x', 'in', chunk), limit(50)));
          }
          while (ids.length) {
            const batch = ids.splice(0, 30);
            await getDocs(query(collection(db, 'd'), where(documentId(), 'in', batch)));
          }
          await Promise.all(ids.slice(0, 5).map(id => getDoc(doc(db, 'e', id))));
          for (const id of ['x', 'y', 'z']) await getDoc(doc(db, 'f', id));
          for (let i = 0; i < 7; i++) await getDoc(doc(db, 'g', `day${i}`));
          const top = await getDocs(query(collection(db, 'h'), limit(20)));
          await getDocs(query(collection(db, 'i'), where('owner', 'in', top.docs.map(d => d.id)), limit(5)));
          await getDocs(query(collection(db, 'j'), where('owner', 'in', [...ids.slice(0, 9), 'me']), limit(5)));
        }
        export async function tooMany(ids: string[]) {
          await getDocs(query(collection(db, 'k'), where('x', 'in', ids.slice(0, 100)), limit(50)));
          await getDocs(query(collection(db, 'l'), where('x', 'not-in', ids.slice(0, 20)), limit(50)));
          await Promise.all(ids.slice(0, 200).map(id => getDoc(doc(db, 'm', id))));
        }
        export async function unbounded(ids: string[]) {
          await getDocs(query(collection(db, 'n'), where('x', 'in', ids), limit(50)));
          await Promise.all(ids.map(id => getDoc(doc(db, 'o', id))));
          await getDocs(query(collection(db, 'p'), where('x', 'in', ids.slice(5)), limit(50)));
          const grown: string[] = [];
          for (const id of ids) grown.push(id);
          for (const id of grown) await getDoc(doc(db, 'q', id));
        }
        """#,
      found: ["FB7022 24 100", "FB7022 25 20", "FB7003 26 200", "FB7022 29", "FB7003 30", "FB7022 31", "FB7003 34"]),
    Case(
      file: "b.swift",
      code: #"""
        import FirebaseFirestore

        final class Lists {
          let db = Firestore.firestore()
          func bounded(ids: [String]) async throws {
            _ = try await db.collection("a").whereField("x", in: Array(ids.prefix(10))).limit(to: 5).getDocuments()
            _ = try await db.collection("b").whereField("x", in: Array(ids[0..<10])).limit(to: 5).getDocuments()
            _ = try await db.collection("c").whereField("x", in: Array(ids[...9])).limit(to: 5).getDocuments()
            for start in stride(from: 0, to: ids.count, by: 30) {
              let chunk = Array(ids[start..<min(start + 30, ids.count)])
              _ = try await db.collection("d").whereField("x", in: chunk).limit(to: 5).getDocuments()
            }
            for day in 0..<7 { _ = try await db.collection("e").document("day\(day)").getDocument() }
            for id in ids.prefix(3) { _ = try await db.collection("f").document(id).getDocument() }
          }
          func unbounded(ids: [String]) async throws {
            _ = try await db.collection("g").whereField("x", in: ids).limit(to: 5).getDocuments()
            for id in ids { _ = try await db.collection("h").document(id).getDocument() }
            _ = try await db.collection("i").whereField("x", in: Array(ids.prefix(50))).limit(to: 5).getDocuments()
          }
        }
        """#,
      found: ["FB7022 17", "FB7003 18", "FB7022 19 50"]),
    Case(
      file: "c.kt",
      code: #"""
        import com.google.firebase.firestore.FirebaseFirestore

        class Lists(private val db: FirebaseFirestore) {
          suspend fun bounded(ids: List<String>) {
            db.collection("a").whereIn("x", ids.take(10)).limit(5).get().await()
            db.collection("b").whereIn("x", ids.subList(0, 10)).limit(5).get().await()
            ids.chunked(30).forEach { db.collection("c").whereIn("x", it).limit(5).get().await() }
            for (id in ids.take(3)) { db.collection("d").document(id).get().await() }
          }
          suspend fun unbounded(ids: List<String>) {
            db.collection("e").whereIn("x", ids).limit(5).get().await()
            for (id in ids) { db.collection("f").document(id).get().await() }
          }
        }
        """#,
      found: ["FB7022 11", "FB7003 12"]),
    Case(
      file: "d.py",
      code: #"""
        from google.cloud import firestore
        from google.cloud.firestore_v1.base_query import FieldFilter
        db = firestore.Client()
        BATCH = 30

        def bounded(ids):
            db.collection("a").where(filter=FieldFilter("x", "in", ids[:10])).limit(5).get()
            for i in range(0, len(ids), BATCH):
                db.collection("b").where("x", "in", ids[i:i + BATCH]).limit(5).get()
            for day in range(7):
                db.collection("c").document(f"day{day}").get()
            for name in ids[:3]:
                db.collection("d").document(name).get()

        def unbounded(ids):
            db.collection("e").where("x", "in", ids).limit(5).get()
            for name in ids:
                db.collection("f").document(name).get()
        """#,
      found: ["FB7022 16", "FB7003 18"]),
    Case(
      file: "e.dart",
      code: #"""
        import 'package:cloud_firestore/cloud_firestore.dart';

        class Lists {
          final db = FirebaseFirestore.instance;
          Future<void> bounded(List<String> ids) async {
            await db.collection('a').where('x', whereIn: ids.take(10).toList()).limit(5).get();
            await db.collection('b').where('x', whereIn: ids.sublist(0, 10)).limit(5).get();
            for (final id in ids.take(3)) { await db.collection('c').doc(id).get(); }
            for (var i = 0; i < 7; i++) { await db.collection('d').doc('day$i').get(); }
          }
          Future<void> unbounded(List<String> ids) async {
            await db.collection('e').where('x', whereIn: ids).limit(5).get();
            for (final id in ids) { await db.collection('f').doc(id).get(); }
          }
        }
        """#,
      found: ["FB7022 12", "FB7003 13"]),
    Case(
      file: "F.java",
      code: #"""
        import com.google.firebase.firestore.FirebaseFirestore;
        import java.util.List;

        class Lists {
          private final FirebaseFirestore db = FirebaseFirestore.getInstance();
          void bounded(List<String> ids) {
            db.collection("a").whereIn("x", ids.subList(0, 10)).limit(5).get();
            for (int i = 0; i < 7; i++) { db.collection("b").document("day" + i).get(); }
            for (String id : ids.subList(0, 3)) { db.collection("c").document(id).get(); }
            for (int i = 0; i < ids.size(); i += 30) {
              db.collection("d").whereIn("x", ids.subList(i, Math.min(i + 30, ids.size()))).limit(5).get();
            }
          }
          void unbounded(List<String> ids) {
            db.collection("e").whereIn("x", ids).limit(5).get();
            for (String id : ids) { db.collection("f").document(id).get(); }
          }
        }
        """#,
      found: ["FB7022 15", "FB7003 16"]),
    Case(
      file: "grown.ts",
      code: #"""
        import { collection, doc, getDoc, getDocs, getFirestore, limit, query, where } from 'firebase/firestore';
        import _ from 'lodash';
        const db = getFirestore();
        const shared: string[] = [];
        export class Feed {
          ids: string[] = [];
          add(id: string) { this.ids.push(id); }
          async load() { return getDocs(query(collection(db, 'a'), where('x', 'in', this.ids), limit(5))); }
        }
        export function note(id: string) { shared.push(id); }
        export async function all(ids: string[], flag: boolean) {
          const grown: string[] = [];
          for (const id of ids) grown.push(id);
          await getDocs(query(collection(db, 'b'), where('x', 'in', grown), limit(5)));
          const handed: string[] = [];
          ids.forEach(id => handed.push(id));
          await getDocs(query(collection(db, 'c'), where('x', 'in', handed), limit(5)));
          await getDocs(query(collection(db, 'd'), where('x', 'in', shared), limit(5)));
          await getDocs(query(collection(db, 'e'), where('x', 'in', flag ? ids.slice(0, 10) : ids), limit(5)));
          await getDocs(query(collection(db, 'f'), where('x', 'in', flag ? ids.slice(0, 10) : ids.slice(0, 20)), limit(5)));
          const two: string[] = [];
          two.push(ids[0]);
          two.push(ids[1]);
          await getDocs(query(collection(db, 'g'), where('x', 'in', two), limit(5)));
          for (let i = 10; i > 0; i -= 3) await getDoc(doc(db, 'h', `d${i}`));
          for (let i = 0; i < ids.length; i++) await getDoc(doc(db, 'i', ids[i]));
          await getDocs(query(collection(db, 'j'), where('x', 'in', _.take(ids, 9)), limit(5)));
          let some = ids;
          if (some.length > 10) some = some.slice(0, 10);
          await getDocs(query(collection(db, 'k'), where('x', 'in', some), limit(5)));
          const chunk: string[] = [];
          for (const id of ids) {
            chunk.push(id);
            if (chunk.length === 10) {
              await getDocs(query(collection(db, 'l'), where('x', 'in', chunk), limit(5)));
              chunk.length = 0;
            }
          }
          await getDocs(query(collection(db, 'm'), where('x', 'in', grown.slice(0, 8)), limit(5)));
        }
        """#,
      found: ["FB7022 8", "FB7022 14", "FB7022 17", "FB7022 18", "FB7022 19", "FB7003 26"]),
    Case(
      file: "guarded.ts",
      code: #"""
        import { collection, getDocs, getFirestore, limit, query, where } from 'firebase/firestore';
        export async function all(ids: string[]) {
          if (!ids.length || ids.length > 12) throw new Error('too many');
          await getDocs(query(collection(getFirestore(), 'n'), where('x', 'in', ids), limit(5)));
        }
        """#,
      found: []),
  ]
}
