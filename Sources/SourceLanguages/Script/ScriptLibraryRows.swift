extension ScriptModels {
  /// What the language and its library do with lists, functions and texts.
  static let library = """
    library script
      local ./* ../* /* @/* ~/* ~~/* #* $* src/* app/* lib/* . ..
      Promise.all(x), Promise.allSettled(x), Promise.race(x), Promise.any(x) -> copy(x)
      Promise.resolve(x?) -> copy(x)
      Promise(f:callable) -> promised(f) runs call(f, unknown, unknown)
      Object.freeze(x), Object.seal(x), structuredClone(x) -> copy(x)
      Object.keys(x) -> keys(x)
      Object.values(x) -> values(x)
      Object.entries(x) -> pairs(x)
      Object.fromEntries(x) -> recordOf(x)
      Object.assign(x, more...) -> assigned(x, more) 
      Array.from(x, f:callable) -> map(f, x, unknown)
      Array.from(x, ...) -> copy(x)
      Array.of(x...) -> copy(x)
      Array.isArray(x) -> isList(x)
      String(x?), Number(x?), BigInt(x) -> copy(x)
      Set(x?) -> set(x)
      Map(x?) -> dictionary(recordOf(x))
      Date(...), Date.now() -> scalar
      setTimeout(f:callable, ...), setImmediate(f:callable, ...), queueMicrotask(f:callable), requestAnimationFrame(f:callable) -> scalar runs hand(f)
      setInterval(f:callable, ...) -> scalar runs again(f)
      console.log(...), console.error(...), console.warn(...), console.info(...), console.debug(...) -> null
      require(x:literal) -> module(x)
      import(x:literal) -> module(x)
      $derived(x) -> x
      $derived.by(f:callable) -> hand(f)
      $effect(f:callable), $effect.pre(f:callable) -> null runs hand(f)
      # Lists
      list.push(x...) -> scalar becomes concat(self, x)
      list.unshift(x...) -> scalar becomes concat(x, self)
      list.concat(x...) -> concat(self, flat(x))
      list.map(f:callable, ...) -> map(f, self, unknown)
      list.flatMap(f:callable, ...) -> flat(map(f, self, unknown))
      list.forEach(f:callable, ...) -> each(f, self, unknown)
      list.filter(f:callable, ...) -> keep(f, self, unknown)
      list.filter(f) -> present(self)
      list.find(f:callable, ...), list.findLast(f:callable, ...) -> first(keep(f, self, unknown))
      list.some(f:callable, ...), list.every(f:callable, ...), list.findIndex(f:callable, ...) -> unknown runs each(f, self, unknown)
      list.reduce(f:callable, start) -> reduce(f, self, start)
      list.sort(...), list.toSorted(...), list.reverse(), list.toReversed(), list.values() -> self
      list.entries() -> numbered(self)
      list.slice() -> self
      list.slice(from, to) -> between(self, from, to)
      list.slice(from) -> between(self, from)
      list.splice(from, n) -> atMost(self, n) becomes some(self)
      list.splice(...) -> some(self) becomes some(self)
      list.flat(...) -> flat(self)
      list.at(n) -> item(self, n)
      list.pop(), list.shift() -> item(self, unknown) becomes some(self)
      list.join(x?) -> join(x, self)
      list.includes(x) -> contains(self, x)
      list.has(x) -> contains(self, x)
      list.add(x) -> self becomes append(self, x)
      list.length, list.size -> length(self)
      list.then(f:callable, ...) -> hand(f, self)
      # Results are lists of documents as well
      result.map(f:callable, ...) -> map(f, self, unknown)
      result.flatMap(f:callable, ...) -> map(f, self, unknown)
      result.filter(f:callable, ...) -> keep(f, self, unknown)
      result.filter(f) -> self
      result.find(f:callable, ...), result.findLast(f:callable, ...) -> first(keep(f, self, unknown))
      result.some(f:callable, ...), result.every(f:callable, ...), result.findIndex(f:callable, ...) -> unknown runs each(f, self, unknown)
      result.reduce(f:callable, start) -> reduce(f, self, start)
      result.sort(...), result.toSorted(...), result.reverse(), result.toReversed(), result.slice(...) -> self
      result.values() -> self
      result.entries() -> numbered(self)
      result.at(...), result.pop(), result.shift() -> documentOf(self)
      result.concat(...), result.flat(...) -> self
      # What is not known may be a list
      unknown.slice(from, to) -> between(self, from, to)
      unknown.splice(from, n) -> atMost(self, n)
      Math.min(x...) -> least(x)
      _.take(x, n), _.takeRight(x, n), _.sampleSize(x, n) -> atMost(x, n)
      unknown.forEach(f:callable, ...) -> each(f, self, unknown)
      unknown.map(f:callable, ...) -> map(f, self, unknown)
      unknown.flatMap(f:callable, ...) -> flat(map(f, self, unknown))
      unknown.filter(f:callable, ...) -> keep(f, self, unknown)
      unknown.find(f:callable, ...) -> first(keep(f, self, unknown))
      unknown.some(f:callable, ...), unknown.every(f:callable, ...) -> unknown runs each(f, self, unknown)
      unknown.reduce(f:callable, start) -> reduce(f, self, start)
      # Promises and observables of whatever
      any.then(f:callable, g:callable) -> either(unknown, hand(f, self), hand(g, unknown))
      any.then(f:callable, g?) -> hand(f, self)
      any.catch(f:callable) -> either(unknown, self, hand(f, unknown))
      any.catch(f?) -> self runs hand(f, unknown)
      any.finally(f?) -> self runs hand(f)
      any.pipe(f...) -> piped(self, f)
      any.subscribe(f?, ...) -> unknown runs hand(either(option(f, "next"), f), self)
      any.toPromise(), any.asObservable() -> self
      # Functions
      function.call(this?, x...) -> run(self, x)
      function.apply(this?, x?) -> run(self, x)
      function.bind(this?, x...) -> partial(self, x)
      # Texts
      text.toString(), text.valueOf(), text.value -> self
      text.concat(x...) -> join("", concat(append(list(), self), x))
      text.toLowerCase() -> lowered(self)
      text.toUpperCase() -> raised(self)
      text.trim() -> self
      text.split(...) -> unknown
      text.length -> length(self)
      # Dictionaries
      dictionary.get(key) -> entry(content(self), key, null)
      dictionary.has(key) -> contains(content(self), key)
      dictionary.set(key, x) -> self becomes dictionary(put(content(self), key, x))
      dictionary.keys() -> keys(content(self))
      dictionary.values() -> values(content(self))
      dictionary.entries() -> pairs(content(self))
      dictionary.forEach(f:callable, ...) -> each(f, values(content(self)), unknown)
      dictionary.size -> unknown

    library lodash
      modules lodash lodash-es underscore
      whole default
      take(x, n), takeRight(x, n), sampleSize(x, n) -> atMost(x, n)

    other stores
      modules mongodb* mongoose* pocketbase* wx-server-sdk* @cloudbase/* appwrite* node-appwrite* knex* sequelize*
      modules typeorm* @supabase/* rxdb* arangojs* nedb* pouchdb* prisma* @prisma/* realm* lokijs*

    """
}
