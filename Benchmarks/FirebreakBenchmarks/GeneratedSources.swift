import Diagnostics
import Workloads

/// Sources of a large project with apps in several languages, always the same: models, screens and repositories whose
/// queries differ from file to file.
enum GeneratedSources {
  /// At least this many lines.
  /// - Parameter only: the extension of the only language; nil: of all in turn.
  static func project(lines: Int, only: String? = nil) -> [SourceText] {
    let languages = languages.filter { only == nil || $0.name == only }
    var sources: [SourceText] = []
    var count = 0
    var number = 0
    while count < lines, !languages.isEmpty {
      let language = languages[number % languages.count]
      let text = file(language, number)
      count += text.utf8.count { $0 == 0x0A }
      sources.append(SourceText(path: "Sources/Feature\(number).\(language.name)", text: text))
      number += 1
    }
    return sources
  }

  private struct Language {
    var name: String
    var head: String
    /// With `NAME`, `FIELD` and `COUNT` in the place of what differs.
    var pieces: [String]
    var tail: String
  }

  private static func file(_ language: Language, _ number: Int) -> String {
    let fields = ["createdAt", "ownerId", "members", "status", "updatedAt", "score", "title"]
    var text = filled(language.head, "Feature\(number)", fields[number % fields.count], number)
    for piece in 0..<12 {
      text += filled(
        language.pieces[(number + piece) % language.pieces.count], "Part\(number)x\(piece)",
        fields[(number * 5 + piece) % fields.count], number + piece)
    }
    return text + language.tail
  }

  private static func filled(_ piece: String, _ name: String, _ field: String, _ number: Int) -> String {
    var text = ""
    var word = ""
    func end() {
      switch word {
      case "NAME": text += name
      case "FIELD": text += field
      case "COUNT": text += "\(number % 90 + 10)"
      default: text += word
      }
      word = ""
    }
    for character in piece {
      if character.isUppercase {
        word.append(character)
      } else {
        end()
        text.append(character)
      }
    }
    end()
    return text
  }

  private static let languages = [swift, typescript, kotlin, dart, python, java]

  private static let swift = Language(
    name: "swift",
    head: """
      import FirebaseFirestore
      import SwiftUI

      final class NAMEStore: ObservableObject {
        private let db = Firestore.firestore()
        private var listener: ListenerRegistration?
        @Published private(set) var items: [Item] = []

      """,
    pieces: [
      #"""
        /// Listens to what belongs to a member, newest first.
        func listenNAME(to id: String, since: Timestamp) {
          listener = db.collection("Groups").document(id).collection("NAME")
            .whereField("FIELD", isGreaterThan: since)
            .order(by: "FIELD", descending: true)
            .limit(to: COUNT)
            .addSnapshotListener { [weak self] snapshot, error in
              guard let self, let documents = snapshot?.documents else {
                print("no documents: \(error?.localizedDescription ?? "unknown")")
                return
              }
              self.items = documents.compactMap { try? $0.data(as: Item.self) }
            }
        }


      """#,
      #"""
        struct NAMERow: View {
          let item: Item
          @State private var isExpanded = false

          var body: some View {
            VStack(alignment: .leading, spacing: 8) {
              HStack {
                Text(item.title).font(.headline).lineLimit(isExpanded ? nil : 2)
                Spacer()
                if item.isUnread { Circle().fill(Color.accentColor).frame(width: 10, height: 10) }
              }
              Text("\(item.count) of \(item.total) (\(Int(Double(item.count) / Double(max(item.total, 1)) * 100))%)")
            }
            .padding(.horizontal, 16)
            .onTapGesture { withAnimation(.easeInOut(duration: 0.2)) { isExpanded.toggle() } }
          }
        }


      """#,
      #"""
        func loadNAME(filter: Filter, ids: [String]) async throws -> [Item] {
          var query: Query = db.collection("NAME")
          switch filter {
          case .mine: query = query.whereField("FIELD", isEqualTo: Auth.auth().currentUser?.uid ?? "")
          case .status(let status) where status.isOpen: query = query.whereField("status", in: status.names)
          default: query = query.limit(to: COUNT)
          }
          if !ids.isEmpty { query = query.whereField(FieldPath.documentID(), in: Array(ids.prefix(10))) }
          let snapshot = try await query.getDocuments()
          for (index, document) in snapshot.documents.enumerated() where index < COUNT {
            cache["item-\(index)"] = document.data()["FIELD"] as? [String: Any] ?? [:]
          }
          return snapshot.documents.map { Item(id: $0.documentID, data: $0.data()) }
        }


      """#,
    ],
    tail: "}\n")

  private static let typescript = Language(
    name: "ts",
    head: """
      import { collection, getDocs, getFirestore, limit, onSnapshot, orderBy, query, where } from 'firebase/firestore'
      import { useEffect, useState } from 'react'

      const db = getFirestore()
      export interface NAMEItem { id: string; title: string; tags?: string[]; owner: { uid: string } | null }


      """,
    pieces: [
      #"""
      export async function loadNAME(uid: string, options: { open?: boolean; max?: number } = {}): Promise<NAMEItem[]> {
        const constraints = [where('FIELD', '==', uid)]
        if (options.open) {
          constraints.push(where('status', 'in', ['open', 'waiting']), orderBy('FIELD', 'desc'))
        }
        const found = await getDocs(query(collection(db, `teams/${uid}/NAME`), ...constraints, limit(options.max ?? COUNT)))
        return found.docs.map((doc) => ({ id: doc.id, ...(doc.data() as Omit<NAMEItem, 'id'>) }))
      }


      """#,
      #"""
      export function useNAME(chatId: string) {
        const [items, setItems] = useState<NAMEItem[]>([])
        useEffect(() => {
          if (!chatId) return
          const unsubscribe = onSnapshot(
            query(collection(db, 'chats', chatId, 'NAME'), orderBy('FIELD'), limit(COUNT)),
            (snapshot) => setItems(snapshot.docs.map((d) => ({ id: d.id, ...d.data() }) as NAMEItem)),
            (error) => console.error(`listening to ${chatId} failed`, error.message.replace(/\s+/g, ' ')),
          )
          return () => unsubscribe()
        }, [chatId])
        return { items, isEmpty: items.length === 0, total: items.reduce((sum, item) => sum + (item.tags?.length ?? 0), 0) }
      }


      """#,
      #"""
      export class NAMEFormatter {
        private readonly names = new Map<string, string>()
        constructor(private locale = 'en', protected width: number = COUNT) {}

        format(value: number | string, unit?: string): string {
          switch (typeof value) {
            case 'number':
              return value < 0 || value > this.width ? '–' : `${value.toFixed(2)} ${unit ?? ''}`.trim()
            case 'string':
              return this.names.get(value) ?? value.split('/').filter(Boolean).map((part) => part.toUpperCase()).join(' / ')
            default:
              throw new TypeError(`cannot format ${value}`)
          }
        }
      }


      """#,
    ],
    tail: "")

  private static let kotlin = Language(
    name: "kt",
    head: """
      package com.example.NAME

      import com.google.firebase.firestore.FirebaseFirestore
      import com.google.firebase.firestore.Query

      class NAMERepository(private val db: FirebaseFirestore = FirebaseFirestore.getInstance()) {

      """,
    pieces: [
      #"""
          suspend fun loadNAME(userId: String, max: Long = COUNT): List<Item> =
              db.collection("users").document(userId).collection("NAME")
                  .whereEqualTo("FIELD", userId)
                  .orderBy("FIELD", Query.Direction.DESCENDING)
                  .limit(max)
                  .get()
                  .await()
                  .documents
                  .mapNotNull { document -> document.toObject(Item::class.java)?.copy(id = document.id) }


      """#,
      #"""
          fun observeNAME(roomId: String?): Flow<List<Item>> = callbackFlow {
              var query: Query = db.collection("rooms/$roomId/NAME")
              if (roomId != null && roomId.isNotBlank()) {
                  query = query.whereGreaterThan("FIELD", 0L)
              }
              val registration = query.addSnapshotListener { snapshot, error ->
                  if (error != null) { close(error); return@addSnapshotListener }
                  trySend(snapshot?.toObjects(Item::class.java).orEmpty().sortedByDescending { it.position })
              }
              awaitClose { registration.remove() }
          }


      """#,
      #"""
          private fun describeNAME(item: Item): String = when {
              item.count > COUNT -> "many (${item.count})"
              item.title.isNullOrEmpty() -> "untitled ${item.id.take(6)}"
              else -> item.title?.trim() ?: "nothing"
          }

          data class NAMEState(val items: List<Item> = emptyList(), val isLoading: Boolean = false, val error: String? = null)


      """#,
    ],
    tail: "}\n")

  private static let dart = Language(
    name: "dart",
    head: """
      import 'package:cloud_firestore/cloud_firestore.dart';
      import 'package:flutter/material.dart';

      class NAMEService {
        NAMEService({FirebaseFirestore? firestore}) : _db = firestore ?? FirebaseFirestore.instance;
        final FirebaseFirestore _db;


      """,
    pieces: [
      #"""
        Stream<List<Item>> watchNAME(String id, {bool onlyOpen = false}) {
          Query<Map<String, dynamic>> query = _db.collection('groups').doc(id).collection('NAME');
          if (onlyOpen) query = query.where('status', whereIn: ['open', 'waiting']);
          return query
              .orderBy('FIELD', descending: true)
              .limit(COUNT)
              .snapshots()
              .map((snapshot) => snapshot.docs.map((doc) => Item.fromJson({'id': doc.id, ...doc.data()})).toList());
        }


      """#,
      #"""
        Widget buildNAME(BuildContext context, List<Item> items) {
          return Scaffold(
            appBar: AppBar(title: const Text('NAME'), actions: [
              IconButton(icon: const Icon(Icons.add), onPressed: () => Navigator.of(context).pushNamed('/add')),
            ]),
            body: ListView.builder(
              itemCount: items.length,
              itemBuilder: (context, index) => ListTile(
                title: Text('${items[index].title} (${items[index].count * COUNT})'),
                onTap: () async {
                  await _db.collection('items').doc(items[index].id).update({'FIELD': FieldValue.serverTimestamp()});
                },
              ),
            ),
          );
        }


      """#,
    ],
    tail: "}\n")

  private static let python = Language(
    name: "py",
    head: """
      from google.cloud import firestore
      from google.cloud.firestore_v1.base_query import FieldFilter

      db = firestore.Client()


      """,
    pieces: [
      #"""
      def load_NAME(user_id, status=None, page_size=COUNT):
          """Everything of a user, newest first."""
          query = db.collection("users").document(user_id).collection("NAME")
          if status is not None:
              query = query.where(filter=FieldFilter("FIELD", "==", status))
          query = query.order_by("FIELD", direction=firestore.Query.DESCENDING).limit(page_size)
          result = []
          for snapshot in query.stream():
              data = snapshot.to_dict() or {}
              result.append({"id": snapshot.id, **{key: value for key, value in data.items() if not key.startswith("_")}})
          return result



      """#,
      #"""
      class NAMEReport:
          def __init__(self, rows, width=COUNT):
              self.rows = [row for row in rows if row.get("FIELD")]
              self.width = width

          @property
          def total(self):
              return sum(row["count"] * 2 ** row.get("level", 0) for row in self.rows)

          def lines(self):
              for index, row in enumerate(self.rows):
                  yield f"{index:>4} {row['title']!r:<{self.width}} {row.get('count', 0) / max(self.total, 1):.2%}"



      """#,
    ],
    tail: "")

  private static let java = Language(
    name: "java",
    head: """
      package com.example;

      import com.google.firebase.firestore.FirebaseFirestore;
      import com.google.firebase.firestore.Query;
      import java.util.List;

      public class NAME {
        private final FirebaseFirestore db = FirebaseFirestore.getInstance();


      """,
    pieces: [
      #"""
        public void loadNAME(String userId, Callback<List<Item>> callback) {
          db.collection("users").document(userId).collection("NAME")
              .whereEqualTo("FIELD", userId)
              .orderBy("FIELD", Query.Direction.ASCENDING)
              .limit(COUNT)
              .get()
              .addOnCompleteListener(task -> {
                if (!task.isSuccessful() || task.getResult() == null) {
                  Log.w("NAME", "failed", task.getException());
                  return;
                }
                List<Item> items = new ArrayList<>();
                for (DocumentSnapshot document : task.getResult().getDocuments()) {
                  items.add(document.toObject(Item.class));
                }
                callback.onResult(items);
              });
        }


      """#,
      #"""
        @Override
        public String describeNAME(Map<String, List<Integer>> counts, int level) {
          StringBuilder builder = new StringBuilder();
          for (Map.Entry<String, List<Integer>> entry : counts.entrySet()) {
            int total = 0;
            for (int i = 0; i < entry.getValue().size() && i < COUNT; i++) { total += entry.getValue().get(i) << level; }
            builder.append(entry.getKey()).append(": ").append(total > 0 ? String.valueOf(total) : "none").append('\n');
          }
          return builder.toString();
        }


      """#,
    ],
    tail: "}\n")
}
