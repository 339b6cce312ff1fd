import FirebaseFirestore

final class ItemStore {
  private let database = Firestore.firestore()
  private var registration: ListenerRegistration?

  /// The list on the first screen, live.
  func start(household: String) {
    registration = database.collection("households").document(household).collection("items")
      .whereField("done", isEqualTo: false)
      .order(by: "added", descending: true)
      .addSnapshotListener { snapshot, _ in self.show(snapshot) }
  }

  func add(_ name: String, to household: String) {
    database.collection("households").document(household).collection("items")
      .addDocument(data: ["name": name, "done": false, "added": FieldValue.serverTimestamp()])
  }

  private func show(_ snapshot: QuerySnapshot?) {}
}
