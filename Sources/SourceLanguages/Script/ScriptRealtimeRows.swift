extension ScriptModels {
  /// The Realtime Database: modular, namespaced and the server's.
  static let realtime = """
    sdk realtime
      modules firebase/database firebase/compat/database @firebase/database @angular/fire/database rxfire/database
      modules @react-native-firebase/database https://*firebase-database* npm:firebase/database npm:firebase@*/database
      whole default
      bare
      caller unstated
      strong orderByChild limitToFirst equalTo onValue onChildAdded
      default(...), getDatabase(...), getDatabaseWithUrl(...), initializeDatabase(...) -> realtimeRoot
      ref(r:realtime!) -> r
      ref(db?, path?) -> realtimeReference(path, db)
      refFromURL(db, url) -> anyRealtime
      child(r:realtime, path) -> child(r, path)
      query(r, c...) -> refined(r, c)
      orderByChild(path) -> placed(orderByChild(path))
      orderByKey() -> placed(orderByKey)
      orderByValue() -> placed(orderByValue)
      orderByPriority() -> placed(orderByPriority)
      limitToFirst(n) -> placed(limitToFirst(n))
      limitToLast(n) -> placed(limitToLast(n))
      startAt(v, key?) -> placed(startAt(v, key))
      startAfter(v, key?) -> placed(startAfter(v, key))
      endAt(v, key?) -> placed(endAt(v, key))
      endBefore(v, key?) -> placed(endBefore(v, key))
      equalTo(v, key?) -> placed(equalTo(v, key))
      get(r:realtime) => get r gives snapshot
      onValue(r:realtime, next?, ...) => listen r gives nothing, calls next(snapshot, unknown) many, event "value"
      onChildAdded(r:realtime, next?, ...) => listen r gives nothing, calls next(snapshot, unknown) many, event "child_added"
      onChildChanged(r:realtime, next?, ...) => listen r gives nothing, calls next(snapshot, unknown) many, event "child_changed"
      onChildRemoved(r:realtime, next?, ...) => listen r gives nothing, calls next(snapshot, unknown) many, event "child_removed"
      onChildMoved(r:realtime, next?, ...) => listen r gives nothing, calls next(snapshot, unknown) many, event "child_moved"
      listVal(r:realtime, ...), objectVal(r:realtime, ...), object(r:realtime, ...), list(r:realtime, ...), stateChanges(r:realtime, ...) => listen r gives documents, event "value"
      push(r:realtime) -> newChild(r)
      push(r:realtime, data) => create newChild(r) with data, gives document
      set(r:realtime, data?) => set r with data
      setWithPriority(r:realtime, data?, priority?) => set r with data
      setPriority(r:realtime, priority) => set r
      update(r:realtime, data?) => update r with data
      runTransaction(r:realtime, f?, ...) => update r
      remove(r:realtime) => delete r
      onDisconnect(r:realtime) -> disconnecting(r)
      serverTimestamp() -> serverTimestamp
      increment(...) -> serverIncrement
      ServerValue.TIMESTAMP -> serverTimestamp
      ServerValue.increment(...) -> serverIncrement
      off(...), goOffline(...), goOnline(...), connectDatabaseEmulator(...), enableLogging(...) -> null
      type Database, AngularFireDatabase -> realtimeRoot
      type DatabaseReference, AngularFireList, AngularFireObject -> anyRealtime

    sdk realtimeAdmin
      modules firebase-admin/database npm:firebase-admin/database npm:firebase-admin@*/database
      whole default
      caller admin
      default(...), getDatabase(...), getDatabaseWithUrl(...) -> realtimeRoot("admin")
      ServerValue.TIMESTAMP -> serverTimestamp
      ServerValue.increment(...) -> serverIncrement
      type Database -> realtimeRoot
      type DatabaseReference, Reference -> anyRealtime

    sdk realtimeMethods
      caller unstated
      unknown.ref() -> assumedRealtime(self)
      unknown.ref(path) -> child(assumedRealtime(self), path)
      realtime.ref(path?) -> child(self, path)
      realtime.refFromURL(url) -> anyRealtime
      realtime.list(r:realtime!, ...) -> r
      realtime.list(path, refine:callable) -> hand(refine, realtimeReference(path))
      realtime.list(path, ...) -> realtimeReference(path)
      realtime.object(r:realtime!) -> r
      realtime.object(path) -> realtimeReference(path)
      realtime.child(path) -> child(self, path)
      realtime.parent -> parent(self)
      realtime.root -> realtimeRoot
      realtime.ref, realtime.query -> self
      realtime.key -> key(self)
      realtime.orderByChild(path) -> self + orderByChild(path)
      realtime.orderByKey() -> self + orderByKey
      realtime.orderByValue() -> self + orderByValue
      realtime.orderByPriority() -> self + orderByPriority
      realtime.limitToFirst(n) -> self + limitToFirst(n)
      realtime.limitToLast(n) -> self + limitToLast(n)
      realtime.startAt(v?, key?) -> self + startAt(v, key)
      realtime.startAfter(v?, key?) -> self + startAfter(v, key)
      realtime.endAt(v?, key?) -> self + endAt(v, key)
      realtime.endBefore(v?, key?) -> self + endBefore(v, key)
      realtime.equalTo(v, key?) -> self + equalTo(v, key)
      realtime.on(event?, next?, ...) => listen self gives nothing, calls next(snapshot, unknown) many, event event
      realtime.once(event?, next?, ...) => get self gives snapshot, calls next(snapshot, unknown), event event
      realtime.get(...) => get self gives snapshot
      realtime.valueChanges(...), realtime.snapshotChanges(...), realtime.stateChanges(...), realtime.auditTrail(...) => listen self gives documents, event "value"
      # Lists and objects of AngularFire 2 to 4 listen by themselves
      realtime.subscribe(next?, ...) => listen self gives documents, calls next many, event "value"
      realtime.push() -> newChild(self)
      realtime.push(data, ...) => create newChild(self) with data, gives document
      # The lists of AngularFire take the child first
      realtime.set(data, done:callable) => set self with data
      realtime.set(key:text, data) => set child(self, key) with data
      realtime.set(data?, ...) => set self with data
      realtime.setWithPriority(data?, ...) => set self with data
      realtime.setPriority(...) => set self
      realtime.update(key:text, data) => update child(self, key) with data
      realtime.update(data?, ...) => update self with data
      realtime.transaction(f?, ...) => update self
      realtime.remove(key:text) => delete child(self, key)
      realtime.remove(...) => delete self
      realtime.onDisconnect() -> disconnecting(self)
      realtime.off(...), realtime.goOffline(), realtime.goOnline(), realtime.useEmulator(...) -> null

    """
}
