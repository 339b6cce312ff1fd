import FirestoreModel

extension Timestamp {
  /// The nearest moment that Firestore can store.
  init(clamping microseconds: Int128) {
    let bounds = Int128(Timestamp.minimum.microseconds)...Int128(Timestamp.maximum.microseconds)
    let clamped = min(max(microseconds, bounds.lowerBound), bounds.upperBound)
    self.init(microseconds: Int64(clamping: clamped))
  }
}
