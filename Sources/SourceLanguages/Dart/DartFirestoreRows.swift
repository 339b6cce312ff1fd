extension DartModels {
  /// Parameters of `where` and `Filter`: one named condition each.
  private static let conditions = """
    =isEqualTo:condition?, =isNotEqualTo:condition?, =isLessThan:condition?, =isLessThanOrEqualTo:condition?, \
    =isGreaterThan:condition?, =isGreaterThanOrEqualTo:condition?, =arrayContains:condition?, \
    =arrayContainsAny:condition?, =whereIn:condition?, =whereNotIn:condition?, =isNull:condition?
    """

  /// What they make. All but the two equalities ask for nothing where they are null.
  private static let filters = [
    "filter(field, \"==\", isEqualTo) if isEqualTo",
    "filter(field, \"!=\", isNotEqualTo) if isNotEqualTo",
    "filter(field, \">\", isGreaterThan) if present isGreaterThan",
    "filter(field, \">=\", isGreaterThanOrEqualTo) if present isGreaterThanOrEqualTo",
    "filter(field, \"<\", isLessThan) if present isLessThan",
    "filter(field, \"<=\", isLessThanOrEqualTo) if present isLessThanOrEqualTo",
    "filter(field, \"array_contains\", arrayContains) if present arrayContains",
    "filter(field, \"array_contains_any\", arrayContainsAny) if present arrayContainsAny",
    "filter(field, \"in\", whereIn) if present whereIn",
    "filter(field, \"not-in\", whereNotIn) if present whereNotIn",
    "either(isNull, filter(field, \"==\", null), filter(field, \"!=\", null)) if present isNull",
  ]

  private static let steps = filters.map { "+ \($0)" }.joined(separator: " ")
  private static let parts = filters.joined(separator: ", ")

  /// `cloud_firestore`, also its first versions, and packages that take its queries or speak like it.
  static let firestore = """
    sdk firestore
      modules package:cloud_firestore package:cloud_firestore_platform_interface package:cloud_firestore_odm package:cloud_firestore_mocks
      modules package:fake_cloud_firestore package:firedart package:dart_firebase_admin package:firebase_admin package:firebase_ui_firestore
      modules package:infinite_scroll_pagination_firestore package:firebase_pagination package:paginate_firestore
      unbound FirebaseFirestore Firestore FieldPath FieldValue Filter WhereFilter Timestamp GeoPoint SetOptions
      unbound Query CollectionReference DocumentReference DocumentSnapshot QueryDocumentSnapshot WriteBatch
      unbound GetOptions Source ListenSource FakeFirebaseFirestore MockFirestoreInstance
      caller unstated
      operators == != < <= > >= array_contains array_contains_any in not-in
      strong FirebaseFirestore FieldValue collectionGroup startAfterDocument startAtDocument endAtDocument
      strong endBeforeDocument limitToLast runTransaction withConverter FakeFirebaseFirestore
      # Databases
      FirebaseFirestore.instance, Firestore.instance -> database
      FirebaseFirestore.instanceFor(=app?, =databaseId) -> database(databaseId)
      FirebaseFirestore.instanceFor(=app?, =databaseURL) -> database(databaseURL)
      FirebaseFirestore.instanceFor(=app?) -> database
      Firestore(...), FakeFirebaseFirestore(...), MockFirestoreInstance(...) -> database
      Firestore.initialize(...) -> null
      type FirebaseFirestore, Firestore, FakeFirebaseFirestore -> database
      type Query, CollectionReference, AggregateQuery -> anyQuery
      type DocumentReference -> anyDocument
      type DocumentSnapshot, QueryDocumentSnapshot, DocumentChange -> anySnapshot
      type QuerySnapshot -> repeated(anySnapshot, unknown)
      type WriteBatch -> batch(database)
      type Transaction -> transaction(database)
      # Values
      FieldValue.serverTimestamp(), FieldValue.increment(x), FieldValue.arrayUnion(x), FieldValue.arrayRemove(x) -> transform
      FieldValue.delete() -> transform
      Timestamp.now(), Timestamp.fromDate(x), Timestamp.fromMillisecondsSinceEpoch(x), Timestamp(...) -> scalar
      Timestamp.fromMicrosecondsSinceEpoch(x), GeoPoint(...) -> scalar
      FieldPath(names) -> field(names)
      FieldPath.fromString(x) -> x
      FieldPath.documentId -> documentName
      FieldPath.documentId() -> documentName
      GetOptions(=source?, ...) -> source
      SetOptions(=merge?, =mergeFields?) -> either(merge, merge, mergeFields)
      Source.cache, ListenSource.cache -> cached
      # Filters and aggregations as values
      Filter(field:field, \(conditions)) -> all(\(parts))
      Filter.and(filters...) -> and(filters)
      Filter.or(filters...) -> or(filters)
      WhereFilter.equal -> "=="
      WhereFilter.notEqual -> "!="
      WhereFilter.lessThan -> "<"
      WhereFilter.lessThanOrEqual -> "<="
      WhereFilter.greaterThan -> ">"
      WhereFilter.greaterThanOrEqual -> ">="
      WhereFilter.arrayContains -> "array_contains"
      WhereFilter.arrayContainsAny -> "array_contains_any"
      WhereFilter.isIn -> "in"
      WhereFilter.notIn -> "not-in"
      count() -> count
      sum(field:field) -> sum(field)
      average(field:field) -> average(field)
      # Queries
      query.where(field:field, op:text, value:operand) -> self + filter(field, op, value)
      query.where(filter:constraint) -> self + filter
      query.where(field:field, \(conditions)) -> self \(steps)
      query.orderBy(field:field, =descending?) -> self + order(field, either(descending, descending(), ascending))
      query.limit(count) -> self + limit(count)
      query.limitToLast(count) -> self + limitToLast(count)
      query.offset(count) -> self + offset(count)
      query.startAt(values) -> self + startAt(values)
      query.startAfter(values) -> self + startAfter(values)
      query.endAt(values) -> self + endAt(values)
      query.endBefore(values) -> self + endBefore(values)
      query.startAtDocument(document) -> self + startAt(atDocument(document))
      query.startAfterDocument(document) -> self + startAfter(atDocument(document))
      query.endAtDocument(document) -> self + endAt(atDocument(document))
      query.endBeforeDocument(document) -> self + endBefore(atDocument(document))
      query.select(fields) -> self + select(fields)
      query.withConverter(...) -> self
      query.count() -> self + count
      query.aggregate(several...) -> self + aggregationObject + aggregates(several)
      query.doc(path?), query.document(path?) -> document(self, path)
      query.firestore -> database
      query.id -> id(self)
      query.path -> path(self)
      query.parent -> parent(self)
      query.query -> self
      query.get(options:record?, ...), query.getDocuments(...) => get self gives snapshot
      query.snapshots(=includeMetadataChanges?, =source?) => listen self gives snapshots
      query.stream => listen self gives snapshots
      query.add(data:data) => create document(self, absent) with data, gives document
      # Pipelines are another language: where they read is followed, what their stages do is not known
      database.pipeline() -> pipeline(self)
      pipeline.collection(path:text) -> collection(self, path) + unfollowed
      pipeline.collectionGroup(id:text) -> group(self, id) + unfollowed
      pipeline.where(...), pipeline.select(...), pipeline.sort(...), pipeline.distinct(...), pipeline.aggregate(...) -> self
      pipeline.addFields(...), pipeline.removeFields(...), pipeline.findNearest(...), pipeline.sample(...) -> self
      pipeline.union(...), pipeline.unnest(...), pipeline.replaceWith(...) -> self
      pipeline.limit(count) -> self + limit(count)
      pipeline.offset(count) -> self + offset(count)
      pipeline.execute(...) => get self gives documents
      # What comes from elsewhere: the words and labels of the SDK are enough to know it
      unknown.collection(path:segments) -> collection(assumed(self), path)
      unknown.collectionGroup(id:segments) -> group(assumed(self), id)
      unknown.doc(path:documentPath) -> document(assumed(self), path)
      unknown.where(field:field, \(conditions)) -> assumedQuery(self) \(steps)
      unknown.orderBy(field:field, =descending:condition?) -> assumedQuery(self) + order(field, either(descending, descending(), ascending))
      unknown.orderBy(field:literal) -> assumedQuery(self) + order(field, ascending)
      unknown.startAtDocument(document) -> assumedQuery(self) + startAt(atDocument(document))
      unknown.startAfterDocument(document) -> assumedQuery(self) + startAfter(atDocument(document))
      unknown.endAtDocument(document) -> assumedQuery(self) + endAt(atDocument(document))
      unknown.endBeforeDocument(document) -> assumedQuery(self) + endBefore(atDocument(document))
      unknown.snapshots(=includeMetadataChanges?, =source?) => listen assumedQuery(self) gives snapshots
      unknown.runTransaction(body:callable, ...) -> call(body, transaction(assumed(self)))

    """

  /// Stores whose clients have collections, too.
  static let stores = """
    other stores
      modules package:pocketbase package:mongo_dart package:appwrite package:supabase package:supabase_flutter package:realm package:isar package:localstore package:sqflite package:hive package:drift
      modules package:objectbox package:sembast package:floor package:parse_server_sdk package:parse_server_sdk_flutter package:postgrest

    """
}
