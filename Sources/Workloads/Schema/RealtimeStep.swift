package import Diagnostics

/// `rtdb: {op, path, …}` — a request to the Realtime Database.
package struct RealtimeStep: Hashable, Sendable {
  package enum Operation: String, Hashable, Sendable, CaseIterable {
    case listen, unlisten, get, set, update, push, increment, transaction, delete, onDisconnect

    package var isWrite: Bool {
      switch self {
      case .listen, .unlisten, .get: false
      case .set, .update, .push, .increment, .transaction, .delete, .onDisconnect: true
      }
    }
  }

  /// When a listener's `onChange` is done.
  package enum Event: String, Hashable, Sendable, CaseIterable {
    /// At the first data, and at every change below the location.
    case value
    /// When children came in, the first ones included.
    case childAdded
    case childChanged, childMoved, childRemoved
  }

  package var operation: Operation
  /// Without segments: the root.
  package var path: PathPattern
  package var query: RealtimeQueryTemplate
  package var event: Event
  /// What is written; of `update` at the paths of ``values``.
  package var value: RealtimeFieldValue?
  /// Of `update`, relative to ``path``: all or none are written.
  package var values: [RealtimeUpdate]
  /// `by:`
  package var amount: FieldValue?
  /// `conflicts:` — the probability that an attempt of a transaction finds other data than it began with.
  package var conflictProbability: Double
  /// `as:` — of a read the name of the result, of a push a variable that gets the key.
  package var result: Name?
  package var onChange: [Step]
  /// `each:` — once per child of the first result.
  package var each: [Step]
  package var span: Span

  package init(
    _ operation: Operation, path: PathPattern, query: RealtimeQueryTemplate = RealtimeQueryTemplate(),
    event: Event = .value, value: RealtimeFieldValue? = nil, values: [RealtimeUpdate] = [], amount: FieldValue? = nil,
    conflictProbability: Double = 0, result: Name? = nil, onChange: [Step] = [], each: [Step] = [], span: Span
  ) {
    self.operation = operation
    self.path = path
    self.query = query
    self.event = event
    self.value = value
    self.values = values
    self.amount = amount
    self.conflictProbability = conflictProbability
    self.result = result
    self.onChange = onChange
    self.each = each
    self.span = span
  }
}

/// One path of an update.
package struct RealtimeUpdate: Hashable, Sendable {
  package var path: PathPattern
  package var value: RealtimeFieldValue

  package init(path: PathPattern, value: RealtimeFieldValue) {
    self.path = path
    self.value = value
  }
}

/// The query of a step, its bounds not filled in.
package struct RealtimeQueryTemplate: Hashable, Sendable {
  package enum Ordering: Hashable, Sendable {
    case priority, key, value
    /// `a/b`
    case child(String)
  }

  package enum BoundKind: String, Hashable, Sendable, CaseIterable {
    case startAt, startAfter, endAt, endBefore, equalTo

    var isStart: Bool { self == .startAt || self == .startAfter || self == .equalTo }
    var isEnd: Bool { self == .endAt || self == .endBefore || self == .equalTo }
  }

  package struct Bound: Hashable, Sendable {
    package var kind: BoundKind
    package var value: FieldValue
    /// `[value, key]`
    package var key: TextTemplate?
    package var span: Span
  }

  package enum Limit: Hashable, Sendable {
    case first(Int64), last(Int64)
  }

  /// Nil: nothing is said, which is the same as by priority.
  package var ordering: Ordering?
  package var bounds: [Bound]
  package var limit: Limit?

  package init(ordering: Ordering? = nil, bounds: [Bound] = [], limit: Limit? = nil) {
    self.ordering = ordering
    self.bounds = bounds
    self.limit = limit
  }

  package var isEmpty: Bool { ordering == nil && bounds.isEmpty && limit == nil }
}

/// How a value of the tree comes about.
package indirect enum RealtimeFieldValue: Hashable, Sendable {
  case field(FieldValue)
  case children([Child])

  package struct Child: Hashable, Sendable {
    package var key: TextTemplate
    package var value: RealtimeFieldValue

    package init(key: TextTemplate, value: RealtimeFieldValue) {
      self.key = key
      self.value = value
    }
  }

  /// Every field, and every key.
  package func visit(field: (FieldValue) -> Void, key: (TextTemplate) -> Void) {
    switch self {
    case .field(let value): field(value)
    case .children(let children):
      for child in children {
        key(child.key)
        child.value.visit(field: field, key: key)
      }
    }
  }
}

/// `data: [{rtdb: path, for, count, value}]`
package struct RealtimeDataEntry: Hashable, Sendable {
  package var path: PathPattern
  package var loops: [Loop]
  package var count: Quantity
  package var value: RealtimeFieldValue
  package var span: Span

  package init(path: PathPattern, loops: [Loop], count: Quantity, value: RealtimeFieldValue, span: Span) {
    self.path = path
    self.loops = loops
    self.count = count
    self.value = value
    self.span = span
  }
}

extension RealtimeStep {
  /// Every place that the step names.
  package var paths: [PathPattern] {
    guard operation == .update else { return [path] }
    return values.map { PathPattern(segments: path.segments + $0.path.segments, span: $0.path.span) }
  }

  /// Everything that is written.
  package var writtenValues: [RealtimeFieldValue] {
    [value, amount.map(RealtimeFieldValue.field)].compactMap(\.self) + values.map(\.value)
  }

  /// As it is printed: `messages/{c} orderByChild timestamp limitToLast 50`.
  package var text: String {
    let location = path.segments.isEmpty ? "/" : path.sourceText
    return ([location] + query.words).joined(separator: " ")
  }
}

extension RealtimeQueryTemplate {
  fileprivate var words: [String] {
    var words: [String] = []
    switch ordering {
    case nil: break
    case .priority: words.append("orderByPriority")
    case .key: words.append("orderByKey")
    case .value: words.append("orderByValue")
    case .child(let path): words.append("orderByChild \(path)")
    }
    words += bounds.map(\.kind.rawValue)
    switch limit {
    case nil: break
    case .first(let count): words.append("limitToFirst \(count)")
    case .last(let count): words.append("limitToLast \(count)")
    }
    return words
  }
}
