extension DartModels {
  /// `firebase_database`.
  static let realtime = """
    sdk realtime
      modules package:firebase_database package:firebase_ui_database
      unbound FirebaseDatabase ServerValue
      caller client
      strong orderByChild limitToFirst onChildAdded onDisconnect FirebaseDatabase
      FirebaseDatabase.instance -> realtimeDatabase
      FirebaseDatabase.instanceFor(...), FirebaseDatabase(...) -> realtimeDatabase
      ServerValue.timestamp -> serverTimestamp
      ServerValue.increment(x) -> serverIncrement
      type FirebaseDatabase -> realtimeDatabase
      type DatabaseReference, Query -> anyRealtime
      realtimeDatabase.ref(path?), realtimeDatabase.reference(path?) -> realtimeReference(path)
      realtimeDatabase.refFromURL(url) -> addressPath(url)
      realtime.child(path) -> child(self, path)
      realtime.push() -> newChild(self)
      realtime.onDisconnect() -> self + disconnecting
      realtime.ref(), realtime.reference() -> unrefined(self)
      realtime.ref -> unrefined(self)
      realtime.parent -> parent(self)
      realtime.root -> realtimeRoot
      realtime.key -> key(self)
      realtime.orderByChild(path) -> self + orderByChild(path)
      realtime.orderByKey() -> self + orderByKey
      realtime.orderByValue() -> self + orderByValue
      realtime.orderByPriority() -> self + orderByPriority
      realtime.limitToFirst(limit) -> self + limitToFirst(limit)
      realtime.limitToLast(limit) -> self + limitToLast(limit)
      realtime.startAt(value:operand, =key?) -> self + startAt(value, key)
      realtime.startAfter(value:operand, =key?) -> self + startAfter(value, key)
      realtime.endAt(value:operand, =key?) -> self + endAt(value, key)
      realtime.endBefore(value:operand, =key?) -> self + endBefore(value, key)
      realtime.equalTo(value:operand, =key?) -> self + equalTo(value, key)
      realtime.get(...), realtime.once(...) => get self gives snapshot
      realtime.set(value:data), realtime.setWithPriority(value:data, priority) => set self with value
      realtime.update(value:data) => update self with value
      realtime.runTransaction(...) => update self
      realtime.remove() => delete self
      realtime.onValue => listen self + event("value") gives snapshot
      realtime.onChildAdded => listen self + event("childAdded") gives snapshot
      realtime.onChildChanged => listen self + event("childChanged") gives snapshot
      realtime.onChildRemoved => listen self + event("childRemoved") gives snapshot
      realtime.onChildMoved => listen self + event("childMoved") gives snapshot
      snapshot.snapshot -> self
      snapshot.children, snapshot.entries, snapshot.values, snapshot.keys -> documentsOf(self)
      snapshot.ref -> reference(self)
      documentSnapshot.ref -> reference(self)
      documentSnapshot.value, documentSnapshot.snapshot -> self
      documentSnapshot.children -> documentsOf(self)
      documentSnapshot.child(path), snapshot.child(path) -> documentOf(documentsOf(self))

    """
}
