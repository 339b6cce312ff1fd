import FirestoreModel
package import IndexCatalog

/// What has to be put into the index file so that a refused query is served.
package enum IndexRepair: Hashable, Sendable {
  /// An object of `indexes`.
  case composite(IndexDefinition)
  /// A complete object of `fieldOverrides`, which keeps the modes that exist.
  case fieldOverride(FieldOverride)

  /// The member of the index file that takes it.
  package var member: String {
    switch self {
    case .composite: "indexes"
    case .fieldOverride: "fieldOverrides"
    }
  }

  /// The entry as JSON on one line.
  package var lineText: String {
    switch self {
    case .composite(let definition): definition.lineText
    case .fieldOverride(let override): override.lineText
    }
  }

  /// What to add, and where, on one line.
  var instruction: String { "Add to \(member) in the index file: \(lineText)" }
}

extension MissingIndex {
  /// The repair, given what the catalog says now; nil for a vector index whose dimension nothing says: neither the query
  /// nor another index of the field.
  package func repair(in catalog: IndexCatalog) -> IndexRepair? {
    switch kind {
    case .composite, .vector(.some): return .composite(definition)
    case .vector(nil):
      let known = Set(otherDimensions(in: catalog))
      guard known.count == 1, let dimension = known.first, let last = definition.fields.last else { return nil }
      var complete = definition
      complete.fields[complete.fields.count - 1] = IndexField(last.path, .vector(dimension: dimension))
      return .composite(complete)
    case .singleField(let mode):
      guard let path = definition.fields.first?.path else { return .composite(definition) }
      let group = definition.collectionGroup
      let existing = catalog.singleFieldEntries(collectionGroup: group, path: path)
      let governing = catalog.governingOverride(collectionGroup: group, path: path)
      // The time-to-live policy belongs to the field itself, so only an override of that very field carries it on.
      let ttl = governing?.target == .field(path) ? governing?.ttl : nil
      let wanted = FieldOverride.Entry(mode, definition.scope)
      return .fieldOverride(
        FieldOverride(
          collectionGroup: group, target: .field(path),
          entries: existing.contains(wanted) ? existing : existing + [wanted],
          ttl: ttl))
    }
  }
}

extension IndexCatalog {
  /// The catalog with a repair made.
  package func applying(_ repair: IndexRepair) -> IndexCatalog {
    switch repair {
    case .composite(let definition): composites.contains(definition) ? self : adding([definition])
    case .fieldOverride(let override): replacing(override)
    }
  }

  /// The catalog with several repairs made; the composites among them are added at once.
  package func applying(_ repairs: [IndexRepair]) -> IndexCatalog {
    var catalog = self
    var known = Set(composites)
    var added: [IndexDefinition] = []
    for repair in repairs {
      switch repair {
      case .composite(let definition): if known.insert(definition).inserted { added.append(definition) }
      case .fieldOverride(let override): catalog = catalog.replacing(override)
      }
    }
    return added.isEmpty ? catalog : catalog.adding(added)
  }
}
