extension DartModels {
  /// Databases, documents, batches and transactions of Firestore.
  static let references = """
      # Databases
      database.collection(path:segments) -> collection(self, path)
      database.collectionGroup(id:text) -> group(self, id)
      database.doc(path:segments), database.document(path:segments) -> document(self, path)
      database.batch() -> batch(self)
      database.runTransaction(body:callable, ...) -> call(body, transaction(self))
      database.namedQueryGet(name, ...), database.namedQueryWithConverterGet(name, ...) => get anyQuery gives snapshot
      # Documents
      document.collection(path:segments) -> collection(self, path)
      document.withConverter(...) -> self
      document.firestore -> database
      document.id, document.documentID -> id(self)
      document.path -> path(self)
      document.parent -> parent(self)
      document.get(options?) => get self gives document
      document.snapshots(=includeMetadataChanges?, =source?) => listen self gives document
      document.stream => listen self gives document
      document.create(data:data) => create self with data
      document.set(data:data, options?), document.setData(data:data, options?) => set self with data, merge options
      document.setData(data:data, =merge) => set self with data, merge merge
      document.update(data:data), document.updateData(data:data) => update self with data
      document.delete() => delete self
      # Batches and transactions
      batch.set(document:document, data:data, options?), batch.setData(document:document, data:data, options?) => set document with data, batched, merge options
      batch.setData(document:document, data:data, =merge) => set document with data, batched, merge merge
      batch.create(document:document, data:data) => create document with data, batched
      batch.update(document:document, data:data), batch.updateData(document:document, data:data) => update document with data, batched
      batch.delete(document:document) => delete document, batched
      transaction.get(document:target, ...) => get document gives document, transacted
      transaction.create(document:document, data:data) => create document with data, transacted
      transaction.set(document:document, data:data, options?) => set document with data, transacted, merge options
      transaction.update(document:document, data:data) => update document with data, transacted
      transaction.delete(document:document) => delete document, transacted

    """

  /// What snapshots of Firestore have in them.
  static let answers = """
      snapshot.docs, snapshot.documents, snapshot.docChanges, snapshot.documentChanges -> documentsOf(self)
      snapshot.docChanges() -> documentsOf(self)
      snapshot.size, documents.length -> length(self)
      documents.docs, documents.documents, list.docs, list.docChanges, list.documents -> self
      documentSnapshot.reference -> reference(self)
      documentSnapshot.id, documentSnapshot.documentID -> id(reference(self))
      documentSnapshot.doc, documentSnapshot.document, documentSnapshot.data, documentSnapshot.requireData -> self
      documentSnapshot.first -> self
      documentSnapshot.data() -> self
      documentSnapshot.get() => get reference(self) gives document
      documentSnapshot.get(field:text) -> unknown
      documentSnapshot.collection(path:segments) -> collection(reference(self), path)
      documentSnapshot.snapshots() => listen reference(self) gives document
      documentSnapshot.set(data:data, options?) => set reference(self) with data, merge options
      documentSnapshot.update(data:data) => update reference(self) with data
      documentSnapshot.delete() => delete reference(self)

    """

  /// `geoflutterfire` and its successors.
  static let geo = """
    sdk geo
      modules package:geoflutterfire package:geoflutterfire2 package:geoflutterfire_plus package:geofire_flutter
      unbound GeoFirePoint Geoflutterfire GeoFlutterFire
      caller client
      # A search around a point is a handful of listeners on ranges of a geohash
      GeoFirePoint(...), Geoflutterfire(...), GeoFlutterFire(...) -> wrapper
      wrapper.collection(=collectionRef:query) -> collectionRef
      query.within(=field:field, ...), query.withinAsSingleStreamSubscription(=field:field, ...), query.subscribeWithin(=field:field, ...) => listen self + order(subfield(field, "geohash")) + startAt(unknown) + endAt(unknown) gives documents
      query.fetchWithin(=field:field, ...) => get self + order(subfield(field, "geohash")) + startAt(unknown) + endAt(unknown) gives documents

    """
}
