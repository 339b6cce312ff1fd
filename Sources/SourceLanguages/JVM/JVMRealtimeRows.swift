extension JVMModels {
  static let realtime = """
    sdk realtime
      modules com.google.firebase.database
      getters
      strong addValueEventListener addListenerForSingleValueEvent addChildEventListener orderByChild
      FirebaseDatabase.getInstance(...) -> realtimeRoot
      type FirebaseDatabase -> realtimeRoot
      type DatabaseReference, Query -> anyRealtime
      type DataSnapshot -> anySnapshot
      ServerValue.TIMESTAMP -> serverTimestamp
      ServerValue.increment(...) -> serverIncrement
      realtime.reference -> self
      realtime.getReference(p), realtime.reference(p) -> realtimeReference(p)
      realtime.getReferenceFromUrl(p) -> anyRealtime
      realtime.child(p) -> child(self, p)
      realtime.push() -> newChild(self)
      realtime.onDisconnect() -> disconnecting(self)
      realtime.parent -> parent(self)
      realtime.root, realtime.database -> realtimeRoot
      realtime.ref -> self
      realtime.key -> key(self)
      realtime.orderByChild(p) -> self + orderByChild(p)
      realtime.orderByKey() -> self + orderByKey
      realtime.orderByValue() -> self + orderByValue
      realtime.orderByPriority() -> self + orderByPriority
      realtime.limitToFirst(n) -> self + limitToFirst(n)
      realtime.limitToLast(n) -> self + limitToLast(n)
      realtime.startAt(v, key?) -> self + startAt(v, key)
      realtime.startAfter(v, key?) -> self + startAfter(v, key)
      realtime.endAt(v, key?) -> self + endAt(v, key)
      realtime.endBefore(v, key?) -> self + endBefore(v, key)
      realtime.equalTo(v, key?) -> self + equalTo(v, key)
      realtime.get() => get self gives snapshot
      realtime.addListenerForSingleValueEvent(f:callable) => get self gives nothing, calls f(snapshot, absent)
      realtime.addListenerForSingleValueEvent(...) => get self gives nothing
      realtime.addValueEventListener(f:callable) => listen self gives nothing, calls f(snapshot, absent) many
      realtime.addValueEventListener(...) => listen self gives nothing
      realtime.addChildEventListener(f:callable) => listen self gives nothing, event "child_added", calls f(snapshot, absent) many
      realtime.addChildEventListener(...) => listen self gives nothing, event "child_added"
      realtime.keepSynced(on) => listen self gives nothing
      realtime.values(...) => listen self gives stream
      realtime.snapshots => listen self gives stream
      realtime.childEvents => listen self gives stream, event "child_added"
      realtime.setValue(v, ...), realtime.setValueAsync(v, ...) => set self with v
      realtime.updateChildren(v, ...), realtime.updateChildrenAsync(v, ...) => update self with v
      realtime.setPriority(...) => update self
      realtime.removeValue(...), realtime.removeValueAsync(...) => delete self
      realtime.runTransaction(f:callable, ...) => set self, transacted, calls f(snapshot, absent)
      realtime.runTransaction(...) => set self, transacted

    """
}
