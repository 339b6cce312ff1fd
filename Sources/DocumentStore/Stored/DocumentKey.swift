import FirestoreModel

/// The key of a document in the tree of all documents: the path of its collection with its end, then its id.
///
/// Every collection is one range of keys; what a collection contains in subcollections is elsewhere.
struct DocumentKey: Sendable {
  let bytes: [UInt8]
  /// Where the id starts; everything before is the collection.
  let idOffset: Int

  init(_ path: DocumentPath) {
    // Ids are short; the room saves growing several times on the way of every commit.
    var encoder = KeyEncoder(reservingCapacity: 24 * path.segments.count + 8)
    encoder.append(ids: path.segments.dropLast())
    encoder.appendEnd()
    idOffset = encoder.bytes.count
    encoder.append(id: path.id)
    bytes = encoder.bytes
  }

  /// Which document the bytes of a key are about.
  static func path(of bytes: [UInt8]) -> DocumentPath? {
    var offset = 0
    guard let collection = KeyDecoder.collection(in: bytes, at: &offset),
      let id = KeyDecoder.id(in: bytes, at: &offset)
    else { return nil }
    return DocumentPath(collection: collection, id: id)
  }

  var collection: ArraySlice<UInt8> { bytes[..<idOffset] }
  var id: ArraySlice<UInt8> { bytes[idOffset...] }

  /// The whole path as one component.
  var path: [UInt8] {
    var path = [UInt8]()
    path.reserveCapacity(bytes.count)
    path += bytes[..<(idOffset - 1)]
    path += bytes[idOffset...]
    path.append(bytes[idOffset - 1])
    return path
  }
}
