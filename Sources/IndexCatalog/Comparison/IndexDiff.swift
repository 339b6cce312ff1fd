package import Diagnostics

/// A file, what is deployed, and what queries use, side by side.
package struct IndexDiff: Hashable, Sendable {
  package enum Item: Hashable, Sendable {
    case composite(IndexDefinition)
    case override(FieldOverride)
  }

  package struct Row: Hashable, Sendable {
    package var item: Item
    package var isInFile: Bool
    package var isDeployed: Bool
    /// Nil: which queries exist is not known, or it is an override that no query needs: those have other reasons, too.
    package var isUsed: Bool?
    /// An override of the file that takes away, once it is deployed, what queries use.
    package var breaksQueries = false
  }

  /// The settings of one field differ.
  package struct Change: Hashable, Sendable {
    package var from: FieldOverride
    package var to: FieldOverride
    /// The CLI compares modes only and would not deploy this change.
    package var isOverlookedByCLI: Bool
    /// Whether queries need what the deployed settings allow and those of the file do not.
    package var breaksQueries = false

    /// The policy is deployed, and the file says that there is none.
    package var turnsOffTTL: Bool { from.ttl == true && to.ttl == false }
  }

  /// In the file's order, then the deployed ones that are not in the file, then those that only queries know.
  package var rows: [Row]
  package var changes: [Change]

  /// What deploying the file creates.
  package var added: [Item] { rows.filter { $0.isInFile && !$0.isDeployed }.map(\.item) }
  /// What a forced deploy deletes.
  package var removed: [Item] { rows.filter { !$0.isInFile && $0.isDeployed }.map(\.item) }
  /// What queries use, and a forced deploy deletes or changes so that they fail.
  package var atRisk: [Item] {
    rows.filter { !$0.isInFile && $0.isDeployed && $0.isUsed == true }.map(\.item)
      + changes.filter(\.breaksQueries).map { .override($0.from) }
      + rows.filter(\.breaksQueries).map(\.item)
  }
  /// What queries need and nobody has defined: they fail, whatever is deployed.
  package var missing: [Item] { rows.filter { !$0.isInFile && !$0.isDeployed }.map(\.item) }
  package var unused: [Item] { rows.filter { $0.isUsed == false }.map(\.item) }
  package var unchangedCount: Int { rows.count { $0.isInFile && $0.isDeployed } }
}

extension IndexDiff {
  /// - Parameters:
  ///   - deployed: nil when no dump is given: everything in the file counts as not deployed.
  ///   - used: the composites that queries use, and the overrides without which they fail; nil when no queries are known.
  ///   - missing: what has to be defined for the queries that neither side serves, each once.
  ///   - breaking: overrides of the file that take away what queries use as deployed.
  package init(
    file: IndexCatalog, deployed: IndexCatalog?, used: Set<Item>? = nil, missing: [Item] = [],
    breaking: Set<FieldOverride> = []
  ) {
    let there = deployed ?? .automaticOnly
    let fileComposites = Set(file.composites)
    let deployedComposites = Set(there.composites)
    var rows = file.composites.map {
      Row(
        item: .composite($0), isInFile: true, isDeployed: deployedComposites.contains($0),
        isUsed: used?.contains(.composite($0)))
    }
    let gone = there.composites.filter { !fileComposites.contains($0) }
    rows += gone.map {
      Row(item: .composite($0), isInFile: false, isDeployed: true, isUsed: used?.contains(.composite($0)))
    }
    func isUsed(_ override: FieldOverride) -> Bool? { used?.contains(.override(override)) == true ? true : nil }
    var changes: [Change] = []
    let deployedOverrides = Dictionary(there.overrides.map { (OverrideKey($0), $0) }) { _, last in last }
    for override in file.overrides {
      let match = deployedOverrides[OverrideKey(override)]
      if let match, !override.hasSameEffect(as: match) {
        let isOverlooked = override.looksEqual(to: match)
        changes.append(
          Change(
            from: match, to: override, isOverlookedByCLI: isOverlooked,
            breaksQueries: !isOverlooked && isUsed(match) == true))
        continue
      }
      let breaks = match == nil && breaking.contains(override)
      rows.append(
        Row(
          item: .override(override), isInFile: true, isDeployed: match != nil,
          isUsed: breaks ? true : isUsed(override), breaksQueries: breaks))
    }
    let fileOverrides = Set(file.overrides.map { OverrideKey($0) })
    rows += there.overrides.filter { !fileOverrides.contains(OverrideKey($0)) }.map {
      Row(item: .override($0), isInFile: false, isDeployed: true, isUsed: isUsed($0))
    }
    rows += missing.map { Row(item: $0, isInFile: false, isDeployed: false, isUsed: true) }
    self.init(rows: rows, changes: changes)
  }
}

extension FieldOverride {
  fileprivate func hasSameEffect(as other: FieldOverride) -> Bool {
    Set(entries) == Set(other.entries) && looksEqualInTTL(to: other)
  }

  /// The CLI's comparison: number of entries, every deployed mode present, time-to-live on or off if given.
  fileprivate func looksEqual(to deployed: FieldOverride) -> Bool {
    let modes = Set(entries.map(\.mode))
    return entries.count == deployed.entries.count && deployed.entries.allSatisfy { modes.contains($0.mode) }
      && looksEqualInTTL(to: deployed)
  }

  private func looksEqualInTTL(to deployed: FieldOverride) -> Bool { ttl == nil || ttl == (deployed.ttl ?? false) }
}

extension IndexDiff {
  /// FB2005 for what a forced deploy would break, FB2006 for what is unused, FB2023 for changes the CLI overlooks.
  ///
  /// - Parameters:
  ///   - location: where the file's definition of an item stands.
  ///   - users: names of the queries that use an item.
  package func findings(at location: (Item) -> SourceLocation?, users: (Item) -> [String]) -> [Diagnostic] {
    rows.compactMap { finding($0, at: location($0.item), users: users) }
      + rows.filter { $0.isDeployed && !$0.isInFile }.compactMap { row in
        guard case .override(let override) = row.item, override.ttl == true else { return nil }
        return Self.ttlFinding(of: override, "is not in the file", by: "a forced deploy", at: location(row.item))
      }
      + changes.filter(\.breaksQueries).map { change in
        Diagnostic(
          .deployedIndexNotInFile,
          "\(Item.override(change.from).name) is deployed with \(change.from.modesText), which queries use, and stands in "
            + "the file with \(change.to.modesText)",
          at: location(.override(change.to)), notes: Self.notes(users(.override(change.from))),
          help: "add what is missing to the file with `firebreak indexes suggest --write`")
      }
      + changes.filter(\.turnsOffTTL).map { change in
        Self.ttlFinding(
          of: change.from, "stands in the file with `\"ttl\": false`", by: "a deploy",
          at: location(.override(change.to)))
      }
      + changes.filter(\.isOverlookedByCLI).map { change in
        Diagnostic(
          .overrideScopeNotDeployed,
          "the override of `\(change.to.target.text)` in `\(change.to.collectionGroup)` differs from the deployed one "
            + "only in `queryScope`",
          at: location(.override(change.to)), notes: ["the CLI compares modes and skips this change"],
          help: "delete the override, deploy, and add it again, or use `gcloud firestore indexes fields update`")
      }
  }

  private func finding(
    _ row: Row, at location: SourceLocation?, users: (Item) -> [String]
  ) -> Diagnostic? {
    if row.breaksQueries, case .override(let override) = row.item {
      return Diagnostic(
        .deployedIndexNotInFile,
        "\(row.item.name) is not deployed yet, and leaves it with \(override.modesText): queries use more of what is deployed",
        at: location, notes: Self.notes(users(row.item), of: "a deploy"),
        help: "add what they use to the override with `firebreak indexes suggest --write`")
    }
    switch (row.isInFile, row.isDeployed, row.isUsed) {
    case (false, true, true):
      return Diagnostic(
        .deployedIndexNotInFile, "\(row.item.name) is deployed and used but not in the file", at: location,
        notes: Self.notes(users(row.item)),
        help: "add it to the file with `firebreak indexes suggest --write`")
    case (_, _, false):
      return Diagnostic(
        .unusedIndex, "\(row.item.name) is used by no known query", at: location,
        help: "delete it only if the known queries are all there are")
    case (true, _, true), (_, _, nil), (false, false, true): return nil
    }
  }

  /// FB2027.
  private static func ttlFinding(
    of override: FieldOverride, _ state: String, by deploy: String, at location: SourceLocation?
  ) -> Diagnostic {
    Diagnostic(
      .ttlTurnedOff,
      "the time-to-live policy on `\(override.target.text)` in `\(override.collectionGroup)` is deployed and \(state)",
      at: location,
      notes: ["\(deploy) turns it off: documents that have expired are no longer deleted, and are stored and billed"],
      help: "write the override with `\"ttl\": true` into the file")
  }

  private static func notes(_ users: [String], of deploy: String = "a forced deploy") -> [String] {
    users.isEmpty ? [] : ["\(deploy) would break \(users.joined(separator: ", "))"]
  }
}

extension IndexDiff.Item {
  /// `` `users` `(city ASC, age ASC)` ``
  package var name: String {
    switch self {
    case .composite(let definition): "`\(definition.collectionGroup)` `\(definition.fieldsText)`"
    case .override(let override): "the override of `\(override.target.text)` in `\(override.collectionGroup)`"
    }
  }
}

extension FieldOverride {
  /// `ASC, DESC, CONTAINS, group ASC`, or `no index`; `TTL` where the policy is on.
  package var modesText: String {
    let modes = entries.map { ($0.scope == .collectionGroup ? "group " : "") + $0.mode.shortText }
    return (modes.isEmpty ? ["no index"] : modes).joined(separator: ", ") + (ttl == true ? ", TTL" : "")
  }
}
