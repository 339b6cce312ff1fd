// Written by `make codes` from the sources. Change them, not this file.
// swift-format-ignore-file

extension WorkloadHazards {
  /// Every check, by folder, in the order of the codes whose pages they have.
  static let all: [any WorkloadHazard.Type] = [
    FieldNeverWritten.self,
    OrderFieldMissing.self,
    NPlusOneGets.self,
    SameQueryTwice.self,
    CursorRefetch.self,
    MovingWatermark.self,
    WatermarkSkipsWindow.self,
    CallbackFilter.self,
    CrossDatabaseRefetch.self,
    RetriedWrites.self,
    UnboundedIn.self,
    CollectionWithoutData.self,
  ]
}
