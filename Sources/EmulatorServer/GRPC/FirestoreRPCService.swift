import GRPCCore

/// The service `google.firestore.v1.Firestore`, as the gRPC library calls it.
struct FirestoreRPCService: RegistrableRPCService {
  let methods: ServiceMethods
  let settings: RPCSettings

  func registerMethods<Transport: ServerTransport>(with router: inout RPCRouter<Transport>) {
    router.register(methods.getDocument, settings)
    router.register(methods.listDocuments, settings)
    router.register(methods.createDocument, settings)
    router.register(methods.updateDocument, settings)
    router.register(methods.deleteDocument, settings)
    router.register(methods.beginTransaction, settings)
    router.register(methods.commit, settings)
    router.register(methods.rollback, settings)
    router.register(methods.partitionQuery, settings)
    router.register(methods.listCollectionIDs, settings)
    router.register(methods.batchWrite, settings)
    router.register(methods.batchGetDocuments, settings)
    router.register(methods.runQuery, settings)
    router.register(methods.runAggregationQuery, settings)
    router.register(methods.executePipeline, settings)
    router.register(methods.write, settings)
    router.register(methods.listen, settings)
  }
}
