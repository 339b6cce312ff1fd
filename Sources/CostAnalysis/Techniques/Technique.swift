import Simulation

/// A way to read less that teams use, tried on the steps of any workload.
package enum Technique: String, Hashable, Sendable, CaseIterable {
  case timestampSync = "timestamp-sync"
  case addLimit = "add-limit"
  case cursorPaging = "cursor-paging"
  case offsetToCursor = "offset-to-cursor"
  case aggregate
  case denormalise
  case mapForArray = "map-for-array"
  case clientFilter = "client-side-filter"

  /// What is done, as reports say it.
  package var summary: String {
    switch self {
    case .timestampSync: "ask only for what is newer than the last time"
    case .addLimit: "ask for the newest \(Self.pageSize) only"
    case .cursorPaging: "read in pages, the last document kept as the cursor"
    case .offsetToCursor: "start after the last document instead of skipping"
    case .aggregate: "let the service count instead of reading what is counted"
    case .denormalise: "keep a copy of the looked-up fields in the list"
    case .mapForArray: "a map of names instead of an array"
    case .clientFilter: "filter in the app instead of in the query"
    }
  }

  /// How many documents a page or a limited list has.
  package static let pageSize = 50
}

/// What a technique would change, or why it cannot.
enum TechniqueProposal {
  case change(Change)
  case notApplicable(String)

  struct Change {
    var node: GeneratedVariant.Change
    /// Changes elsewhere: variables of actors, fields of data.
    var others: [GeneratedVariant.Change] = []
    /// Why it would be wrong whatever a simulation observes.
    var objections: [String] = []
    /// What has to hold so that it is right.
    var conditions: [String] = []
  }
}
