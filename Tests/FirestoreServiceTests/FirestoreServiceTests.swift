import Testing

@Suite("FirestoreService") struct FirestoreServiceTests {}
