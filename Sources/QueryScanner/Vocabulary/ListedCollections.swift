package import Diagnostics

extension DatabaseHandle {
  /// `listCollections()` of the server SDKs: any collection at the root, whichever there are.
  package func listedCollections(at location: SourceLocation) -> ScannedValue {
    .list(ScannedList([.query(.unknown(self, at: location))], isOpen: true))
  }
}

extension DocumentHandle {
  /// `listCollections()`: any collection below the document.
  package func listedCollections(at location: SourceLocation) -> ScannedValue {
    .list(ScannedList([ScannedValue.unknown(UnknownValue()).collection(below: self, at: location)], isOpen: true))
  }
}
