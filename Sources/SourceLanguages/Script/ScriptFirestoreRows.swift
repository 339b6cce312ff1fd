extension ScriptModels {
  /// The modular SDKs of the web, of React Native and of AngularFire, and the server's, which have the same names.
  static let firestore = """
    sdk firestore
      modules firebase/firestore* firebase/compat/firestore* @firebase/firestore* @angular/fire/firestore*
      modules @react-native-firebase/firestore* https://*firebase-firestore* http://*firebase-firestore*
      modules npm:firebase/firestore* npm:firebase@*/firestore*
      whole default
      bare
      caller database
      strong getDocs getDoc onSnapshot collectionGroup getCountFromServer getAggregateFromServer writeBatch
      strong array-contains array-contains-any not-in valueChanges snapshotChanges runTransaction arrayUnion
      operators == != < <= > >= array-contains array-contains-any in not-in
      directions asc desc
      # Databases
      default(app?) -> database(option(app, "databaseId"), "client")
      getFirestore(name:literal) -> database(name, "client")
      getFirestore(app?, name?) -> database(name, "client")
      initializeFirestore(app?, settings?, name?) -> database(name, "client")
      Firestore(settings?) -> database(option(settings, "databaseId"), "client")
      writeBatch(db:database) -> batch(holder(db))
      runTransaction(db:database, body:callable, options?) -> hand(body, transaction(holder(db)))
      connectFirestoreEmulator(...), enableIndexedDbPersistence(...), enableMultiTabIndexedDbPersistence(...) -> null
      terminate(...), enableNetwork(...), disableNetwork(...), waitForPendingWrites(...) -> null
      clearIndexedDbPersistence(...), setLogLevel(...) -> null
      # Places
      collection(at, path:segments...) -> collection(holder(at), path)
      doc(at, path:segments...) -> document(holder(at), path)
      collectionGroup(at, id:text) -> group(holder(at), id)
      refEqual(...), queryEqual(...), snapshotEqual(...) -> unknown
      # Queries
      query(q, c...) -> refined(asked(q), c)
      where(f:field, op:operator, v:operand) -> placed(filter(f, op, v))
      where(f) -> f
      orderBy(f:field, d:direction?) -> placed(order(f, d))
      limit(n) -> placed(limit(n))
      limitToLast(n) -> placed(limitToLast(n))
      startAt(v) -> placed(startAt(v))
      startAt(v...) -> placed(startAt(v))
      startAfter(v) -> placed(startAfter(v))
      startAfter(v...) -> placed(startAfter(v))
      endAt(v) -> placed(endAt(v))
      endAt(v...) -> placed(endAt(v))
      endBefore(v) -> placed(endBefore(v))
      endBefore(v...) -> placed(endBefore(v))
      and(c...) -> placed(and(c))
      or(c...) -> placed(or(c))
      count() -> count
      sum(f:field) -> sum(f)
      average(f:field) -> average(f)
      documentId() -> documentName
      # Values
      serverTimestamp(), deleteField() -> transform
      increment(x), arrayUnion(x...), arrayRemove(x...), maximum(x), minimum(x) -> transform
      vector(x) -> vector(x)
      FieldPath(names...) -> field(names)
      FieldPath.documentId() -> documentName
      FieldValue.vector(x) -> vector(x)
      FieldValue.serverTimestamp(), FieldValue.delete() -> transform
      FieldValue.increment(x), FieldValue.arrayUnion(x...), FieldValue.arrayRemove(x...) -> transform
      Filter(f:field, op:operator, v:operand) -> placed(filter(f, op, v))
      Filter.where(f:field, op:operator, v:operand) -> placed(filter(f, op, v))
      Filter.and(c...) -> placed(and(c))
      Filter.or(c...) -> placed(or(c))
      AggregateField.count() -> count
      AggregateField.sum(f:field) -> sum(f)
      AggregateField.average(f:field) -> average(f)
      Timestamp(...), Timestamp.now(), Timestamp.fromDate(...), Timestamp.fromMillis(...) -> scalar
      GeoPoint(...), Bytes(...), Bytes.fromBase64String(...), Bytes.fromUint8Array(...) -> scalar
      Blob(...), Blob.fromBase64String(...), Blob.fromUint8Array(...) -> scalar
      # Reads
      getDocs(q), getDocsFromServer(q) => get asked(q) gives snapshot
      getDocsFromCache(q) => get asked(q) gives snapshot, cached
      getDoc(d), getDocFromServer(d) => get askedDocument(d) gives document
      getDocFromCache(d) => get askedDocument(d) gives document, cached
      onSnapshot(t, next:function!) => listen listened(t) gives nothing, calls next many
      onSnapshot(t, next:function!, error, done?) => listen listened(t) gives nothing, calls next many
      onSnapshot(t, options:record!, next?, error?, done?) => listen listened(t) gives nothing, calls either(option(options, "next"), next) many, source option(options, "source")
      onSnapshot(t, next?, ...) => listen listened(t) gives nothing, calls next many
      onSnapshotResume(t, snapshot, next?, ...) => listen listened(t) gives nothing, calls next many
      getCountFromServer(q), getCount(q) => get counted(asked(q)) gives nothing
      getAggregateFromServer(q, fields), getAggregate(q, fields) => get aggregated(asked(q), fields) gives nothing
      execute(q) => get pipelined(q) gives documents
      # Writes
      addDoc(q, data) => create document(asked(q), absent) with data, gives document
      setDoc(d, data, options?) => set askedDocument(d) with data, merge either(option(options, "merge"), option(options, "mergeFields"))
      updateDoc(d, data?, ...) => update askedDocument(d) with data
      deleteDoc(d) => delete askedDocument(d)
      # Declared types
      type Firestore, FirebaseFirestore, AngularFirestore -> database(absent, "client")
      type Query, CollectionReference, CollectionGroup, AngularFirestoreCollection, AngularFirestoreCollectionGroup -> anyQuery
      type DocumentReference, AngularFirestoreDocument -> anyDocument
      type WriteBatch -> batch(database(absent, "client"))
      type Transaction -> transaction(database(absent, "client"))
      type QueryConstraint, QueryCompositeFilterConstraint, QueryNonFilterConstraint -> unfollowed
      type QueryFieldFilterConstraint, QueryFilterConstraint -> unfollowed
      # What else the module has
      CollectionReference.prototype, DocumentReference.prototype -> unknown

    sdk firestoreAdmin
      modules firebase-admin/firestore @google-cloud/firestore @google-cloud/firestore/*
      modules npm:firebase-admin/firestore npm:firebase-admin@*/firestore npm:@google-cloud/firestore*
      whole default
      unbound FirebaseFirestore
      caller database
      default(app?) -> database(option(app, "databaseId"), "admin")
      getFirestore(name:literal) -> database(name, "admin")
      getFirestore(app?, name?) -> database(name, "admin")
      initializeFirestore(app?, settings?, name?) -> database(name, "admin")
      Firestore(settings?) -> database(option(settings, "databaseId"), "admin")
      FieldPath(names...) -> field(names)
      FieldPath.documentId() -> documentName
      FieldValue.vector(x) -> vector(x)
      FieldValue.serverTimestamp(), FieldValue.delete() -> transform
      FieldValue.increment(x), FieldValue.arrayUnion(x...), FieldValue.arrayRemove(x...) -> transform
      Filter(f:field, op:operator, v:operand) -> placed(filter(f, op, v))
      Filter.where(f:field, op:operator, v:operand) -> placed(filter(f, op, v))
      Filter.and(c...) -> placed(and(c))
      Filter.or(c...) -> placed(or(c))
      AggregateField.count() -> count
      AggregateField.sum(f:field) -> sum(f)
      AggregateField.average(f:field) -> average(f)
      Timestamp(...), Timestamp.now(), Timestamp.fromDate(...), Timestamp.fromMillis(...) -> scalar
      GeoPoint(...) -> scalar
      type Firestore, FirebaseFirestore -> database(absent, "admin")
      type Query, CollectionReference, CollectionGroup -> anyQuery
      type DocumentReference -> anyDocument
      type WriteBatch -> batch(database(absent, "admin"))
      type BulkWriter -> bulkWriter(database(absent, "admin"))
      type Transaction -> transaction(database(absent, "admin"))

    sdk app
      modules firebase firebase/app firebase/compat firebase/compat/app @firebase/app @react-native-firebase/app
      modules firebase/* @firebase/* @angular/fire* https://www.gstatic.com/firebasejs/*
      whole default
      unbound firebase
      caller unstated
      part firestore firestore
      part database realtime
      part auth authentication
      initializeApp(...), getApp(...), app(...) -> wrapper("client")

    sdk adminApp
      modules firebase-admin firebase-admin/app firebase-admin/* npm:firebase-admin npm:firebase-admin@* npm:firebase-admin/*
      whole default
      unbound admin
      caller admin
      part firestore firestoreAdmin
      part database realtimeAdmin
      part auth authenticationAdmin
      initializeApp(...), getApp(...), app(...) -> wrapper("admin")

    """

  /// The methods of the namespaced and of the server's SDK.
  static let firestoreMethods = """
    sdk firestoreMethods
      caller database
      wrapper.firestore(...) -> database(absent, callerOf(self))
      wrapper.database(...) -> realtimeRoot(callerOf(self))
      wrapper.auth(...) -> authenticated
      # What a database makes
      database.collection(path:segments, refine:callable) -> hand(refine, collection(self, path))
      database.collection(q:query!, ...) -> q
      database.collection(path:segments) -> collection(self, path)
      database.collectionGroup(id:text, refine:callable) -> hand(refine, group(self, id))
      database.collectionGroup(id:text) -> group(self, id)
      database.doc(d:document!) -> d
      database.doc(path:segments) -> document(self, path)
      database.batch() -> batch(self)
      database.bulkWriter(...) -> bulkWriter(self)
      database.listCollections() -> collections(self)
      database.runTransaction(body:callable, ...) -> hand(body, transaction(self))
      database.pipeline() -> pipeline(self)
      database.getAll(documents...) => get alike(documents) gives documents
      database.recursiveDelete(t:target, ...) => delete listened(t)
      database.firestore -> self
      database.settings(...), database.enablePersistence(...), database.useEmulator(...), database.terminate() -> null
      database.enableNetwork(), database.disableNetwork(), database.clearPersistence() -> null
      database.withConverter(...) -> self
      # Queries
      query.where(f:field, op:operator, v:operand) -> self + filter(f, op, v)
      query.where(f) -> refined(self, f)
      query.orderBy(f:field, d:direction?) -> self + order(f, d)
      query.limit(n) -> self + limit(n)
      query.limitToLast(n) -> self + limitToLast(n)
      query.offset(n) -> self + offset(n)
      query.startAt(v) -> self + startAt(v)
      query.startAt(v...) -> self + startAt(v)
      query.startAfter(v) -> self + startAfter(v)
      query.startAfter(v...) -> self + startAfter(v)
      query.endAt(v) -> self + endAt(v)
      query.endAt(v...) -> self + endAt(v)
      query.endBefore(v) -> self + endBefore(v)
      query.endBefore(v...) -> self + endBefore(v)
      query.select(fields...) -> self + select(fields)
      query.count() -> self + count
      query.aggregate(fields) -> aggregated(self, fields)
      query.findNearest(options) -> self + nearest(option(options, "vectorField"), option(options, "limit"), option(options, "distanceMeasure"), option(options, "distanceResultField"), option(options, "queryVector"))
      query.findNearest(f, vector, options) -> self + nearest(f, option(options, "limit"), option(options, "distanceMeasure"), option(options, "distanceResultField"), vector)
      query.withConverter(...), query.toQuery() -> self
      query.getPartitions(n, ...) -> repeated(self + partition, n)
      query.doc(id?) -> document(self, id)
      query.document(id?) -> document(self, id)
      query.firestore -> databaseOf(self)
      query.id -> id(self)
      query.path -> path(self)
      query.parent -> parent(self)
      query.ref, query.query, query.value, query.current -> self
      query.isEqual(...) -> unknown
      query.get(options:record?) => get self gives snapshot, source option(options, "source")
      query.stream(...) => get self gives documents, streams
      query.explain(...), query.explainStream(...) => get self gives snapshot
      query.listDocuments(...) => get self gives documents
      query.onSnapshot(next:function!, ...) => listen self gives nothing, calls next many
      query.onSnapshot(options:record!, next?, ...) => listen self gives nothing, calls either(option(options, "next"), next) many, source option(options, "source")
      query.onSnapshot(next?, ...) => listen self gives nothing, calls next many
      query.valueChanges(...), query.snapshotChanges(...), query.stateChanges(...), query.auditTrail(...) => listen self gives documents
      query.add(data:record, ...) => create document(self, absent) with data, gives document
      # Documents
      document.collection(path:segments, refine:callable) -> hand(refine, collection(self, path))
      document.collection(path:segments) -> collection(self, path)
      document.listCollections() -> collections(self)
      document.withConverter(...) -> self
      document.firestore -> databaseOf(self)
      document.id -> id(self)
      document.path -> path(self)
      document.parent -> parent(self)
      document.ref, document.value, document.current -> self
      document.isEqual(...) -> unknown
      document.get(options:record?) => get self gives document, source option(options, "source")
      document.onSnapshot(next:function!, ...) => listen self gives nothing, calls next many
      document.onSnapshot(options:record!, next?, ...) => listen self gives nothing, calls either(option(options, "next"), next) many, source option(options, "source")
      document.onSnapshot(next?, ...) => listen self gives nothing, calls next many
      document.valueChanges(...), document.snapshotChanges(...) => listen self gives document
      document.set(data:record, options:record?) => set self with data, merge either(option(options, "merge"), option(options, "mergeFields"))
      document.create(data:record) => create self with data
      document.update(data?, ...) => update self with data
      document.delete(...) => delete self
      # Batches and transactions
      batch.set(d:document, data?, options?) => set askedDocument(d) with data, batched, merge either(option(options, "merge"), option(options, "mergeFields"))
      batch.create(d:document, data?) => create askedDocument(d) with data, batched
      batch.update(d:document, data?, ...) => update askedDocument(d) with data, batched
      batch.delete(d:document, ...) => delete askedDocument(d), batched
      batch.commit() -> null
      bulkWriter.set(d:document, data?, options?) => set askedDocument(d) with data, batched, merge either(option(options, "merge"), option(options, "mergeFields"))
      bulkWriter.create(d:document, data?) => create askedDocument(d) with data, batched
      bulkWriter.update(d:document, data?, ...) => update askedDocument(d) with data, batched
      bulkWriter.delete(d:document, ...) => delete askedDocument(d), batched
      transaction.get(t:target) => get transacted(t) gives snapshot, transacted
      transaction.getAll(documents...) => get alike(documents) gives documents, transacted
      transaction.set(d:document, data?, options?) => set askedDocument(d) with data, transacted, merge either(option(options, "merge"), option(options, "mergeFields"))
      transaction.create(d:document, data?) => create askedDocument(d) with data, transacted
      transaction.update(d:document, data?, ...) => update askedDocument(d) with data, transacted
      transaction.delete(d:document, ...) => delete askedDocument(d), transacted
      # Pipelines are another language: where they read is followed, what their stages do is not known
      pipeline.collection(path) -> collection(self, path) + unfollowed
      pipeline.collectionGroup(id) -> group(self, id) + unfollowed
      pipeline.createFrom(q) -> q + unfollowed
      pipeline.database(), pipeline.documents(...) -> self
      pipeline.limit(n) -> self + limit(n)
      pipeline.offset(n) -> self + offset(n)
      pipeline.where(...), pipeline.select(...), pipeline.sort(...), pipeline.distinct(...), pipeline.aggregate(...) -> self
      pipeline.addFields(...), pipeline.removeFields(...), pipeline.findNearest(...), pipeline.sample(...) -> self
      pipeline.union(...), pipeline.unnest(...), pipeline.replaceWith(...), pipeline.rawStage(...) -> self
      pipeline.execute(...) => get self gives documents
      pipeline.stream(...) => get self gives documents
      # Answers
      result.docs -> documentsOf(self)
      snapshot.size, documents.length -> length(self)
      snapshot.empty -> isEmpty(self)
      result.forEach(f:callable, ...) -> each(f, documentsOf(self), unknown)
      result.docChanges(...) -> documentsOf(self)
      result.query -> asked(target(self))
      result.ref -> reference(self)
      result.doc, result.payload -> documentOf(self)
      result.value, result.snapshot -> self
      result.data() -> self
      result.data -> self
      result.val() -> answer(self)
      result.id, result.key -> unknown
      result.get() => get reference(self) gives document
      result.delete() => delete reference(self)
      result.set(data:record, options:record?) => set reference(self) with data, merge either(option(options, "merge"), option(options, "mergeFields"))
      result.update(data, ...) => update reference(self) with data
      result.onSnapshot(next?, ...) => listen reference(self) gives nothing, calls next many
      result.collection(path:segments) -> collection(reference(self), path)
      result.listCollections() -> collections(reference(self))
      result.get(...) -> unknown
      result.child(path) -> documentOf(documentsOf(self))
      result.exists, result.metadata -> unknown
      result.exists(), result.toJSON(), result.isEqual(...) -> unknown
      # Clients that come from elsewhere
      unknown.collection(path:segments, refine:callable) -> hand(refine, collection(assumed(self), path))
      unknown.collection(path:segments) -> collection(assumed(self), path)
      unknown.collectionGroup(id:segments) -> group(assumed(self), id)
      unknown.batch() -> batch(assumed(self))
      unknown.bulkWriter(...) -> bulkWriter(assumed(self))
      unknown.doc(path:segments) -> document(assumedPlace(self), path)
      unknown.add(data:record) => create document(assumedCollection(self), absent) with data, gives document
      unknown.firestore() -> database(absent, absent)
      unknown.where(f:field, op:operator, v:operand) -> assumedQuery(self) + filter(f, op, v)
      unknown.orderBy(f:field, d:direction?) -> assumedQuery(self) + order(f, d)
      unknown.onSnapshot(next:function!, ...) => listen listened(assumedTarget(self)) gives nothing, calls next many
      unknown.onSnapshot(options:record!, next?, ...) => listen listened(assumedTarget(self)) gives nothing, calls either(option(options, "next"), next) many

    """
}
