extension PythonModels {
  /// What the language and its library do with lists, functions and texts.
  static let library = """
    library python
      modules builtins functools itertools asyncio concurrent.futures typing tqdm tqdm.auto
      len(x) -> length(x)
      copy.copy(x), copy.deepcopy(x) -> copy(x)
      list(x?), tuple(x?), set(x?), frozenset(x?) -> copy(x)
      sorted(x, ...), reversed(x), iter(x), aiter(x), tqdm(x, ...), cast(type, x) -> copy(x)
      range(n) -> atMost(unknown, n)
      range(start, end) -> between(unknown, start, end)
      islice(x, n), itertools.islice(x, n) -> atMost(x, n)
      min(x, y) -> least(list(x, y))
      enumerate(x, ...) -> numbered(x)
      zip(a, b, ...) -> repeated(list(element(a), element(b)), a)
      chain(x, ...), itertools.chain(x, ...) -> copy(x)
      asyncio.gather(tasks..., =return_exceptions?), gather(tasks..., =return_exceptions?) -> together(tasks)
      asyncio.run(x, ...), asyncio.create_task(x, ...), asyncio.wait_for(x, ...), asyncio.shield(x) -> copy(x)
      next(x, default?), anext(x, default?) -> first(x)
      map(f:callable, x) -> map(f, x)
      filter(f:callable, x) -> keep(f, x)
      reduce(f:callable, x, start), functools.reduce(f:callable, x, start) -> reduce(f, x, start)
      partial(f:callable, given...), functools.partial(f:callable, given...) -> partial(f, given)
      to_thread(f:callable, given...), asyncio.to_thread(f:callable, given...) -> run(f, given)
      any.run_in_executor(executor, f:callable, given...) -> run(f, given)
      any.submit(f:callable, given...) -> run(f, given)
      any.run_sync(f:callable, given...) -> run(f, given)
      any.map(f:callable, x, ...) -> map(f, x)
      any.imap(f:callable, x, ...) -> map(f, x)
      any.imap_unordered(f:callable, x, ...) -> map(f, x)
      any.starmap(f:callable, x, ...) -> map(f, x)
      any.result(...) -> answer(self)
      text.format(values...) -> format(self, values)
      text.join(x) -> join(self, x)
      text.value -> self
      list.append(x) -> null becomes append(self, x)
      list.insert(place, x) -> null becomes append(self, x)
      list.add(x) -> null becomes append(self, x)
      list.extend(x) -> null becomes concat(self, x)
      list.copy() -> self
      record.items() -> pairs(self)
      record.keys() -> keys(self)
      record.values() -> values(self)
      record.copy() -> self
      record.get(key, default?) -> entry(self, key, default)
      record.update(...) -> null becomes put(self, unknown, unknown)
      record.setdefault(key, default?) -> entry(self, key, default)
      result.items() -> self
      result.values() -> self
      result.copy() -> self

    """
}
