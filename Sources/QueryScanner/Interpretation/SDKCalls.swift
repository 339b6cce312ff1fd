import Diagnostics
import FirestoreModel
import QueryModel

extension Interpreter {
  /// A free function, constructor or static function of an SDK.
  func sdkCall(_ name: String, _ arguments: [CallArgument], _ call: Call) -> ScannedValue? {
    let scope = vocabularyScope(nameSpan(call.callee))
    return interpret(arguments, call, receiver: nil) { arguments in
      for vocabulary in self.vocabularies[self.file] {
        guard let meaning = vocabulary.call(name, arguments, scope) else { continue }
        return SDKCallCheck(name: name, receiver: nil, arguments: arguments, scope: scope).checked(meaning)
      }
      return nil
    }
  }

  /// A method of an SDK.
  func sdkCall(
    _ name: String, on receiver: ScannedValue, _ arguments: [CallArgument], _ call: Call
  ) -> ScannedValue? {
    let scope = vocabularyScope(nameSpan(call.callee))
    var values: [ScannedValue] = []
    var found = false
    for single in receiver.possibilities {
      let value = interpret(arguments, call, receiver: single) { arguments in
        for vocabulary in self.vocabularies[self.file] {
          guard let meaning = vocabulary.call(name, on: single, arguments, scope) else { continue }
          guard
            meaning.isOfAnyValue || !self.isForeign(single)
              || self.isUnmistakable(name, on: single, arguments, vocabulary, scope)
          else { continue }
          return SDKCallCheck(name: name, receiver: single, arguments: arguments, scope: scope).checked(meaning)
        }
        return nil
      }
      if let value {
        found = true
        values.append(value)
      } else {
        values.append(.unknown(UnknownValue()))
      }
    }
    guard found else { return nil }
    let known = values.filter { !$0.isUnknown }
    return ScannedValue.oneOf(known.isEmpty ? values : known).limited
  }

  private func isUnmistakable(
    _ name: String, on receiver: ScannedValue, _ arguments: SDKArguments, _ vocabulary: any SDKVocabulary,
    _ scope: VocabularyScope
  ) -> Bool {
    guard case .unknown(let unknown) = receiver, relevance.importsSDK[file],
      unknown.type != nil || unknown.isAnswerOfApp
    else { return false }
    return vocabulary.isUnmistakable(name, on: unknown, arguments, scope)
  }

  /// Asks for each combination of the arguments, then does what the answers mean.
  private func interpret(
    _ given: [CallArgument], _ call: Call, receiver: ScannedValue?, _ ask: (SDKArguments) -> SDKMeaning?
  ) -> ScannedValue? {
    let arguments = withoutNull(withoutDefaults(given.map(\.withoutEmptyText), call), receiver, call)
    let isOne = arguments.allSatisfy { !$0.value.isSeveral }
    let rows =
      isOne
      ? (all: [arguments.map(\.value)], isComplete: true)
      : combinations(arguments.map(\.value.possibilities), limit: ScannedValue.alternativeLimit)
    allowance.left -= rows.all.count
    var meanings: [SDKMeaning] = []
    for row in rows.all {
      let single = zip(arguments, row).map { argument, value in
        SDKArguments.Argument(label: argument.label, value: value, location: location(argument.span))
      }
      let asked = SDKArguments(single)
      guard let meaning = ask(asked) else { continue }
      if case .request(let request) = meaning {
        meanings.append(.request(request.asked(with: asked)))
      } else {
        meanings.append(meaning.bounding(row))
      }
    }
    guard !meanings.isEmpty else { return nil }
    let isRefined = meanings.allSatisfy { if case .value = $0 { true } else { false } }
    for argument in arguments { markUsed(argument.value, isRefined: isRefined) }
    if let receiver { markUsed(receiver, isRefined: isRefined) }
    let value = carryOut(meanings, arguments, call, receiver)
    return rows.isComplete ? value : value.markedIncomplete
  }

  /// The first argument of what an SDK asks names something: where it may be null, the call is one of the other ways.
  private func withoutNull(_ arguments: [CallArgument], _ receiver: ScannedValue?, _ call: Call) -> [CallArgument] {
    guard let value = arguments.first?.value, value != value.withoutNull else { return arguments }
    switch receiver {
    case .database, .query, .document: break
    // Null is written there, too.
    case .realtime, .handle:
      guard ["child", "reference", "getReference", "ref"].contains(call.callee.lastName) else { return arguments }
    default: return arguments
    }
    var others = arguments
    others[0].value = value.withoutNull
    return others
  }

  /// Which text an operand or an id is by default makes no other query; it is one that is not known.
  private func withoutDefaults(_ arguments: [CallArgument], _ call: Call) -> [CallArgument] {
    guard arguments.contains(where: \.value.isTextOrUnknown), let name = call.callee.lastName,
      let first = Self.firstOperand(of: name, arguments)
    else { return arguments }
    return arguments.enumerated().map { place, argument in
      guard place >= first, argument.value.isTextOrUnknown else { return argument }
      var changed = argument
      changed.value = argument.value.possibilities.first { $0.isUnknown } ?? argument.value
      return changed
    }
  }

  /// From which argument on a call takes operands and ids; nil when it takes none.
  private static func firstOperand(of name: String, _ arguments: [CallArgument]) -> Int? {
    switch name {
    // `where("a", "==", b)`, and Dart's `where("a", isEqualTo: b)`
    case "where", "FieldFilter": return arguments.contains { $0.label != nil } ? 1 : 2
    case "doc", "document", "child", "startAt", "startAfter", "endAt", "endBefore", "equalTo", "start", "end",
      "start_at",
      "start_after", "end_at", "end_before", "equal_to", "queryEqual", "queryStarting", "queryEnding":
      return 0
    default: return name.hasPrefix("where") ? 1 : nil
    }
  }

  private func carryOut(
    _ meanings: [SDKMeaning], _ arguments: [CallArgument], _ call: Call, _ receiver: ScannedValue?
  ) -> ScannedValue {
    var values: [ScannedValue] = []
    var requests: [ScannedValue] = []
    for meaning in meanings {
      switch meaning {
      case .value(let value): values.append(built(value, nameSpan(call.callee)))
      case .request(let request):
        let outer = repetition
        repetition = repeatsForItem(call)
        requests.append(record(request, nameSpan(call.callee), receiver))
        repetition = outer
      case .delivery(let value, let parameter, let returnsClosureValue, let isCertain):
        let before = Array(repeating: ScannedValue.unknown(UnknownValue()), count: max(0, min(parameter, 8)))
        let returned = deliver(before + [value], to: arguments, isCertain: isCertain)
        values.append(returnsClosureValue ? returned ?? value : value)
      case .iteration(let sequence, let returns):
        values.append(iterate(sequence, returns, arguments, call))
      case .transaction(let database, let isBatch):
        let returned = deliver([isBatch ? .batch(database) : .transaction(database)], to: arguments, isCertain: true)
        values.append(returned ?? .unknown(UnknownValue()))
      }
    }
    if !requests.isEmpty {
      let result = ScannedValue.oneOf(requests)
      _ = deliver([result], to: arguments, isCertain: true)
      values += requests
    } else if meanings.allSatisfy(\.isPlainValue) {
      _ = deliver([], to: arguments, isCertain: true)
    }
    return ScannedValue.oneOf(values).limited
  }

  // MARK: Requests

  /// Writes a request down; the value is what it answers.
  func record(_ sdk: SDKRequest, _ span: Span, _ receiver: ScannedValue?) -> ScannedValue {
    let place = location(span)
    noteDatabase()
    noteAsking()
    markUsed(sdk.target)
    var answers: [ScannedValue] = []
    // A function in place of a query (VueFire) is asked for what it returns.
    let targets = sdk.target.possibilities.flatMap { target -> [ScannedValue] in
      guard case .function = target else { return [target] }
      let asked = silently { apply(target, [], isOpen: true) }
      markUsed(asked)
      return asked.possibilities.flatMap { declared($0, place) }
    }.flatMap(\.inEachDirection)
    for target in targets {
      guard let described = describe(target) else { continue }
      var request = ScannedRequest(
        kind: sdk.kind, target: described.target, caller: described.database.caller, database: described.database.id,
        unresolved: described.unresolved, location: place, function: functionName, repetition: repetition,
        isInTransaction: sdk.isInTransaction, isInBatch: sdk.isInBatch)
      request.isFromCache = sdk.isFromCache
      if case .query(let draft) = target {
        if let read = draft.cursorRead { request.remarks = [.cursorFromRead(read)] }
        request.refusal = draft.refusal
        request.listBounds = draft.listBounds
        if let place = draft.builtAt, isOfCaller(place) { request.builtAt = [place] }
      }
      if case .document(let document) = target { request.refusal = document.refusal }
      if case .realtime(let draft) = target {
        request.refusal = draft.refusal
        if case .write = sdk.kind { request.written = draft.write(sdk.write ?? .unknown) }
      }
      if described.database.id == nil { request.unresolved.append(UnresolvedPart(.database, at: place)) }
      request.unresolved.sort()
      if state.isTruncated { request.markIncomplete() }
      if isExhausted || allowance.wasExhausted { request.markIncomplete(.calls) }
      if silence == 0 { log.add(request, chain: chain, call: callOfRoot(besides: request.builtAt.first)) }
      // What `push(value)` answers is the new child.
      if case .realtime(let draft) = target, request.kind == .write(.create) {
        answers.append(.realtime(draft.reference))
        continue
      }
      answers.append(answer(of: request, described.database, receiver))
    }
    return ScannedValue.oneOf(answers)
  }

  /// What a function declares that is asked for what to listen to.
  private func declared(_ value: ScannedValue, _ place: SourceLocation) -> [ScannedValue] {
    switch value {
    case .list, .record: ReduxFirestore.targets(of: value, at: place)
    default: [value]
    }
  }

  /// Whether a place is outside of the function that is being evaluated, which something calls.
  private func isOfCaller(_ place: SourceLocation) -> Bool {
    guard chain.count > 1, let id = chain.last, id >= 0, let body = index.functions[id].body,
      let first = body.first?.span, let last = body.last?.span
    else { return false }
    guard place.source.path == index.files[index.functions[id].file].source.source.path else { return true }
    return place.span.start < first.start || place.span.end > last.end
  }

  private struct Described {
    var target: ScannedRequest.Target
    var database: DatabaseHandle
    var unresolved: [UnresolvedPart]
  }

  private func describe(_ target: ScannedValue) -> Described? {
    switch target {
    case .query(let draft):
      return Described(
        target: .query(draft.query, draft.aggregations), database: draft.database, unresolved: draft.unresolved)
    case .document(let document):
      return Described(
        target: .document(document.path), database: document.database,
        unresolved: document.isKnown ? [] : [UnresolvedPart(.collection)])
    case .realtime(let draft):
      return Described(
        target: .realtime(draft.query), database: DatabaseHandle(caller: callers[file]), unresolved: draft.unresolved)
    default: return nil
    }
  }

  private func answer(
    of request: ScannedRequest, _ database: DatabaseHandle, _ receiver: ScannedValue?
  ) -> ScannedValue {
    if case .write(let kind) = request.kind {
      switch receiver {
      case .batch?, .transaction?: return receiver ?? .unknown(UnknownValue())
      default: break
      }
      // Java's server SDK answers a future of what was written, and `get` waits for it.
      if kind == .create, isPackaged, database.caller == .admin {
        return .result(
          ScannedResult(part: .document, location: request.location, target: request.target, database: database))
      }
      // What `add` answers is the new document.
      if kind == .create, case .document(let path) = request.target {
        return .document(DocumentHandle(path: path, isKnown: request.unresolved.isEmpty, database: database))
      }
      return .unknown(UnknownValue())
    }
    let part: ScannedResult.Part = if case .document = request.target { .document } else { .snapshot }
    return .result(ScannedResult(part: part, location: request.location, target: request.target, database: database))
  }
}

extension ScannedValue {
  /// Queries among the value stand for more than they show.
  var markedIncomplete: ScannedValue {
    switch self {
    case .query(var draft):
      draft.markIncomplete()
      return .query(draft)
    case .list(var list) where !list.elements.contains(.constraint(.variants)):
      list.elements.append(.constraint(.variants))
      return .list(list)
    case .alternatives(let values): return ScannedValue.oneOf(values.map(\.markedIncomplete))
    default: return self
    }
  }
}

extension Expression {
  /// `where` of `where` and of `query.where`.
  var lastName: String? {
    switch kind {
    case .name(let name), .member(_, let name): name
    default: nil
    }
  }
}

extension ScannedValue {
  /// A text of which only the default is known.
  fileprivate var isTextOrUnknown: Bool {
    guard case .alternatives(let values) = self, values.contains(where: \.isUnknown) else { return false }
    return values.allSatisfy { if case .text = $0 { true } else { $0.isUnknown } }
  }
}

extension SDKMeaning {
  /// A value, and no function that the call hands on to be called later.
  fileprivate var isPlainValue: Bool {
    switch self {
    case .value(.function): false
    case .value: true
    default: false
    }
  }
}

extension CallArgument {
  /// Of several texts those with a word: nothing is called by another one.
  fileprivate var withoutEmptyText: CallArgument {
    guard case .alternatives(let values) = value, values.contains(where: { $0.knownText == "" }) else { return self }
    var changed = self
    changed.value = ScannedValue.oneOf(values.filter { $0.knownText != "" })
    return changed
  }
}
