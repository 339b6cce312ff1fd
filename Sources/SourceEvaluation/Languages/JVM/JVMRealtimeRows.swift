extension JVMModels {
  static let realtime = """
    sdk realtime
      modules com.google.firebase.database
      getters
      strong addValueEventListener addListenerForSingleValueEvent addChildEventListener orderByChild
      FirebaseDatabase.getInstance(...) -> realtimeRoot
      type FirebaseDatabase -> realtimeRoot
      type DatabaseReference, Query -> anyRealtime
      type DataSnapshot -> scalar
      ServerValue.TIMESTAMP -> transform
      ServerValue.increment(...) -> transform
      realtime.reference -> self
      realtime.getReference(p), realtime.reference(p) -> realtimeReference(p)
      realtime.getReferenceFromUrl(p) -> realtimeReference(p)
      realtime.child(p) -> child(self, p)
      realtime.push() -> newChild(self)
      realtime.onDisconnect() -> self 
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
      realtime.startAt(v, key?) -> self + startAt(v)
      realtime.startAfter(v, key?) -> self + startAfter(v)
      realtime.endAt(v, key?) -> self + endAt(v)
      realtime.endBefore(v, key?) -> self + endBefore(v)
      realtime.equalTo(v, key?) -> self + equalTo(v)
      realtime.get() => get self gives document
      realtime.addListenerForSingleValueEvent(f:callable) => get self gives nothing, calls f
      realtime.addListenerForSingleValueEvent(...) => get self gives nothing
      realtime.addValueEventListener(f:callable) => listen self gives nothing, calls f many
      realtime.addValueEventListener(...) => listen self gives nothing
      realtime.addChildEventListener(f:callable) => listen self gives nothing, calls f many
      realtime.addChildEventListener(...) => listen self gives nothing
      realtime.keepSynced(on) => listen self gives nothing
      realtime.values(...) => listen self gives documents
      realtime.snapshots => listen self gives documents
      realtime.childEvents => listen self gives documents
      realtime.setValue(v, ...), realtime.setValueAsync(v, ...) => set self with v
      realtime.updateChildren(v, ...), realtime.updateChildrenAsync(v, ...) => update self with v
      realtime.setPriority(...) => update self
      realtime.removeValue(...), realtime.removeValueAsync(...) => delete self
      realtime.runTransaction(f:callable, ...) => set self, transacted, calls f
      realtime.runTransaction(...) => set self, transacted

    """
}
