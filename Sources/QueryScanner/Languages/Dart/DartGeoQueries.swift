import FirestoreModel
import QueryModel

/// `geoflutterfire` and its successors: a search around a point is a handful of listeners on ranges of a geohash.
enum DartGeoQueries {
  static let handle = "geoflutterfire"

  /// `geo.collection(collectionRef: query)`
  static func collection(_ name: String, _ arguments: SDKArguments) -> SDKMeaning? {
    guard name == "collection", let query = arguments["collectionRef"] else { return nil }
    return .value(query.value)
  }

  /// `within(center:radius:field:)` asks for `orderBy('field.geohash').startAt([…]).endAt([…])` once per cell.
  static func within(
    _ name: String, _ draft: QueryDraft, _ arguments: SDKArguments, _ scope: VocabularyScope
  ) -> SDKMeaning? {
    guard let field = arguments["field"] else { return nil }
    let path = field.value.fieldPath
    let geohash = path.isUnknown ? path : FieldPath(segments: path.segments + ["geohash"])
    let ranged =
      draft
      .applying(.order(geohash, .known(.ascending)), at: field.location)
      .applying(.start(DraftCursor(.values([.unknown]), before: true)), at: scope.location)
      .applying(.end(DraftCursor(.values([.unknown]), before: false)), at: scope.location)
    return .request(SDKRequest(name == "fetchWithin" ? .get : .listen, .query(ranged)))
  }
}
