package import FirestoreModel

/// What is kept of an instance beyond the life of the process, in the order in which it happened.
package struct RealtimeEntry: Sendable {
  package enum Content: Sendable {
    /// A write, whole or not at all.
    case change(RealtimeChange)
    /// Rules that a client has put in place of those of the file; nil: those of the file hold again.
    case rules(ReleasedRealtimeRules?)
  }

  /// Counts up by one from 1 while the instance is open.
  package var number: Int
  package var content: Content

  package init(number: Int, _ content: Content) {
    self.number = number
    self.content = content
  }
}

/// Rules that a client has put in place of those of a file.
package struct ReleasedRealtimeRules: Hashable, Sendable {
  /// UTF-8 bytes, as they were sent.
  package var source: [UInt8]
  /// What the file had then: rules hold until it changes. Nil: there was none that could be used.
  package var replaced: [UInt8]?

  package init(source: [UInt8], replaced: [UInt8]?) {
    self.source = source
    self.replaced = replaced
  }
}

/// Keeps what is written to one instance. As with the commits of documents, others may read a write before it is durable;
/// whoever acknowledges it waits.
package protocol RealtimeJournal: AnyObject, Sendable {
  /// Called under the instance's lock: only remembers the entry. Entries come in the order of their numbers.
  func enqueue(_ entry: RealtimeEntry)

  /// Returns when every entry up to this number survives the death of the process.
  ///
  /// - Throws: UNAVAILABLE when it could not be stored. Nothing is stored from then on.
  func waitUntilDurable(_ number: Int) async throws(FirestoreError)

  /// Why nothing is stored any more; nil: everything is.
  var failure: FirestoreError? { get }
}

/// An instance as the last durable entry left it, and the journal that goes on from there.
package struct KeptRealtimeInstance: Sendable {
  package var data: RealtimeNode
  /// Nil: those of the file.
  package var rules: ReleasedRealtimeRules?
  package var journal: any RealtimeJournal

  package init(data: RealtimeNode, rules: ReleasedRealtimeRules? = nil, journal: any RealtimeJournal) {
    self.data = data
    self.rules = rules
    self.journal = journal
  }
}

/// Where journals of instances are kept: one for each.
package protocol RealtimeJournalFolder: Sendable {
  /// The instances that were written to before, in order.
  func realtimeInstances() throws(FirestoreError) -> [Text]

  func openRealtime(_ instance: Text) throws(FirestoreError) -> KeptRealtimeInstance
}
