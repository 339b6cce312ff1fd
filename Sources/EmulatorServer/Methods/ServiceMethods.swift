package import Emulation

/// All methods of `google.firestore.v1.Firestore`, for whatever carries them.
package struct ServiceMethods: Sendable {
  package let getDocument: GetDocumentMethod
  package let listDocuments: ListDocumentsMethod
  package let createDocument: CreateDocumentMethod
  package let updateDocument: UpdateDocumentMethod
  package let deleteDocument: DeleteDocumentMethod
  package let beginTransaction: BeginTransactionMethod
  package let commit: CommitMethod
  package let rollback: RollbackMethod
  package let partitionQuery: PartitionQueryMethod
  package let listCollectionIDs: ListCollectionIDsMethod
  package let batchWrite: BatchWriteMethod
  package let batchGetDocuments: BatchGetDocumentsMethod
  package let runQuery: RunQueryMethod
  package let runAggregationQuery: RunAggregationQueryMethod
  package let executePipeline: ExecutePipelineMethod
  package let write: WriteMethod
  package let listen: ListenMethod

  package init(emulation: Emulation) {
    self.init(
      backend: ServiceBackend(
        ids: DocumentIDSource(seed: emulation.settings.seed), database: emulation.database))
  }

  init(backend: ServiceBackend) {
    getDocument = GetDocumentMethod(backend: backend)
    listDocuments = ListDocumentsMethod(backend: backend)
    createDocument = CreateDocumentMethod(backend: backend)
    updateDocument = UpdateDocumentMethod(backend: backend)
    deleteDocument = DeleteDocumentMethod(backend: backend)
    beginTransaction = BeginTransactionMethod(backend: backend)
    commit = CommitMethod(backend: backend)
    rollback = RollbackMethod(backend: backend)
    partitionQuery = PartitionQueryMethod(backend: backend)
    listCollectionIDs = ListCollectionIDsMethod(backend: backend)
    batchWrite = BatchWriteMethod(backend: backend)
    batchGetDocuments = BatchGetDocumentsMethod(backend: backend)
    runQuery = RunQueryMethod(backend: backend)
    runAggregationQuery = RunAggregationQueryMethod(backend: backend)
    executePipeline = ExecutePipelineMethod(backend: backend)
    write = WriteMethod(backend: backend)
    listen = ListenMethod(backend: backend)
  }
}
