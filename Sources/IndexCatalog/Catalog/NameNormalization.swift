package import FirestoreModel

extension IndexDefinition {
  /// A definition as it is written, completed with `__name__` the way the service does.
  package init(normalizing fields: [IndexField], collectionGroup: Text, scope: QueryScope) {
    self.init(
      collectionGroup: collectionGroup, scope: scope, fields: IndexDefinition.normalized(fields))
  }

  /// Inserts `__name__` at the end, or before a final vector, unless it stands there already. Its direction is that of
  /// the last field that has one (arrays and vectors are skipped), ascending if none has.
  ///
  /// `nameAfterArray` overrides the direction where an array field is the last one (open question Q-10).
  package static func normalized(
    _ fields: [IndexField], nameAfterArray: IndexMode? = nil
  ) -> [IndexField] {
    var named = fields
    var vector: IndexField?
    if let last = named.last, case .vector = last.mode { vector = named.removeLast() }
    if named.last?.path.isDocumentName != true {
      var mode = named.last { $0.mode.isDirectional }?.mode ?? .ascending
      if named.last?.mode == .contains, let nameAfterArray { mode = nameAfterArray }
      named.append(IndexField(.documentName, mode))
    }
    return named + [vector].compactMap(\.self)
  }

  /// Whether the direction of `__name__` had to be guessed: an array field stands last, after a descending one.
  package static func infersNameDirection(_ fields: [IndexField]) -> Bool {
    fields.last?.mode == .contains && fields.last { $0.mode.isDirectional }?.mode == .descending
  }

  /// The fields as one would write them: without the `__name__` that normalisation adds again.
  package var writtenFields: [IndexField] {
    guard let position = fields.lastIndex(where: { $0.path.isDocumentName }) else { return fields }
    var shorter = fields
    shorter.remove(at: position)
    return !shorter.isEmpty && IndexDefinition.normalized(shorter) == fields ? shorter : fields
  }
}

extension IndexMode {
  package var isDirectional: Bool { self == .ascending || self == .descending }
}
