extension JVMModels {
  /// The Android SDK, the server SDK for Java, and what the Admin SDK hands out of it.
  static let firestore = """
    sdk firestore
      modules com.google.firebase.firestore com.google.cloud.firestore com.google.firebase.cloud
      modules dev.gitlive.firebase.firestore
      getters
      handles options conditions
      handlers onDataChange onEvent onSuccess onComplete onChildAdded apply then call run accept doTransaction onChanged invoke
      handlers test get
      strong whereEqualTo whereNotEqualTo whereLessThan whereLessThanOrEqualTo whereGreaterThan whereGreaterThanOrEqualTo
      strong whereArrayContains whereArrayContainsAny whereIn whereNotIn collectionGroup addSnapshotListener limitToLast
      operators == != < <= > >= array-contains array-contains-any in not-in
      directions ASCENDING DESCENDING
      # Clients
      FirebaseFirestore.getInstance(), FirestoreClient.getFirestore() -> database()
      FirebaseFirestore.getInstance(id), FirestoreClient.getFirestore(id) -> database(id)
      FirebaseFirestore.getInstance(app, id), FirestoreClient.getFirestore(app, id) -> database(id)
      FirestoreOptions.getDefaultInstance(), FirestoreOptions.newBuilder(...), FirestoreOptions.Builder() -> database()
      type FirebaseFirestore, Firestore, FirestoreOptions -> database
      type CollectionReference, CollectionGroup, Query, AggregateQuery, VectorQuery -> anyQuery
      type DocumentReference -> anyDocument
      type Transaction -> transaction(database)
      type WriteBatch, BulkWriter -> batch(database)
      type DocumentSnapshot, QueryDocumentSnapshot, DocumentChange -> anySnapshot
      type QuerySnapshot -> repeated(anySnapshot, unknown)
      # Values
      FieldValue.serverTimestamp(), FieldValue.delete() -> transform
      FieldValue.increment(...), FieldValue.arrayUnion(...), FieldValue.arrayRemove(...) -> transform
      FieldPath.documentId() -> documentName
      FieldPath.of(names...) -> field(flat(names))
      Query.Direction.ASCENDING, Direction.ASCENDING -> ascending
      Query.Direction.DESCENDING, Direction.DESCENDING -> descending
      Query.Direction.valueOf(x) -> x
      direction.name -> self
      direction.name(), direction.toString() -> self
      Source.CACHE, ListenSource.CACHE -> "cache"
      Source.SERVER, Source.DEFAULT, ListenSource.DEFAULT -> scalar
      AggregateSource.SERVER -> scalar
      SnapshotListenOptions.Builder() -> options
      options.setSource(x) -> x
      options.setMetadataChanges(...), options.setExecutor(...), options.setActivity(...), options.build() -> self
      MetadataChanges.INCLUDE, MetadataChanges.EXCLUDE -> options
      SetOptions.merge(), SetOptions.mergeFields(...), SetOptions.mergeFieldPaths(...) -> options
      VectorQuery.DistanceMeasure.COSINE, FindNearest.DistanceMeasure.COSINE -> "COSINE"
      VectorQuery.DistanceMeasure.EUCLIDEAN, FindNearest.DistanceMeasure.EUCLIDEAN -> "EUCLIDEAN"
      VectorQuery.DistanceMeasure.DOT_PRODUCT, FindNearest.DistanceMeasure.DOT_PRODUCT -> "DOT_PRODUCT"
      # Filters and aggregations as objects
      Filter.equalTo(f:field, v:operand) -> filter(f, "==", v)
      Filter.notEqualTo(f:field, v:operand) -> filter(f, "!=", v)
      Filter.lessThan(f:field, v:operand) -> filter(f, "<", v)
      Filter.lessThanOrEqualTo(f:field, v:operand) -> filter(f, "<=", v)
      Filter.greaterThan(f:field, v:operand) -> filter(f, ">", v)
      Filter.greaterThanOrEqualTo(f:field, v:operand) -> filter(f, ">=", v)
      Filter.arrayContains(f:field, v:operand) -> filter(f, "array-contains", v)
      Filter.arrayContainsAny(f:field, v:operand) -> filter(f, "array-contains-any", v)
      Filter.inArray(f:field, v:operand) -> filter(f, "in", v)
      Filter.notInArray(f:field, v:operand) -> filter(f, "not-in", v)
      Filter.and(filters...) -> and(flat(filters))
      Filter.or(filters...) -> or(flat(filters))
      AggregateField.count() -> count
      AggregateField.sum(f:field) -> sum(f)
      AggregateField.average(f:field) -> average(f)
      # What a client makes
      database.collection(p:segments) -> collection(self, p)
      database.collectionGroup(p:text) -> group(self, p)
      database.document(p:segments) -> document(self, p)
      database.listCollections(), database.getCollections() -> collections(self)
      database.batch(), database.bulkWriter(...) -> batch(self)
      database.runTransaction(f:callable), database.runTransaction(x, f:callable) -> hand(f, transaction(self))
      database.runAsyncTransaction(f:callable), database.runAsyncTransaction(x, f:callable) -> hand(f, transaction(self))
      database.runTransaction(f:callable, x), database.runAsyncTransaction(f:callable, x) -> hand(f, transaction(self))
      database.runBatch(f:callable) -> hand(f, batch(self))
      database.pipeline() -> pipeline(self)
      database.getAll(references...) => get flat(references) gives documents
      database.setDatabaseId(id) -> database(id)
      database.build(), database.toBuilder(), database.setProjectId(...), database.setCredentials(...) -> self
      database.setEmulatorHost(...), database.setHost(...), database.setEmulator(...) -> self
      database.service, database.options -> self
      # Queries
      query.whereEqualTo(f:field, v:operand) -> self + filter(f, "==", v)
      query.whereNotEqualTo(f:field, v:operand) -> self + filter(f, "!=", v)
      query.whereLessThan(f:field, v:operand) -> self + filter(f, "<", v)
      query.whereLessThanOrEqualTo(f:field, v:operand) -> self + filter(f, "<=", v)
      query.whereGreaterThan(f:field, v:operand) -> self + filter(f, ">", v)
      query.whereGreaterThanOrEqualTo(f:field, v:operand) -> self + filter(f, ">=", v)
      query.whereArrayContains(f:field, v:operand) -> self + filter(f, "array-contains", v)
      query.whereArrayContainsAny(f:field, v:operand) -> self + filter(f, "array-contains-any", v)
      query.whereIn(f:field, v:operand) -> self + filter(f, "in", v)
      query.whereNotIn(f:field, v:operand) -> self + filter(f, "not-in", v)
      # The SDK for several platforms writes the comparison before its value
      query.where(f:field, =equalTo:operand) -> self + filter(f, "==", equalTo)
      query.where(f:field, =notEqualTo:operand) -> self + filter(f, "!=", notEqualTo)
      query.where(f:field, =lessThan:operand) -> self + filter(f, "<", lessThan)
      query.where(f:field, =lessThanOrEqualTo:operand) -> self + filter(f, "<=", lessThanOrEqualTo)
      query.where(f:field, =greaterThan:operand) -> self + filter(f, ">", greaterThan)
      query.where(f:field, =greaterThanOrEqualTo:operand) -> self + filter(f, ">=", greaterThanOrEqualTo)
      query.where(f:field, =arrayContains:operand) -> self + filter(f, "array-contains", arrayContains)
      query.where(f:field, =arrayContainsAny:operand) -> self + filter(f, "array-contains-any", arrayContainsAny)
      query.where(f:field, =inArray:operand) -> self + filter(f, "in", inArray)
      query.where(f:field, =notInArray:operand) -> self + filter(f, "not-in", notInArray)
      query.where(f:callable) -> self + hand(f, conditions)
      query.where(filter:constraint) -> self + filter
      conditions.all(filters...) -> and(flat(filters))
      conditions.any(filters...) -> or(flat(filters))
      text.equalTo(v:operand) -> filter(self, "==", v)
      text.notEqualTo(v:operand) -> filter(self, "!=", v)
      text.lessThan(v:operand) -> filter(self, "<", v)
      text.lessThanOrEqualTo(v:operand) -> filter(self, "<=", v)
      text.greaterThan(v:operand) -> filter(self, ">", v)
      text.greaterThanOrEqualTo(v:operand) -> filter(self, ">=", v)
      text.containsAny(v:operand) -> filter(self, "array-contains-any", v)
      text.inArray(v:operand) -> filter(self, "in", v)
      text.notInArray(v:operand) -> filter(self, "not-in", v)
      any.and(other:constraint) -> and(pair(self, other))
      any.or(other:constraint) -> or(pair(self, other))
      query.orderBy(f:field, direction?) -> self + order(f, direction)
      query.limit(count) -> self + limit(count)
      query.limitToLast(count) -> self + limitToLast(count)
      query.offset(count) -> self + offset(count)
      query.startAt(one) -> self + startAt(one)
      query.startAt(values...) -> self + startAt(values)
      query.startAfter(one) -> self + startAfter(one)
      query.startAfter(values...) -> self + startAfter(values)
      query.endAt(one) -> self + endAt(one)
      query.endAt(values...) -> self + endAt(values)
      query.endBefore(one) -> self + endBefore(one)
      query.endBefore(values...) -> self + endBefore(values)
      query.select(fields...) -> self + select(flat(fields))
      query.findNearest(f:field, vector, limit, measure, ...) -> self + nearest(f, limit, measure, absent)
      query.count() -> self + count
      query.aggregate(fields...) -> self + aggregationObject + aggregates(flat(fields))
      query.getPartitions(count, ...) -> repeated(self + partition, count)
      query.createQuery() -> self
      query.query -> self
      query.document() -> document(self, absent)
      query.document(id) -> document(self, id)
      query.id -> id(self)
      query.path -> path(self)
      query.parent -> parent(self)
      query.firestore -> databaseOf(self)
      query.get(source?) => get self gives snapshot, source source
      query.stream(...), query.explain(...) => get self gives snapshot
      query.listDocuments() => get self gives documents, returns repeated(reference(documents), documents)
      query.snapshots(...), query.dataObjects(...) => listen self gives stream
      query.snapshots => listen self gives stream
      query.addSnapshotListener(f:callable) => listen self gives nothing, calls f(snapshot, absent) many
      query.addSnapshotListener(o, f:callable) => listen self gives nothing, source o, calls f(snapshot, absent) many
      query.addSnapshotListener(o, x, f:callable) => listen self gives nothing, calls f(snapshot, absent) many
      query.addSnapshotListener(...) => listen self gives nothing
      query.add(x:data) => create document(self, absent) with x, gives document
      # Pipelines are another language: where they read is followed, what their stages do is not known
      pipeline.collection(path:text) -> collection(self, path) + unfollowed
      pipeline.collectionGroup(id:text) -> group(self, id) + unfollowed
      pipeline.createFrom(q:query) -> q + unfollowed
      pipeline.execute(...) => get self gives snapshot
      pipeline.where(...), pipeline.select(...), pipeline.sort(...), pipeline.aggregate(...), pipeline.distinct(...) -> self
      pipeline.addFields(...), pipeline.removeFields(...), pipeline.findNearest(...), pipeline.sample(...) -> self
      pipeline.union(...), pipeline.unnest(...), pipeline.replace(...), pipeline.rawStage(...) -> self
      pipeline.database(), pipeline.documents(...) -> self
      pipeline.limit(count) -> self + limit(count)
      pipeline.offset(count) -> self + offset(count)
      # Documents
      document.collection(p:segments) -> collection(self, p)
      document.listCollections(), document.getCollections() -> collections(self)
      document.id -> id(self)
      document.path -> path(self)
      document.parent -> parent(self)
      document.firestore -> databaseOf(self)
      document.get(source?) => get self gives document, source source
      document.snapshots(...), document.dataObjects(...) => listen self gives stream
      document.snapshots => listen self gives stream
      document.addSnapshotListener(f:callable) => listen self gives nothing, calls f(document, absent) many
      document.addSnapshotListener(o, f:callable) => listen self gives nothing, source o, calls f(document, absent) many
      document.addSnapshotListener(o, x, f:callable) => listen self gives nothing, calls f(document, absent) many
      document.addSnapshotListener(...) => listen self gives nothing
      document.set(x:data, options?) => set self with x, merge options
      document.create(x:data) => create self with x
      document.update(x:data, ...) => update self with x
      document.delete(...) => delete self
      # Batches and transactions hand themselves on
      batch.set(r:document, x:data, options?) => set r with x, batched, merge options, returns self
      batch.create(r:document, x:data) => create r with x, batched, returns self
      batch.update(r:document, x:data, ...) => update r with x, batched, returns self
      batch.delete(r:document, ...) => delete r, batched, returns self
      transaction.get(t:target) => get t gives documents, transacted
      transaction.getAll(references...) => get flat(references) gives documents, transacted
      transaction.set(r:document, x:data, options?) => set r with x, transacted, merge options, returns self
      transaction.create(r:document, x:data) => create r with x, transacted, returns self
      transaction.update(r:document, x:data, ...) => update r with x, transacted, returns self
      transaction.delete(r:document, ...) => delete r, transacted, returns self
      # Clients that come from elsewhere
      unknown.collection(p:segments) -> collection(assumed(self), p)
      unknown.collectionGroup(p:text) -> group(assumed(self), p)
      unknown.whereEqualTo(f:field, v:operand) -> assumedQuery(self) + filter(f, "==", v)
      unknown.whereNotEqualTo(f:field, v:operand) -> assumedQuery(self) + filter(f, "!=", v)
      unknown.whereLessThan(f:field, v:operand) -> assumedQuery(self) + filter(f, "<", v)
      unknown.whereLessThanOrEqualTo(f:field, v:operand) -> assumedQuery(self) + filter(f, "<=", v)
      unknown.whereGreaterThan(f:field, v:operand) -> assumedQuery(self) + filter(f, ">", v)
      unknown.whereGreaterThanOrEqualTo(f:field, v:operand) -> assumedQuery(self) + filter(f, ">=", v)
      unknown.whereArrayContains(f:field, v:operand) -> assumedQuery(self) + filter(f, "array-contains", v)
      unknown.whereArrayContainsAny(f:field, v:operand) -> assumedQuery(self) + filter(f, "array-contains-any", v)
      unknown.whereIn(f:field, v:operand) -> assumedQuery(self) + filter(f, "in", v)
      unknown.whereNotIn(f:field, v:operand) -> assumedQuery(self) + filter(f, "not-in", v)
      unknown.orderBy(f:field, d:direction) -> assumedQuery(self) + order(f, d)
      unknown.addSnapshotListener(f:callable) => listen assumedQuery(self) gives nothing, calls f(snapshot, absent) many
      unknown.addSnapshotListener(x, f:callable) => listen assumedQuery(self) gives nothing, calls f(snapshot, absent) many

    """
}
