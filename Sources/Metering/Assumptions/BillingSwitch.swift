import FirestoreModel

/// Billing behaviour that nobody has verified. Each is a switch with exactly two answers; a figure that rests on one
/// says so (FB8002), and the ledger can tell what the other answer would change.
package enum BillingSwitch: String, AssumptionSwitch, CaseIterable {
  case missingGet, orDedup, listMissing, partition, errorCost, deniedQueryMinimum, negationIsRange, cursorIsRange
  case nearestPrefilter, limitEviction, ownEcho, getSharesLiveTarget, reconnect, resumeMinimum, separateTransform
  case failedWrite, verifyBilled, ascDescStored, mapOverhead, rootParent, limboDeleted, egressUnit
  case rtdbGigabyte, rtdbHandshake

  package var defaultValue: String { answers.default }
  package var alternativeValue: String { answers.alternative }

  private var answers: (default: String, alternative: String) {
    switch self {
    case .missingGet, .listMissing, .partition, .separateTransform: ("1", "0")
    case .errorCost, .deniedQueryMinimum, .limitEviction, .resumeMinimum, .failedWrite, .limboDeleted: ("0", "1")
    case .orDedup, .negationIsRange, .ownEcho, .getSharesLiveTarget, .verifyBilled: ("true", "false")
    case .cursorIsRange: ("false", "true")
    case .nearestPrefilter: ("free", "billed")
    case .reconnect: ("documented", "token")
    case .ascDescStored: ("2", "1")
    case .mapOverhead: ("0", "32")
    case .rootParent: ("16", "0")
    case .egressUnit: ("GiB", "GB")
    case .rtdbGigabyte: ("10^9", "2^30")
    case .rtdbHandshake: ("full", "resumed")
    }
  }

  package var summary: String {
    switch self {
    case .missingGet: "how many reads a get of a missing document costs"
    case .orDedup: "whether a document that matches several branches of one query is billed once"
    case .listMissing: "how many reads a missing document costs that a listing shows"
    case .partition: "how many reads a partition request costs"
    case .errorCost: "how many reads a request costs that is refused before it runs"
    case .deniedQueryMinimum: "how many reads a query costs, beside those of the rules, that the rules deny"
    case .negationIsRange: "whether `!=`, `not-in`, is-not-null and is-not-NaN count as range filters"
    case .cursorIsRange: "whether a cursor counts as a range filter"
    case .nearestPrefilter: "whether ordinary index entries read by a vector search are billed"
    case .limitEviction: "how many reads a member costs that another document pushes out of a limit window"
    case .ownEcho: "whether a writer's own listener is billed for its own write"
    case .getSharesLiveTarget: "whether a one-shot read of a client is answered free by its live listener"
    case .reconnect: "whether persistence or the age of the resume token decides what a reconnect costs"
    case .resumeMinimum: "how many reads a resumed listener costs when nothing changed"
    case .separateTransform: "how many writes a transform costs that is sent as a message of its own"
    case .failedWrite: "how many writes a write costs that was refused, denied or aborted"
    case .verifyBilled: "whether verifying a document that a transaction read, but did not write, is a read"
    case .ascDescStored: "how many entries of a single-field index are stored per value"
    case .mapOverhead: "how many bytes a nested map adds to its fields"
    case .rootParent: "how many bytes the missing parent of a root collection takes in an index entry"
    case .limboDeleted: "how many reads it costs to learn that a doubtful cached document was deleted"
    case .egressUnit: "in which unit network bytes are priced"
    case .rtdbGigabyte: "how many bytes a GB is that the Realtime Database is billed by"
    case .rtdbHandshake: "whether a device that connects to the Realtime Database again makes a whole TLS handshake"
    }
  }
}

extension BillingSwitch: Comparable {
  package static func < (lhs: BillingSwitch, rhs: BillingSwitch) -> Bool { lhs.rawValue < rhs.rawValue }
}
