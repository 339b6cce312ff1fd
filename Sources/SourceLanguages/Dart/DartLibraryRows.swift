extension DartModels {
  /// What the language and its library do with lists, maps, texts, futures and streams.
  static let library = """
    library dart
      modules dart:core dart:async package:collection package:async package:rxdart
      DateTime.now(), DateTime(...), DateTime.utc(...), DateTime.parse(x) -> scalar
      Future.wait(x, ...), Future.value(x), Future.any(x) -> x
      Future.sync(f:callable) -> call(f)
      Stream.value(x), Stream.fromIterable(x), Stream.fromFuture(x) -> x
      Future.forEach(x, f:callable) -> each(f, x)
      Future.delayed(time, f:callable) -> call(f)
      Timer.periodic(time, f:callable), Stream.periodic(time, f:callable) -> null, calls f(unknown) many
      Timer(time, f:callable) -> call(f)
      Future(f:callable), Future.microtask(f:callable) -> call(f)
      unawaited(x) -> x
      List.of(x, ...), List.from(x, ...), Set.of(x), Set.from(x), Map.of(x), Map.from(x), List.unmodifiable(x) -> copy(x)
      List.generate(count, f:callable, ...) -> items(f, count)
      CombineLatestStream.combine2(a, b, f), ZipStream.zip2(a, b, f) -> unknown
      # Futures and streams: the closure gets what they bring
      snapshot.then(f:callable, ...), snapshot.map(f:callable), snapshot.asyncMap(f:callable) -> call(f, self)
      snapshot.asyncExpand(f:callable), snapshot.switchMap(f:callable), snapshot.flatMap(f:callable, ...) -> call(f, self)
      snapshot.expand(f:callable), snapshot.exhaustMap(f:callable), snapshot.concatMap(f:callable) -> call(f, self)
      snapshot.listen(f:callable, ...), snapshot.forEach(f:callable), snapshot.doOnData(f:callable) -> call(f, self)
      snapshot.where(f:callable) -> self
      snapshot.data, snapshot.requireData, snapshot.first, snapshot.last, snapshot.single, snapshot.value -> self
      snapshot.valueOrNull, snapshot.wait -> self
      documentSnapshot.then(f:callable, ...), documentSnapshot.map(f:callable), documentSnapshot.asyncMap(f:callable) -> call(f, self)
      documentSnapshot.asyncExpand(f:callable), documentSnapshot.switchMap(f:callable), documentSnapshot.flatMap(f:callable, ...) -> call(f, self)
      documentSnapshot.expand(f:callable), documentSnapshot.exhaustMap(f:callable), documentSnapshot.concatMap(f:callable) -> call(f, self)
      documentSnapshot.listen(f:callable, ...), documentSnapshot.forEach(f:callable), documentSnapshot.doOnData(f:callable) -> call(f, self)
      documents.then(f:callable, ...), list.then(f:callable, ...), record.then(f:callable, ...) -> call(f, self)
      documents.listen(f:callable, ...), list.listen(f:callable, ...) -> call(f, self)
      documents.asyncMap(f:callable), list.asyncMap(f:callable) -> call(f, self)
      documents.data, documents.requireData, documents.wait, list.data, list.requireData, list.wait -> self
      # Lists
      any.forEach(f:callable) -> each(f, self)
      any.forEachIndexed(f:callable) -> each(f, numbered(self))
      any.map(f:callable), any.expand(f:callable), any.asyncMap(f:callable) -> map(f, self)
      any.where(f:callable), any.removeWhere(f:callable), any.retainWhere(f:callable), any.takeWhile(f:callable) -> keep(f, self)
      any.skipWhile(f:callable), any.whereNot(f:callable) -> keep(f, self)
      any.firstWhere(f:callable, ...), any.lastWhere(f:callable, ...), any.singleWhere(f:callable, ...) -> element(keep(f, self))
      any.firstWhereOrNull(f:callable) -> element(keep(f, self))
      any.any(f:callable), any.every(f:callable), any.indexWhere(f:callable, ...) -> each(f, self)
      any.fold(start, f:callable) -> reduce(f, self, start)
      any.then(f:callable, ...) -> call(f, self)
      documents.first, documents.last, documents.single, documents.firstOrNull, documents.lastOrNull -> element(self)
      documents.singleOrNull -> element(self)
      documents.elementAt(place), documents.firstOrNull(), documents.lastOrNull() -> element(self)
      documents.reversed -> self
      list.first, list.single, list.firstOrNull -> first(self)
      list.last, list.lastOrNull -> element(self)
      list.reversed, list.nonNulls -> self
      list.length -> length(self)
      any.isEmpty -> isEmpty(self)
      any.isNotEmpty -> isFilled(self)
      list.contains(x), record.containsKey(x) -> contains(self, x)
      list.elementAt(place) -> element(self)
      list.add(x) -> null becomes append(self, x)
      list.addAll(x) -> null becomes concat(self, x)
      list.insert(place, x) -> null becomes append(self, x)
      list.followedBy(x) -> concat(self, x)
      any.toList(...), any.toSet(), any.cast(), any.skip(count), any.asStream() -> copy(self)
      any.take(count) -> atMost(self, count)
      any.asBroadcastStream(...), any.distinct(...), any.debounceTime(...), any.throttleTime(...) -> copy(self)
      any.handleError(...), any.catchError(...), any.whenComplete(...), any.timeout(...), any.onError(...) -> copy(self)
      any.onErrorReturn(...), any.shareReplay(...), any.share(), any.publishReplay(...), any.startWith(x) -> copy(self)
      any.shareValue(), any.unwrap(), any.whereNotNull(), any.toString() -> copy(self)
      any.sublist(start, end), any.getRange(start, end) -> between(self, start, end)
      any.sublist(start), list.skip(start) -> between(self, start)
      min(x...), math.min(x...) -> least(x)
      # Maps and texts
      record.entries -> pairs(self)
      record.keys -> keys(self)
      record.values -> values(self)
      record.addAll(other) -> null becomes merged(self, other)
      record.putIfAbsent(key, f) -> null becomes put(self, key, unknown)
      record.forEach(f:callable) -> eachEntry(f, self)
      list.key -> first(self)
      list.value -> second(self)
      text.trim(), text.toString() -> copy(self)

    """
}
