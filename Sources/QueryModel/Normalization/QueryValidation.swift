import FirestoreModel

/// The service's checks of one query, in the service's order: only the first refusal is reported.
struct QueryValidation {
  /// In wire form.
  let query: Query
  let database: DatabaseName
  let atoms: [AtomicFilter]

  init(query: Query, database: DatabaseName) {
    self.query = query
    self.database = database
    atoms = query.filter?.atoms ?? []
  }

  /// Runs every check and returns the filter in disjunctive normal form.
  func disjuncts() throws(FirestoreError) -> [Conjunction] {
    try checkShape()
    try checkOperandShapes()
    try checkNegations()
    try checkNotIn()
    try checkNameFilters()
    try checkCollection()
    try checkOrders()
    try checkCursors()
    try checkValueCounts()
    try checkValueSizes()
    let count = DisjunctiveNormalForm.count(query.filter)
    guard count <= QueryLimits.disjunctions else { throw refusal(.tooManyDisjunctions(count)) }
    let disjuncts = DisjunctiveNormalForm.expand(query.filter)
    guard disjuncts.allSatisfy({ $0.predicates.count(where: \.isContains) <= 1 }) else {
      throw refusal(.severalArrayContains)
    }
    try checkInequalityFields()
    try checkComponents(disjuncts)
    return disjuncts
  }

  // MARK: - Shape

  private func checkShape() throws(FirestoreError) {
    try checkSource()
    if let filter = query.filter { try checkComposites(filter) }
    if query.offset < 0 { throw refusal(.negativeOffset) }
    if let limit = query.limit, limit < 0 { throw refusal(.negativeLimit) }
    if let nearest = query.nearest { try check(nearest) }
  }

  /// Ids that stand in the query must be valid; unknown ones are checked when they are bound.
  private func checkSource() throws(FirestoreError) {
    for case .literal(let id) in query.source.parent.segments { try id.validateAsResourceID() }
    if case .literal(let id)? = query.source.collectionID { try id.validateAsCollectionID() }
    guard query.source.parent.segments.count.isMultiple(of: 2) else {
      let name = "\(database.documentsRoot)/\(query.source.parent.segments.map(\.text).joined(separator: "/"))"
      throw refusal(.lacksSlash(name))
    }
  }

  /// An empty AND is accepted, although the proto's comment says otherwise; an empty OR is not.
  private func checkComposites(_ filter: Filter) throws(FirestoreError) {
    switch filter {
    case .field, .unary: break
    case .and(let filters): for filter in filters { try checkComposites(filter) }
    case .or(let filters):
      guard !filters.isEmpty else { throw refusal(.emptyOr) }
      for filter in filters { try checkComposites(filter) }
    }
  }

  private func check(_ nearest: FindNearest) throws(FirestoreError) {
    guard (1...1000).contains(nearest.limit) else { throw refusal(.nearest(.limit)) }
    if let vector = nearest.queryVector.knownValue {
      guard case .vector(let components) = vector else { throw refusal(.nearest(.vectorType)) }
      guard !components.isEmpty else { throw refusal(.nearest(.emptyVector)) }
      guard components.count <= WriteLimits.vectorDimension else { throw refusal(.nearest(.vectorTooLong)) }
    } else if nearest.queryVector.hasKnownType {
      throw refusal(.nearest(.vectorType))
    }
    if let field = nearest.distanceResultField, field.isDocumentName {
      throw refusal(.nearest(.reservedResultField("__name__")))
    }
    if let threshold = nearest.distanceThreshold, !threshold.isFinite { throw refusal(.nearest(.threshold)) }
    if query.limit != nil { throw refusal(.nearest(.withQueryLimit)) }
    if query.offset != 0 { throw refusal(.nearest(.withOffset)) }
    if query.start != nil || query.end != nil { throw refusal(.nearest(.withCursor)) }
  }

  // MARK: - Filters

  private func checkOperandShapes() throws(FirestoreError) {
    for case .field(let filter) in atoms where filter.op.takesList && filter.operand.hasKnownType {
      guard let members = filter.operand.listMembers else { throw refusal(.notAList(filter.op)) }
      guard !members.isEmpty else { throw refusal(.emptyList(filter.op)) }
    }
  }

  private func checkNegations() throws(FirestoreError) {
    if atoms.count(where: \.isNegation) > 1 { throw refusal(.severalNegations) }
  }

  private func checkNotIn() throws(FirestoreError) {
    func uses(_ op: FieldOperator) -> Bool {
      atoms.contains { if case .field(let filter) = $0 { filter.op == op } else { false } }
    }
    guard uses(.notIn) else { return }
    if uses(.in) || uses(.arrayContainsAny) || query.filter?.containsDisjunction == true {
      throw refusal(.notInWithDisjunction)
    }
  }

  private func checkNameFilters() throws(FirestoreError) {
    let named = atoms.filter(\.path.isDocumentName)
    for atom in named {
      switch atom {
      case .unary: throw refusal(.nameFilterNotAKey)
      case .field(let filter): try checkNameFilter(filter)
      }
    }
    let equality = named.contains { !$0.isInequality }
    let inequality = named.contains(where: \.isInequality)
    if equality, !inequality, query.inequalityFields.contains(where: { !$0.isDocumentName }) {
      throw refusal(.nameEqualityWithInequality)
    }
  }

  private func checkNameFilter(_ filter: FieldFilter) throws(FirestoreError) {
    guard filter.op != .arrayContains, filter.op != .arrayContainsAny else { throw refusal(.nameArrayContains) }
    let operands = filter.op.takesList ? filter.operand.listMembers ?? [] : [filter.operand]
    for operand in operands where operand.hasKnownType {
      guard case .value(.reference(let name)) = operand else { throw refusal(.nameFilterNotAKey) }
      try name.requireDatabase(database)
    }
  }

  private func checkValueCounts() throws(FirestoreError) {
    for case .field(let filter) in atoms where filter.op.takesList {
      let maximum = filter.op == .notIn ? QueryLimits.notInValues : QueryLimits.inValues
      if let members = filter.operand.listMembers, members.count > maximum {
        throw refusal(.tooManyValues(filter.op, maximum))
      }
    }
  }

  /// Of a longer value an index holds a part only, which would also find others.
  private func checkValueSizes() throws(FirestoreError) {
    for case .field(let filter) in atoms where !filter.path.isDocumentName {
      let operands = filter.op.takesList ? filter.operand.listMembers ?? [] : [filter.operand]
      guard operands.contains(where: { $0.knownValue?.isTooLargeForQueries == true }) else { continue }
      let isOfElements = filter.op == .arrayContains || filter.op == .arrayContainsAny
      throw refusal(.valueTooLarge(filter.path, ofElements: isOfElements))
    }
  }

  private func checkInequalityFields() throws(FirestoreError) {
    let fields = query.inequalityFields
    guard fields.count <= QueryLimits.inequalityFields else { throw refusal(.tooManyInequalityFields(fields)) }
  }

  /// Filters count after normalisation, over all disjuncts; only explicit orders count.
  private func checkComponents(_ disjuncts: [Conjunction]) throws(FirestoreError) {
    let filters = disjuncts.reduce(0) { $0 + $1.predicates.count }
    let hasAncestor = !query.source.parent.segments.isEmpty
    guard filters + query.orders.count + (hasAncestor ? 1 : 0) <= QueryLimits.components else {
      throw refusal(.tooManyComponents(filters: filters, orders: query.orders.count, hasAncestor: hasAncestor))
    }
  }

  // MARK: - Collection, orders and cursors

  private func checkCollection() throws(FirestoreError) {
    let field = atoms.map(\.path).first { !$0.isDocumentName }
    // Observed in production: below a document this comes first, with or without a collection id.
    if query.source.isGroupBelowDocument, field != nil || query.orders.contains(where: { !$0.path.isDocumentName }) {
      throw refusal(.groupBelowDocument)
    }
    if query.source.collectionID == nil {
      if let field { throw refusal(.kindlessFilter(field)) }
      guard query.orders.allSatisfy({ $0 == Order(.documentName) }) else { throw refusal(.kindlessOrder) }
    }
  }

  private func checkOrders() throws(FirestoreError) {
    var seen: Set<FieldPath> = []
    for order in query.orders where !seen.insert(order.path).inserted {
      throw refusal(.duplicateOrder(order.path))
    }
    guard let position = query.effectiveOrder.firstIndex(where: \.path.isDocumentName) else { return }
    if position != query.effectiveOrder.count - 1 { throw refusal(.orderAfterName) }
  }

  /// Values align with the explicit orders only; implied orders never take one.
  private func checkCursors() throws(FirestoreError) {
    for cursor in [query.start, query.end].compactMap({ $0 }) {
      guard cursor.values.count <= query.orders.count else { throw refusal(.cursorTooLong) }
      for (order, value) in zip(query.orders, cursor.values) where order.path.isDocumentName && value.hasKnownType {
        guard case .value(.reference(let name)) = value else { throw refusal(.cursorNotAReference) }
        try name.requireDatabase(database)
      }
    }
  }

  private func refusal(_ refusal: QueryRefusal) -> FirestoreError {
    FirestoreError(.invalidArgument, refusal.message, breaking: refusal.rule)
  }
}
