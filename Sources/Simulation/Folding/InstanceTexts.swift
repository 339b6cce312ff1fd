import Diagnostics
import FirestoreModel
import QueryModel
import Workloads

// The texts in the parts of a workload: whatever rules may compare with the name of an instance.

extension FieldValue {
  var isRandom: Bool {
    switch self {
    case .string, .bytes, .vector, .drawn, .spread: true
    case .array(let element, _): element.isRandom
    case .list(let values): values.contains(where: \.isRandom)
    case .map(let assignments): assignments.contains { $0.value.isRandom }
    case .converted(let value, _): value.isRandom
    case .literal, .template, .reference, .time, .serverTime, .transform: false
    }
  }

  /// A text that becomes another type, or the other way round, shows what is in it.
  var isConverted: Bool {
    switch self {
    case .converted(let value, _): value.texts.contains { $0.literal == nil }
    case .array(let element, _): element.isConverted
    case .list(let values), .transform(.arrayUnion(let values)), .transform(.arrayRemove(let values)):
      values.contains(where: \.isConverted)
    case .map(let assignments): assignments.contains { $0.value.isConverted }
    case .literal, .template, .string, .bytes, .vector, .reference, .spread, .time, .serverTime, .drawn,
      .transform(.increment), .transform(.deleteField):
      false
    }
  }
}

extension TextTemplate {
  func uses(_ variable: String) -> Bool { uses(variable: variable) }
}

extension TextTemplate.Part {
  var isExpression: Bool {
    switch self {
    case .expression: true
    case .literal, .newID, .anyChild, .latestChild: false
    }
  }
}

extension PathPattern {
  /// A new id, or one of several documents.
  var isDrawn: Bool {
    segments.contains { segment in
      segment.parts.contains { part in
        switch part {
        case .newID, .anyChild, .latestChild: true
        case .literal, .expression: false
        }
      }
    }
  }

  /// `{any}` and `{latest}` pick one of several documents: those of one instance when its number stands in front.
  func choosesChild(amongThoseOf own: String?) -> Bool {
    for segment in segments {
      if let name = segment.numberedVariable?.name, name == "i" || name == "uid" || name == own { return false }
      for part in segment.parts {
        switch part {
        case .anyChild, .latestChild: return true
        case .literal, .expression, .newID: break
        }
      }
    }
    return false
  }
}

extension Expression {
  /// The fixed texts in it.
  var literals: [String] {
    var found: [String] = []
    root.visit { node in
      if case .literal(let value) = node.kind { found += value.texts }
    }
    return found
  }
}

extension Step {
  /// What an actor's request fills in; writes of the outside world are none.
  var texts: [TextTemplate] {
    documentPaths.flatMap(\.segments) + writtenFields.flatMap(\.texts) + queries.flatMap { $0.bindings.values }
  }

  /// Texts of queries and of what the app computes.
  var fixedTexts: [String] { queries.flatMap(\.query.fixedTexts) + expressions.flatMap(\.literals) }

  var documentPaths: [PathPattern] {
    targets.compactMap { if case .document(let path) = $0 { path } else { nil } } + requestedWrites.map(\.path)
  }

  var writtenFields: [FieldAssignment] { requestedWrites.flatMap { $0.fields ?? [] } }

  private var requestedWrites: [DocumentWrite] { documentWrites.filter(\.isRequest) }

  private var targets: [ReadTarget] {
    switch action {
    case .read(let read): [read.target]
    case .page(let page): [.query(page.query)]
    case .transaction(let transaction): transaction.reads
    case .write, .batch, .detach, .device, .assign, .condition, .pause, .perform, .group, .outsideWrite, .realtime: []
    }
  }

  private var queries: [QueryTemplate] {
    targets.compactMap { target in
      switch target {
      case .document: nil
      case .query(let template), .aggregation(let template, _): template
      }
    }
  }

  private var expressions: [Expression] {
    switch action {
    case .read(let read): [read.keep].compactMap(\.self)
    case .page(let page): [page.keep].compactMap(\.self)
    case .assign(let assignments): assignments.map(\.value)
    case .condition(let condition, _, _): [condition]
    case .write, .batch, .transaction, .detach, .device, .pause, .perform, .group, .outsideWrite, .realtime: []
    }
  }
}

extension Query {
  /// Collections, fields and values.
  fileprivate var fixedTexts: [String] {
    let segments = source.parent.segments + [source.collectionID].compactMap(\.self)
    let path = segments.compactMap { if case .literal(let text) = $0 { text.string } else { nil } }
    let fields = (filter?.fields ?? []) + orders.map(\.path) + (projection ?? [])
    let operands = (filter?.operands ?? []) + (start?.values ?? []) + (end?.values ?? [])
    return path + fields.flatMap { $0.segments.map(\.string) } + operands.flatMap(\.texts)
  }
}

extension Filter {
  fileprivate var operands: [Operand] {
    switch self {
    case .field(let filter): [filter.operand]
    case .unary: []
    case .and(let parts), .or(let parts): parts.flatMap(\.operands)
    }
  }
}

extension Operand {
  fileprivate var texts: [String] {
    switch self {
    case .value(let value): value.texts
    case .array(let operands): operands.flatMap(\.texts)
    case .map(let entries): entries.flatMap { [$0.name.string] + $0.operand.texts }
    case .unknown, .parameter, .expression: []
    }
  }
}
