/// Where a Firestore database can be, whether its prices are known or not. A name that is missing here is refused as a
/// mistake, so that in doubt a name is here.
package enum FirestoreLocations {
  /// From the pages of locations and of prices of the documentation, and from the endpoints of its REST reference, as they
  /// were in 2026.
  package static let all: [String] = multiRegions + americas + europe + middleEastAndAfrica + asiaAndAustralia

  private static let multiRegions = ["nam5", "nam7", "eur3"]

  private static let americas = [
    "us-west1", "us-west2", "us-west3", "us-west4", "us-central1", "us-east1", "us-east4", "us-east5", "us-south1",
    "northamerica-northeast1", "northamerica-northeast2", "northamerica-south1", "southamerica-east1",
    "southamerica-west1",
  ]

  private static let europe = [
    "europe-west1", "europe-west2", "europe-west3", "europe-west4", "europe-west6", "europe-west8", "europe-west9",
    "europe-west10", "europe-west12", "europe-west15", "europe-southwest1", "europe-north1", "europe-north2",
    "europe-central2",
  ]

  private static let middleEastAndAfrica = ["me-central1", "me-central2", "me-west1", "africa-south1"]

  private static let asiaAndAustralia = [
    "asia-south1", "asia-south2", "asia-southeast1", "asia-southeast2", "asia-southeast3", "asia-east1", "asia-east2",
    "asia-northeast1", "asia-northeast2", "asia-northeast3", "australia-southeast1", "australia-southeast2",
  ]
}
