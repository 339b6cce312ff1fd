// Names are compared id by id, never as joined text: `cola/doc` is below `cola\0/doc` although the byte 0x00 is below
// `/`. Numeric ids (`__id7__`, from Datastore imports) sort before every other id and among themselves by number.

extension Text {
  /// The number of a Datastore integer id `__id<int64>__`, nil for every other id.
  package var numericID: Int64? {
    // Nearly every id fails here; only the others are worth an allocation.
    guard string.utf8.first == UInt8(ascii: "_") else { return nil }
    let bytes = Array(string.utf8)
    guard bytes.count >= 7, bytes.starts(with: "__id".utf8), bytes.suffix(2).elementsEqual("__".utf8) else {
      return nil
    }
    let digits = String(decoding: bytes[4..<(bytes.count - 2)], as: UTF8.self)
    // Only the canonical spelling denotes a number: `__id007__` and `__id+7__` are ordinary, reserved ids.
    guard let number = Int64(digits), String(number) == digits else { return nil }
    return number
  }

  /// −1, 0 or 1 as resource ids order.
  package func comparedAsID(to other: Text) -> Int {
    switch (startsLikeReserved ? numericID : nil, other.startsLikeReserved ? other.numericID : nil) {
    case (nil, nil): compared(to: other)
    case (nil, _?): 1
    case (_?, nil): -1
    case (let a?, let b?): threeWay(a, b)
    }
  }

  private var startsLikeReserved: Bool { string.utf8.first == UInt8(ascii: "_") }
}

private func compareIDs(_ a: [Text], _ b: [Text]) -> Int {
  for (left, right) in zip(a, b) {
    let result = left.comparedAsID(to: right)
    if result != 0 { return result }
  }
  return threeWay(a.count, b.count)
}

extension DocumentPath: Comparable {
  package func compared(to other: DocumentPath) -> Int { compareIDs(segments, other.segments) }
  package static func < (lhs: DocumentPath, rhs: DocumentPath) -> Bool { lhs.compared(to: rhs) < 0 }
}

extension CollectionPath: Comparable {
  package func compared(to other: CollectionPath) -> Int { compareIDs(segments, other.segments) }
  package static func < (lhs: CollectionPath, rhs: CollectionPath) -> Bool { lhs.compared(to: rhs) < 0 }
}

extension DocumentName: Comparable {
  /// Project, then database, then the path.
  package func compared(to other: DocumentName) -> Int {
    firstDifference(
      database.project.compared(to: other.database.project),
      firstDifference(
        database.database.compared(to: other.database.database), path.compared(to: other.path)))
  }

  package static func < (lhs: DocumentName, rhs: DocumentName) -> Bool { lhs.compared(to: rhs) < 0 }
}
