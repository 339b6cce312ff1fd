extension SwiftModels {
  /// FirebaseFirestore, with FirebaseFirestoreSwift and the extensions for Combine.
  static let firestore = firestoreValues + firestoreSteps + firestoreRequests + firestoreUnknowns

  private static let firestoreValues =
    """
    sdk firestore
      modules FirebaseFirestore FirebaseFirestoreSwift FirebaseFirestoreCombineSwift FirebaseFirestoreInternal Firebase
      caller client
      strong whereField whereFilter collectionGroup addSnapshotListener arrayContains arrayContainsAny getDocuments
      strong snapshotPublisher afterDocument atDocument beforeDocument getAggregation FirestoreQuery
      operators == != < <= > >= array_contains array_contains_any in not-in
      # Databases and types
      Firestore.firestore(app?, =app?, =database?) -> database(database)
      type Firestore -> database
      type Query, CollectionReference -> anyQuery
      type DocumentReference -> anyDocument
      type DocumentSnapshot, QueryDocumentSnapshot, DocumentChange -> anySnapshot
      type QuerySnapshot -> repeated(anySnapshot, unknown)
      type WriteBatch -> batch(database)
      type Transaction -> transaction(database)
      type Timestamp, GeoPoint -> scalar
      # Values
      FieldPath(names:list) -> field(names)
      FieldPath.documentID() -> documentName
      NSNull() -> null
      Timestamp(...), Timestamp.now(), Date(...), GeoPoint(...) -> scalar
      FieldValue.serverTimestamp(), FieldValue.delete(), FieldValue.increment(by) -> transform
      FieldValue.arrayUnion(values), FieldValue.arrayRemove(values), FieldValue.vector(values) -> transform
      FieldValue.minimum(than), FieldValue.maximum(than) -> transform
      FirestoreSource.cache, ListenSource.cache -> "cache"
      SnapshotListenOptions() -> options
      options.withSource(source) -> source
      options.withIncludeMetadataChanges(on) -> self
      text.withIncludeMetadataChanges(on) -> self
      # Filters and aggregations as values
      Filter.andFilter(filters:list), Filter.and(filters:list) -> and(filters)
      Filter.orFilter(filters:list), Filter.or(filters:list) -> or(filters)
      AggregateField.count() -> count
      AggregateField.sum(field:field) -> sum(field)
      AggregateField.average(field:field) -> average(field)
      # The property wrapper, and its predicates
      FirestoreQuery(=collectionPath:text, =predicates?, ...) => listen collection(database, collectionPath) + predicates, gives documents
      QueryPredicate.isEqualTo(field:field, value:operand) -> filter(field, "==", value)
      QueryPredicate.isIn(field:field, value:operand) -> filter(field, "in", value)
      QueryPredicate.isNotIn(field:field, value:operand) -> filter(field, "not-in", value)
      QueryPredicate.arrayContains(field:field, value:operand) -> filter(field, "array_contains", value)
      QueryPredicate.arrayContainsAny(field:field, value:operand) -> filter(field, "array_contains_any", value)
      QueryPredicate.isLessThan(field:field, value:operand) -> filter(field, "<", value)
      QueryPredicate.isGreaterThan(field:field, value:operand) -> filter(field, ">", value)
      QueryPredicate.isLessThanOrEqualTo(field:field, value:operand) -> filter(field, "<=", value)
      QueryPredicate.isGreaterThanOrEqualTo(field:field, value:operand) -> filter(field, ">=", value)
      QueryPredicate.orderBy(field:field, descending) -> order(field, chosen(descending, descending(), ascending))
      QueryPredicate.order(=by:field) -> order(by)
      QueryPredicate.order(=by:field, =descending) -> order(by, chosen(descending, descending(), ascending))
      QueryPredicate.limitTo(count) -> limit(count)
      QueryPredicate.limit(=to) -> limit(to)
      QueryPredicate.limitToLast(count) -> limitToLast(count)
      QueryPredicate.limit(=toLast) -> limitToLast(toLast)

    """ + compared("Filter.whereField", makes: "") + compared("QueryPredicate.whereField", makes: "")
    + compared("QueryPredicate.where", makes: "")

  /// What narrows, orders or cuts a query, and where it looks.
  private static let firestoreSteps =
    """
      # Places
      database.collection(path:text) -> collection(self, path)
      database.collectionGroup(id:text) -> group(self, id)
      database.document(path:text) -> document(self, path)
      database.batch() -> batch(self)
      database.getQuery(=named) -> anyQuery
      database.getQuery(=named, completion:function?) -> anyQuery, calls completion(anyQuery)
      query.document(path?) -> document(self, path)
      query.parent -> parent(self)
      query.firestore, document.firestore -> databaseOf(self)
      query.collectionID, document.documentID -> id(self)
      query.path, document.path -> path(self)
      document.collection(path:text) -> collection(self, path)
      document.parent -> parent(self)
      # Constraints
      query.whereField(shown) -> self + unfollowed
      query.whereFilter(filter:constraint) -> self + filter
      query.filter(=using) -> self + unfollowed
      query.order(=by:field) -> self + order(by)
      query.order(=by:field, =descending) -> self + order(by, chosen(descending, descending(), ascending))
      query.limit(=to) -> self + limit(to)
      query.limit(=toLast) -> self + limitToLast(toLast)
      query.start(=at) -> self + startAt(at)
      query.start(=after) -> self + startAfter(after)
      query.start(=atDocument) -> self + startAt(atDocument(atDocument))
      query.start(=afterDocument) -> self + startAfter(atDocument(afterDocument))
      query.end(=at) -> self + endAt(at)
      query.end(=before) -> self + endBefore(before)
      query.end(=atDocument) -> self + endAt(atDocument(atDocument))
      query.end(=beforeDocument) -> self + endBefore(atDocument(beforeDocument))
      query.count -> self + count
      query.aggregate(fields) -> self + aggregationObject + aggregates(fields)
      # Pipelines are another language: where they read is followed, what their stages do is not known
      database.pipeline() -> pipeline(self)
      pipeline.collection(path:text) -> collection(self, path) + unfollowed
      pipeline.collectionGroup(id:text) -> group(self, id) + unfollowed
      pipeline.where(...), pipeline.select(...), pipeline.sort(...), pipeline.aggregate(...), pipeline.distinct(...) -> self
      pipeline.addFields(...), pipeline.removeFields(...), pipeline.findNearest(...), pipeline.sample(...) -> self
      pipeline.union(...), pipeline.unnest(...), pipeline.replace(...), pipeline.rawStage(...), pipeline.documents(...) -> self
      pipeline.limit(count) -> self + limit(count)
      pipeline.offset(count) -> self + offset(count)
      pipeline.execute(...) => get self gives documents

    """ + compared("query.whereField", makes: "self + ")

  private static let firestoreRequests = """
      # Reads
      query.getDocuments(completion:function?, =source?, ...) => get self gives snapshot, source source, calls completion(snapshot, unknown)
      query.addSnapshotListener(listener:function?, =options?, ...) => listen self gives snapshot, source options, calls listener(snapshot, unknown) many
      query.snapshotPublisher(...) => listen self gives snapshot
      query.snapshotSequence(...) => listen self gives snapshots
      query.snapshots => listen self gives snapshots
      query.snapshots(...) => listen self gives snapshots
      aggregation.getAggregation(completion:function?, ...) => get self, calls completion(unknown, unknown)
      query.getAggregation(completion:function?, ...) => get self, calls completion(unknown, unknown)
      document.getDocument(completion:function?, =source?, ...) => get self gives document, source source, calls completion(document, unknown)
      document.addSnapshotListener(listener:function?, =options?, ...) => listen self gives document, source options, calls listener(document, unknown) many
      document.snapshotPublisher(...) => listen self gives document
      document.snapshotSequence(...) => listen self gives snapshots
      document.snapshots => listen self gives snapshots
      document.snapshots(...) => listen self gives snapshots
      # Writes
      query.addDocument(=data:data, completion:function?, ...) => create document(self, absent) with data, gives document, calls completion(unknown)
      query.addDocument(=from:data, completion:function?, ...) => create document(self, absent) with from, gives document, calls completion(unknown)
      document.setData(data:data, completion:function?, =mergeFields, ...) => set self with data, merge mergeFields, calls completion(unknown)
      document.setData(completion:function?, =from:data, =mergeFields, ...) => set self with from, merge mergeFields, calls completion(unknown)
      document.setData(data:data, completion:function?, =merge?, ...) => set self with data, merge merge, calls completion(unknown)
      document.setData(completion:function?, =from:data, =merge?, ...) => set self with from, merge merge, calls completion(unknown)
      document.updateData(fields:data, completion:function?, ...) => update self with fields, calls completion(unknown)
      document.delete(completion:function?) => delete self, calls completion(unknown)
      # Batches and transactions
      batch.setData(data:data, =forDocument:document, =mergeFields, ...) => set forDocument with data, batched, merge mergeFields
      batch.setData(=from:data, =forDocument:document, =mergeFields, ...) => set forDocument with from, batched, merge mergeFields
      batch.setData(data:data, =forDocument:document, =merge?, ...) => set forDocument with data, batched, merge merge
      batch.setData(=from:data, =forDocument:document, =merge?, ...) => set forDocument with from, batched, merge merge
      batch.updateData(fields:data, =forDocument:document) => update forDocument with fields, batched
      batch.deleteDocument(reference:document) => delete reference, batched
      database.runTransaction(body:function, =completion?) -> run(body, transaction(self), unknown), calls completion(unknown, unknown)
      database.runTransaction(body:function, completion:function) -> run(body, transaction(self), unknown), calls completion(unknown, unknown)
      transaction.getDocument(reference:document) => get reference gives document, transacted
      transaction.setData(data:data, =forDocument:document, =mergeFields, ...) => set forDocument with data, transacted, merge mergeFields
      transaction.setData(=from:data, =forDocument:document, =mergeFields, ...) => set forDocument with from, transacted, merge mergeFields
      transaction.setData(data:data, =forDocument:document, =merge?, ...) => set forDocument with data, transacted, merge merge
      transaction.setData(=from:data, =forDocument:document, =merge?, ...) => set forDocument with from, transacted, merge merge
      transaction.updateData(fields:data, =forDocument:document) => update forDocument with fields, transacted
      transaction.deleteDocument(reference:document) => delete reference, transacted
      # Answers
      snapshot.documents, snapshot.documentChanges -> documentsOf(self)
      snapshot.documentChanges(...) -> documentsOf(self)
      list.documents, list.documentChanges -> self
      list.documentChanges(...) -> self
      snapshot.query -> target(self)
      documentSnapshot.reference, documents.reference -> reference(self)
      documentSnapshot.document, documents.document -> documentOf(self)
      documentSnapshot.type -> changeKind
      documentSnapshot.collection(path:text) -> collection(reference(self), path)

    """

  /// What is declared outside of what is read, where the words leave no doubt.
  private static let firestoreUnknowns =
    """
      unknown.collection(path:segments) -> collection(assumed(self), path)
      unknown.collectionGroup(id:text) -> group(assumed(self), id)
      unknown.document(path?) -> assumedDocument(self)
      unknown.whereFilter(filter:constraint) -> assumedQuery(self) + filter
      unknown.addSnapshotListener(listener:function?, =options?, ...) => listen assumedQuery(self) gives snapshot, source options, calls listener(snapshot, unknown) many
      unknown.order(=by:field, =descending) -> assumedQuery(self) + order(by, chosen(descending, descending(), ascending))
      unknown.order(=by:field) -> assumedByName(self) + order(by)
      unknown.limit(=to) -> assumedByName(self) + limit(to)
      unknown.limit(=toLast) -> assumedQuery(self) + limitToLast(toLast)
      unknown.start(=afterDocument) -> assumedQuery(self) + startAfter(atDocument(afterDocument))
      unknown.start(=atDocument) -> assumedQuery(self) + startAt(atDocument(atDocument))
      unknown.start(=after) -> assumedByName(self) + startAfter(after)
      unknown.start(=at) -> assumedByName(self) + startAt(at)
      unknown.end(=beforeDocument) -> assumedQuery(self) + endBefore(atDocument(beforeDocument))
      unknown.end(=atDocument) -> assumedQuery(self) + endAt(atDocument(atDocument))
      unknown.end(=before) -> assumedByName(self) + endBefore(before)
      unknown.end(=at) -> assumedByName(self) + endAt(at)
      unknown.getDocuments(completion:function?, =source?) => get assumedQuery(self) gives snapshot, source source, calls completion(snapshot, unknown)
      unknown.getDocument(completion:function?, =source?, =as?) => get assumedDocument(self) gives document, source source, calls completion(document, unknown)
      unknown.addDocument(=data:data, completion:function?, ...) => create document(assumedQuery(self), absent) with data, gives document, calls completion(unknown)
      unknown.addDocument(=from:data, completion:function?, ...) => create document(assumedQuery(self), absent) with from, gives document, calls completion(unknown)
      unknown.runTransaction(body:function, =completion?) -> run(body, transaction(assumedDatabase(self)), unknown), calls completion(unknown, unknown)
      unknown.runTransaction(body:function, completion:function) -> run(body, transaction(assumedDatabase(self)), unknown), calls completion(unknown, unknown)
      unknown.setData(data:data, =forDocument:document, =merge?, ...) => set forDocument with data, merge merge
      unknown.setData(=from:data, =forDocument:document, =merge?, ...) => set forDocument with from, merge merge
      unknown.updateData(fields:data, =forDocument:document) => update forDocument with fields
      unknown.setData(data:record!, completion:function?, =merge?, ...) => set namedDocument(self) with data, merge merge, calls completion(unknown)
      unknown.setData(completion:function?, =from:data, =merge?, ...) => set namedDocument(self) with from, merge merge, calls completion(unknown)
      unknown.updateData(fields:record!, completion:function?) => update namedDocument(self) with fields, calls completion(unknown)

    """ + compared("unknown.whereField", makes: "assumedQuery(self) + ")
}
