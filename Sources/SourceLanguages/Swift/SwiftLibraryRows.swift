extension SwiftModels {
  /// What the language and its library do with lists, optionals, texts and functions; Combine and async sequences, too.
  static let library = """
    library swift
      modules Swift Foundation Combine Dispatch _Concurrency OpenCombine AsyncAlgorithms
      # What only changes the type, or hands on what it carries
      String(x), Substring(x), NSString(x), Int(x), Int32(x), Int64(x), UInt(x), NSNumber(x), Bool(x) -> copy(x)
      Array(x), Set(x), ContiguousArray(x), AnySequence(x), AnyPublisher(x), Just(x) -> copy(x)
      Optional(x), Optional.some(x), Result.success(x) -> copy(x)
      String(=describing) -> copy(describing)
      String(=stringLiteral) -> copy(stringLiteral)
      NSNumber(=value) -> copy(value)
      NSString(=string) -> copy(string)
      Result.failure(error), Completion.failure(error) -> failure
      Optional.none -> null
      String(=format, values...) -> format(format, values)
      # Sequences, optionals and publishers
      any.map(f:callable), any.compactMap(f:callable), any.flatMap(f:callable), any.tryMap(f:callable) -> map(f, self)
      any.tryCompactMap(f:callable), any.asyncMap(f:callable), any.asyncCompactMap(f:callable), any.concurrentMap(f:callable) -> map(f, self)
      any.mapValues(f:callable), any.compactMapValues(f:callable) -> map(f, values(self))
      any.forEach(f:callable), any.asyncForEach(f:callable), any.concurrentForEach(f:callable) -> each(f, self)
      any.sink(=receiveCompletion?, =receiveValue:callable) -> each(receiveValue, self)
      any.sink(f:callable?, =receiveCompletion?) -> each(f, self)
      any.handleEvents(=receiveOutput:callable, ...) -> self, calls receiveOutput(self)
      any.filter(f:callable) -> keep(f, self)
      any.first(=where:callable), any.last(=where:callable) -> first(keep(where, self))
      any.first(f:callable), any.last(f:callable) -> first(keep(f, self))
      any.reduce(start, f:callable) -> reduce(f, self, start)
      any.get() -> self
      any.eraseToAnyPublisher(), any.receive(...), any.subscribe(=on), any.replaceError(...), any.removeDuplicates(...) -> self
      any.share(), any.setFailureType(...), any.mapError(...), any.retry(...), any.delay(...), any.debounce(...) -> self
      any.throttle(...), any.assertNoFailure(...), any.autoconnect() -> self
      documents.sorted(...), documents.reversed(), documents.shuffled(), documents.prefix(...), documents.suffix(...) -> self
      documents.dropFirst(...), documents.dropLast(...), documents.drop(...), documents.lazy -> self
      documents.sort(...), documents.reverse(), documents.shuffle() -> null
      documents.first, documents.last -> documentOf(self)
      documents.randomElement(...) -> documentOf(self)
      documents.enumerated() -> numbered(self)
      list.sorted(...), list.reversed(), list.shuffled(), list.lazy, list.unique(), list.uniqued() -> self
      list.prefix(n), list.suffix(n), unknown.prefix(n), unknown.suffix(n) -> atMost(self, n)
      list.dropFirst(n) -> between(self, n)
      list.dropFirst() -> between(self)
      list.prefix(...), list.suffix(...), list.dropLast(...), list.drop(...) -> some(self)
      min(x...) -> least(x)
      list.first -> first(self)
      list.last -> last(self)
      list.enumerated() -> numbered(self)
      zip(a, b) -> repeated(list(element(a), element(b)), a)
      list.indices -> self
      list.joined() -> join("", self)
      list.joined(=separator) -> join(separator, self)
      list.append(x) -> null becomes append(self, x)
      list.append(=contentsOf) -> null becomes concat(self, contentsOf)
      list.insert(x, =at?) -> null becomes append(self, x)
      list.insert(=contentsOf, =at) -> null becomes concat(self, contentsOf)
      list.removeAll(...), list.remove(...), list.removeLast(...), list.removeFirst(...) -> null becomes some(self)
      list.formUnion(x) -> null becomes concat(self, x)
      list.union(x) -> concat(self, x)
      record.keys -> keys(self)
      record.values -> values(self)
      record.sorted(...) -> pairs(self)
      record.merge(x, =uniquingKeysWith?, f?), record.merge(x, f?) -> null becomes merged(self, x)
      record.merging(x, =uniquingKeysWith?, f?) -> merged(self, x)
      record.updateValue(x, =forKey) -> null becomes put(self, forKey, x)
      record.removeValue(=forKey) -> null becomes put(self, forKey, null)
      any.isEmpty -> not(self)
      any.count -> length(self)
      text.rawValue, text.stringValue, text.description, text.localized -> self
      text.trimmingCharacters(...) -> self
      any.toggle() -> null becomes not(self)

    """
}
