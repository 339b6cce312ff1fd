extension JVMModels {
  /// What Kotlin's and Java's own libraries do with lists, maps, texts, functions and streams.
  static let library = """
    library jvm
      modules kotlin kotlinx java javax androidx io.reactivex com.google.common com.google.api.core com.google.android.gms.tasks
      getters
      # Values that stay what they are
      requireNotNull(x, ...), checkNotNull(x, ...), requireNonNull(x, ...), Objects.requireNonNull(x, ...) -> x
      Preconditions.checkNotNull(x, ...), String.valueOf(x), Long.valueOf(x), Integer.valueOf(x), lazyOf(x) -> x
      Tasks.await(x, ...), Tasks.forResult(x), ApiFutures.immediateFuture(x), CompletableFuture.completedFuture(x) -> x
      any.await(), any.toLong(), any.toInt(), any.longValue(), any.intValue(), any.orEmpty(), any.getOrThrow() -> self
      any.getOrNull(), any.toDouble(), any.toFloat(), any.join(), any.asDeferred(), any.getCompleted() -> self
      Tasks.whenAll(x...), Tasks.whenAllSuccess(x...), Tasks.whenAllComplete(x...) -> flat(x)
      ApiFutures.allAsList(x...), ApiFutures.successfulAsList(x...), CompletableFuture.allOf(x...) -> flat(x)
      awaitAll(x...) -> flat(x)
      # Lists, pairs and maps
      listOf(x...), mutableListOf(x...), arrayListOf(x...), arrayOf(x...), setOf(x...), mutableSetOf(x...) -> x
      hashSetOf(x...), linkedSetOf(x...), listOfNotNull(x...), setOfNotNull(x...), sequenceOf(x...) -> x
      Arrays.asList(x...), List.of(x...), Set.of(x...), Stream.of(x...), ImmutableList.of(x...) -> flat(x)
      Collections.singletonList(x...), ImmutableSet.of(x...), Collections.singleton(x...) -> flat(x)
      emptyList(x...), emptySet(x...), emptySequence(x...), Collections.emptyList(x...), Collections.emptySet(x...) -> x
      ArrayList(x...), LinkedList(x...), HashSet(x...), LinkedHashSet(x...), TreeSet(x...), ArrayDeque(x...) -> listed(x)
      arrayOfNulls(size, x...) -> x
      Pair(x...), Triple(x...), Pair.of(x...), Pair.create(x...), Map.entry(x...), AbstractMap.SimpleEntry(x...) -> x
      any.to(x) -> pair(self, x)
      mapOf(x...), mutableMapOf(x...), hashMapOf(x...), linkedMapOf(x...), sortedMapOf(x...), emptyMap(x...) -> recordOf(x)
      HashMap(x...), LinkedHashMap(x...), TreeMap(x...), ConcurrentHashMap(x...), Collections.emptyMap(x...) -> recordOf(x)
      Map.of(x...), ImmutableMap.of(x...), Collections.singletonMap(x...) -> alternating(x)
      list.first, list.key, list.left -> first(self)
      list.component1() -> first(self)
      list.second, list.value, list.right -> second(self)
      list.component2() -> second(self)
      list.third -> third(self)
      list.component3() -> third(self)
      list.add(x), list.addLast(x), list.offer(x), list.push(x), list.plusAssign(x) -> null becomes append(self, x)
      list.add(place, x) -> null becomes append(self, x)
      list.addAll(x) -> null becomes concat(self, x)
      list.set(place, x) -> null becomes put(self, place, x)
      list.get(place) -> entry(self, place, absent)
      list.plus(x) -> append(self, x)
      record.put(key, x), record.set(key, x), record.putIfAbsent(key, x) -> null becomes put(self, key, x)
      record.putAll(x) -> null becomes merged(self, x)
      record.plus(x) -> merged(self, recordOf(x))
      record.remove(...), record.clear() -> null becomes put(self, unknown, unknown)
      record.get(key), record.getValue(key) -> entry(self, key, absent)
      record.getOrDefault(key, default) -> entry(self, key, default)
      record.entries, record.entrySet -> pairs(self)
      record.entrySet(), record.toList(), record.asSequence() -> pairs(self)
      record.keys -> keys(self)
      record.keySet() -> keys(self)
      record.values -> values(self)
      record.values() -> values(self)
      record.toMap(), record.toMutableMap() -> self
      record.map(f:callable), record.mapNotNull(f:callable), record.flatMap(f:callable) -> map(f, pairs(self))
      record.forEach(f:callable) -> each(f, pairs(self))
      # Sequences, of documents too
      any.forEach(f:callable), any.forEachOrdered(f:callable) -> each(f, self)
      any.forEachIndexed(f:callable) -> each(f, numbered(self))
      any.map(f:callable), any.mapNotNull(f:callable), any.flatMap(f:callable), any.associate(f:callable) -> map(f, self)
      any.associateBy(f:callable), any.associateWith(f:callable), any.groupBy(f:callable), any.sumOf(f:callable) -> map(f, self)
      any.mapTo(x, f:callable), any.mapNotNullTo(x, f:callable), any.flatMapTo(x, f:callable) -> map(f, self)
      any.filter(f:callable), any.filterNot(f:callable), any.removeIf(f:callable), any.removeAll(f:callable) -> keep(f, self)
      any.retainAll(f:callable), any.takeWhile(f:callable), any.dropWhile(f:callable), any.filterTo(x, f:callable) -> keep(f, self)
      any.any(f:callable), any.all(f:callable), any.none(f:callable), any.count(f:callable) -> keep(f, self)
      any.anyMatch(f:callable), any.allMatch(f:callable), any.noneMatch(f:callable) -> keep(f, self)
      any.find(f:callable), any.findLast(f:callable), any.first(f:callable), any.firstOrNull(f:callable) -> first(keep(f, self))
      any.last(f:callable), any.lastOrNull(f:callable), any.single(f:callable), any.singleOrNull(f:callable) -> first(keep(f, self))
      any.partition(f:callable), any.onEach(f:callable), any.sortedBy(f:callable), any.sortedByDescending(f:callable) -> self
      any.sortedWith(f), any.sorted(...), any.distinctBy(f:callable), any.maxByOrNull(f:callable), any.minByOrNull(f:callable) -> self
      any.fold(start, f:callable) -> reduce(f, self, start)
      any.reduce(start, f:callable) -> reduce(f, self, start)
      any.first(), any.firstOrNull(), any.single(), any.singleOrNull(), any.getFirst(), any.findFirst(), any.findAny() -> first(self)
      any.last(), any.lastOrNull(), any.getLast(), any.random(), any.next() -> last(self)
      any.elementAt(...), any.getOrNull(x), any.elementAtOrNull(...) -> first(some(self))
      any.toList(), any.toMutableList(), any.toSet(), any.toMutableSet(), any.toTypedArray(), any.stream() -> self
      any.parallelStream(), any.asSequence(), any.asIterable(), any.iterator(), any.iterateAll(), any.asFlow() -> self
      any.sortedDescending(), any.reversed(), any.asReversed(), any.shuffled(), any.distinct(), any.filterNotNull() -> self
      any.take(n), any.takeLast(n) -> atMost(self, n)
      any.subList(from, to) -> between(self, from, to)
      Math.min(x...), minOf(x...) -> least(x)
      any.drop(n), any.skip(n) -> between(self, n)
      any.drop(...), any.dropLast(...), any.skip(...) -> some(self)
      any.collect(x) -> self
      any.withIndex() -> numbered(self)
      any.zip(other) -> repeated(pair(element(self), element(other)), self)
      any.chunked(n, ...), any.windowed(n, ...) -> repeated(atMost(self, n), self)
      # Functions
      lazy(f:callable), lazy(x, f:callable), remember(f:callable), runCatching(f:callable), async(f:callable) -> hand(f)
      any.let(f:callable), any.hand(f:callable) -> hand(f, self)
      any.also(f:callable), any.apply(f:callable) -> self runs hand(f, self)
      any.takeIf(f:callable) -> chosen(hand(f, self), self, null)
      any.takeUnless(f:callable) -> chosen(hand(f, self), null, self)
      function.value -> call(self)
      # What holds nothing at first is filled later
      mutableStateOf(x, ...), MutableStateFlow(x), MutableLiveData(x) -> chosen(isThere(x), x, exposed(x))
      Delegates.observable(x, f:callable) -> chosen(isThere(x), x, exposed(x))
      produceState(...) -> unknown
      CompletableFuture.supplyAsync(f:callable, ...), Single.fromCallable(f:callable), Single.create(f:callable) -> hand(f, unknown)
      # What tells values apart
      any.equals(x) -> equals(self, x)
      any.equals(x, ignoreCase) -> equalsIgnoringCase(self, x)
      any.equalsIgnoreCase(x), any.contentEquals(x) -> equalsIgnoringCase(self, x)
      Objects.equals(x, y), TextUtils.equals(x, y) -> equals(x, y)
      Objects.nonNull(x) -> isThere(x)
      Objects.isNull(x) -> not(isThere(x))
      TextUtils.isEmpty(x), Strings.isNullOrEmpty(x), StringUtils.isEmpty(x) -> isEmpty(x)
      StringUtils.isBlank(x) -> isBlank(x)
      any.isEmpty(), any.isNullOrEmpty() -> isEmpty(self)
      any.isNotEmpty(), any.any() -> not(isEmpty(self))
      any.isBlank(), any.isNullOrBlank() -> isBlank(self)
      any.isNotBlank() -> not(isBlank(self))
      any.contains(x) -> isIn(x, self)
      # Optionals
      Optional.of(x), Optional.ofNullable(x) -> optional(x)
      Optional.empty() -> optional(null)
      optional.get(), optional.orElseThrow(...) -> content(self)
      optional.orElse(x) -> chosen(isThere(content(self)), content(self), x)
      optional.isPresent() -> isThere(content(self))
      optional.isEmpty() -> not(isThere(content(self)))
      optional.map(f:callable), optional.flatMap(f:callable) -> optional(hand(f, content(self)))
      optional.ifPresent(f:callable) -> null runs hand(f, content(self))
      # Texts
      text.toString(), text.trim(), text.trimIndent(), text.intern(), text.toUri() -> self
      text.plus(x), text.concat(x) -> join("", pair(self, x))
      text.format(x...), text.formatted(x...) -> format(self, x)
      String.format(p, x...) -> format(p, x)
      # Tasks and answers
      result.addOnSuccessListener(f:callable), result.addOnCompleteListener(f:callable) -> self runs hand(f, self)
      result.addOnSuccessListener(x, f:callable), result.addOnCompleteListener(x, f:callable) -> self runs hand(f, self)
      result.addOnFailureListener(f:callable), result.addOnCanceledListener(f:callable) -> self runs hand(f, unknown)
      result.addOnFailureListener(x, f:callable) -> self runs hand(f, unknown)
      result.addListener(f:callable, ...), result.whenComplete(f:callable) -> self runs hand(f, self)
      result.continueWith(f:callable), result.continueWithTask(f:callable), result.onSuccessTask(f:callable) -> hand(f, self)
      result.continueWith(x, f:callable), result.continueWithTask(x, f:callable), result.onSuccessTask(x, f:callable) -> hand(f, self)
      result.thenApply(f:callable), result.thenCompose(f:callable), result.thenAccept(f:callable) -> hand(f, self)
      result.result, result.data, result.snapshot, result.value -> self
      result.getResult(...), result.getValue(...), result.toList() -> self
      result.documents, result.documentChanges, result.children -> documentsOf(self)
      list.documents, list.documentChanges -> self
      list.getDocumentChanges(...) -> self
      result.getDocumentChanges(...), result.toObjects(...) -> documentsOf(self)
      result.map(f:callable), result.mapNotNull(f:callable), result.flatMap(f:callable) -> map(f, documentsOf(self))
      result.associate(f:callable), result.associateBy(f:callable), result.groupBy(f:callable) -> map(f, documentsOf(self))
      result.document -> documentOf(self)
      result.toObject(...) -> documentOf(self)
      result.child(...) -> documentOf(documentsOf(self))
      result.reference, result.ref -> reference(self)
      result.query -> target(self)
      result.get() -> self
      result.get(time, unit) -> self
      result.get(place) -> first(some(self))
      result.build(), result.setLifecycleOwner(...) -> self
      result.collection(p:segments) -> collection(reference(self), p)
      # Streams of answers
      stream.map(f:callable), stream.mapNotNull(f:callable), stream.mapLatest(f:callable) -> stream(hand(f, content(self)))
      stream.transform(f:callable), stream.transformLatest(f:callable) -> stream(hand(f, content(self)))
      stream.flatMapLatest(f:callable), stream.flatMapConcat(f:callable), stream.flatMapMerge(f:callable) -> hand(f, content(self))
      stream.switchMap(f:callable), stream.flatMap(f:callable), stream.fold(x, f:callable) -> hand(f, content(self))
      stream.collect(f:callable), stream.collectLatest(f:callable), stream.onEach(f:callable) -> self runs hand(f, content(self))
      stream.observe(x, f:callable), stream.observeForever(f:callable) -> self runs hand(f, content(self))
      stream.filter(f:callable), stream.filterNot(f:callable) -> self runs hand(f, content(self))
      stream.catch(f:callable), stream.onCompletion(f:callable), stream.onStart(f:callable) -> self runs hand(f, unknown)
      stream.first(), stream.firstOrNull(), stream.single() -> content(self)
      stream.flowOn(...), stream.buffer(...), stream.conflate(), stream.distinctUntilChanged(...), stream.retry(...) -> self
      stream.stateIn(...), stream.shareIn(...), stream.asLiveData(...), stream.cachedIn(...), stream.launchIn(...) -> self
      # Lambdas that make objects of interfaces
      EventListener(f:callable), OnSuccessListener(f:callable), OnCompleteListener(f:callable) -> f
      OnFailureListener(f:callable), Runnable(f:callable), Callable(f:callable), Observer(f:callable), Consumer(f:callable) -> f

    """
}
