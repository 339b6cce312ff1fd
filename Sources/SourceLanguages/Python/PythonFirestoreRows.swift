extension PythonModels {
  /// `google-cloud-firestore`, which `firebase_admin.firestore` hands out.
  static let firestore = """
    sdk firestore
      modules google.cloud.firestore google.cloud.firestore_v1 google.cloud.firestore_v1beta1
      modules google.cloud.firestore_async firebase_admin.firestore firebase_admin.firestore_async
      unbound firestore
      caller admin
      strong collection_group on_snapshot FieldFilter order_by start_after limit_to_last array_contains array_contains_any not-in find_nearest
      operators == != < <= > >= array_contains array_contains_any in not-in
      directions ASCENDING DESCENDING
      # Clients
      Client(project?, credentials?, database?, ...) -> database(database)
      AsyncClient(project?, credentials?, database?, ...) -> database(database)
      client(app?, database_id?) -> database(database_id)
      Client.from_service_account_json(file?, =database?, ...) -> database(database)
      Client.from_service_account_info(info?, =database?, ...) -> database(database)
      AsyncClient.from_service_account_json(file?, =database?, ...) -> database(database)
      AsyncClient.from_service_account_info(info?, =database?, ...) -> database(database)
      type Client, AsyncClient, client -> database
      type CollectionReference, AsyncCollectionReference, CollectionGroup, AsyncCollectionGroup -> anyQuery
      type Query, AsyncQuery, BaseQuery -> anyQuery
      type DocumentReference, AsyncDocumentReference -> anyDocument
      type DocumentSnapshot -> anySnapshot
      type Transaction, AsyncTransaction -> transaction(database)
      type WriteBatch, AsyncWriteBatch -> batch(database)
      type BulkWriter -> bulkWriter(database)
      # Values
      Increment(...) -> transform
      ArrayUnion(...) -> transform
      ArrayRemove(...) -> transform
      Maximum(...) -> transform
      Minimum(...) -> transform
      SERVER_TIMESTAMP -> transform
      DELETE_FIELD -> transform
      GeoPoint(...) -> scalar
      Vector(...) -> scalar
      FieldPath(names...) -> field(names)
      FieldPath.document_id() -> documentName
      FieldPath.DOCUMENT_ID -> documentName
      Query.DESCENDING, AsyncQuery.DESCENDING, CollectionGroup.DESCENDING -> descending
      Query.ASCENDING, AsyncQuery.ASCENDING, CollectionGroup.ASCENDING -> ascending
      DistanceMeasure.EUCLIDEAN -> "EUCLIDEAN"
      DistanceMeasure.COSINE -> "COSINE"
      DistanceMeasure.DOT_PRODUCT -> "DOT_PRODUCT"
      # Filters and aggregations as objects
      FieldFilter(field_path:field, op_string:operator, value:operand?) -> filter(field_path, op_string, value)
      And(filters:list) -> and(filters)
      Or(filters:list) -> or(filters)
      BaseCompositeFilter(operator:text, filters:list) -> composite(operator, filters)
      AggregationQuery(nested_query:query, ...) -> nested_query + aggregationObject
      AsyncAggregationQuery(nested_query:query, ...) -> nested_query + aggregationObject
      CountAggregation(alias?) -> count(alias)
      SumAggregation(field_ref:field, alias?) -> sum(field_ref, alias)
      AvgAggregation(field_ref:field, alias?) -> average(field_ref, alias)
      # What a client makes
      database.collection(collection_path:segments...) -> collection(self, collection_path)
      database.collection_group(collection_id:text) -> group(self, collection_id)
      database.document(document_path:segments...) -> document(self, document_path)
      database.batch() -> batch(self)
      database.bulk_writer(...) -> bulkWriter(self)
      database.transaction(...) -> transaction(self)
      database.collections(...) -> collections(self)
      database.pipeline() -> pipeline(self)
      database.get_all(references:list, field_paths?, transaction?, ...) => get references gives documents, in transaction
      database.recursive_delete(reference:target, ...) => delete documentOf(reference)
      # Queries
      query.where(field_path:field, op_string:operator, value:operand) -> self + filter(field_path, op_string, value)
      query.where(filter:constraint) -> self + filter
      query.order_by(field_path:field, direction?) -> self + order(field_path, direction)
      query.limit(count) -> self + limit(count)
      query.limit_to_last(count) -> self + limitToLast(count)
      query.offset(num_to_skip) -> self + offset(num_to_skip)
      query.start_at(document_fields) -> self + startAt(document_fields)
      query.start_after(document_fields) -> self + startAfter(document_fields)
      query.end_at(document_fields) -> self + endAt(document_fields)
      query.end_before(document_fields) -> self + endBefore(document_fields)
      query.select(field_paths) -> self + select(field_paths)
      query.find_nearest(vector_field:field, query_vector:operand, limit?, distance_measure?, =distance_result_field?, ...) -> self + nearest(vector_field, limit, distance_measure, distance_result_field)
      query.count(alias?) -> self + count(alias)
      query.sum(field_ref:field, alias?) -> self + sum(field_ref, alias)
      query.avg(field_ref:field, alias?) -> self + average(field_ref, alias)
      # What adds up adds to itself
      aggregation.count(alias?) -> self + count(alias) becomes self + count(alias)
      aggregation.sum(field_ref:field, alias?) -> self + sum(field_ref, alias) becomes self + sum(field_ref, alias)
      aggregation.avg(field_ref:field, alias?) -> self + average(field_ref, alias) becomes self + average(field_ref, alias)
      aggregation.add_aggregation(one) -> self + aggregates(one) becomes self + aggregates(one)
      aggregation.add_aggregations(several) -> self + aggregates(several) becomes self + aggregates(several)
      query.get_partitions(partition_count, ...) -> repeated(self + partition, partition_count)
      query.query() -> self
      query.recursive() -> self + unfollowed
      query.document(document_id?) -> document(self, document_id)
      query.id -> id(self)
      query.parent -> parent(self)
      query.get(transaction:transaction?, ...) => get self gives documents, in transaction
      query.stream(transaction?, ...) => get self gives documents, in transaction
      query.list_documents(...) => get self gives documents
      query.on_snapshot(callback:function) => listen self gives nothing, calls callback many
      query.add(document_data:data, document_id?, ...) => create document(self, document_id) with document_data, gives document
      # Pipelines are another language: where they read is followed, what their stages do is not known
      pipeline.collection(path:text) -> collection(self, path) + unfollowed
      pipeline.collection_group(collection_id:text) -> group(self, collection_id) + unfollowed
      pipeline.create_from(query:query) -> query + unfollowed
      pipeline.execute() => get self gives documents
      pipeline.stream(...) => get self gives documents
      pipeline.where(...), pipeline.select(...), pipeline.sort(...) -> self
      pipeline.limit(count) -> self + limit(count)
      pipeline.offset(count) -> self + offset(count)
      pipeline.distinct(...), pipeline.aggregate(...), pipeline.add_fields(...), pipeline.remove_fields(...) -> self
      pipeline.find_nearest(...), pipeline.sample(...), pipeline.union(...), pipeline.unnest(...) -> self
      pipeline.replace_with(...), pipeline.raw_stage(...), pipeline.database(), pipeline.documents(...) -> self
      # Documents
      document.collection(collection_path:segments...) -> collection(self, collection_path)
      document.collections(...) -> collections(self)
      document.id -> id(self)
      document.path -> path(self)
      document.parent -> parent(self)
      document.get(field_paths:list?, transaction:transaction?, ...) => get self gives document, in transaction
      document.on_snapshot(callback:function) => listen self gives nothing, calls callback many
      document.set(document_data:data, merge?, ...) => set self with document_data, merge merge
      document.create(document_data:data, ...) => create self with document_data
      document.update(field_updates:data, ...) => update self with field_updates
      document.delete(...) => delete self
      # Batches, transactions, bulk writes
      batch.set(reference:document, document_data:data, merge?) => set reference with document_data, batched, merge merge
      batch.create(reference:document, document_data:data) => create reference with document_data, batched
      batch.update(reference:document, field_updates:data, ...) => update reference with field_updates, batched
      batch.delete(reference:document, ...) => delete reference, batched
      bulkWriter.set(reference:document, document_data:data, merge?, ...) => set reference with document_data, merge merge
      bulkWriter.create(reference:document, document_data:data, ...) => create reference with document_data
      bulkWriter.update(reference:document, field_updates:data, ...) => update reference with field_updates
      bulkWriter.delete(reference:document, ...) => delete reference
      transaction.get(ref_or_query:target, ...) => get ref_or_query gives documents, transacted
      transaction.get_all(references:list, ...) => get references gives documents, transacted
      transaction.set(reference:document, document_data:data, merge?) => set reference with document_data, transacted, merge merge
      transaction.create(reference:document, document_data:data) => create reference with document_data, transacted
      transaction.update(reference:document, field_updates:data, ...) => update reference with field_updates, transacted
      transaction.delete(reference:document, ...) => delete reference, transacted
      @transactional, @async_transactional -> transaction(database)
      # Answers
      result.to_dict() -> documentOf(self)
      result.reference -> reference(self)
      result.document -> documentOf(self)
      result.get() => get reference(self) gives document
      result.delete() => delete reference(self)
      result.set(document_data:data, merge?) => set reference(self) with document_data, merge merge
      result.collection(collection_path:segments...) -> collection(reference(self), collection_path)
      result.collections() -> collections(reference(self))
      # Clients that come from elsewhere
      unknown.collection(collection_path:segments...) -> collection(assumed(self), collection_path)
      unknown.collection_group(collection_id:text) -> group(assumed(self), collection_id)
      unknown.document(document_path:segments...) -> document(assumed(self), document_path)
      unknown.where(field_path:field, op_string:operator, value:operand) -> assumedQuery(self) + filter(field_path, op_string, value)
      unknown.where(filter:constraint) -> assumedQuery(self) + filter
      unknown.order_by(field_path:field, direction:direction) -> assumedQuery(self) + order(field_path, direction)

    other stores
      modules arango pymongo motor bson beanie odmantic couchbase astrapy pyArango mongoengine chromadb pocketbase
      modules sqlalchemy orator masoniteorm peewee tortoise pony supabase

    """
}
