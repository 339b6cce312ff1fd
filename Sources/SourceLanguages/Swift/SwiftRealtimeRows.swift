extension SwiftModels {
  /// FirebaseDatabase. References of Cloud Storage have the same words: they are nothing of these rows.
  static let realtime = """
    sdk realtime
      modules FirebaseDatabase FirebaseDatabaseSwift FirebaseDatabaseInternal Firebase
      caller client
      strong queryOrdered queryOrderedByKey queryOrderedByValue queryLimited observeSingleEvent childByAutoId
      strong queryStarting queryEnding queryEqual updateChildValues
      Database.database(...) -> wrapper
      type Database -> wrapper
      type DatabaseReference, DatabaseQuery -> anyRealtime
      wrapper.reference() -> realtimeRoot
      wrapper.reference(=withPath) -> realtimeReference(withPath)
      wrapper.reference(=fromURL) -> realtimeReference(addressPath(fromURL))
      ServerValue.timestamp() -> serverTimestamp
      ServerValue.increment(by) -> serverIncrement
      DataEventType.value -> "value"
      DataEventType.childAdded -> "child_added"
      DataEventType.childChanged -> "child_changed"
      DataEventType.childRemoved -> "child_removed"
      DataEventType.childMoved -> "child_moved"
      # Places
      realtime.child(path) -> child(self, path)
      realtime.childByAutoId() -> newChild(self)
      realtime.parent -> parent(self)
      realtime.root -> realtimeRoot
      realtime.ref -> unrefined(self)
      realtime.key -> key(self)
      realtime.database -> wrapper
      # Steps
      realtime.queryOrdered(=byChild) -> self + orderByChild(byChild)
      realtime.queryOrderedByKey() -> self + orderByKey
      realtime.queryOrderedByValue() -> self + orderByValue
      realtime.queryOrderedByPriority() -> self + orderByPriority
      realtime.queryLimited(=toFirst) -> self + limitToFirst(toFirst)
      realtime.queryLimited(=toLast) -> self + limitToLast(toLast)
      realtime.queryStarting(=atValue:operand, =childKey) -> self + startAt(atValue, childKey)
      realtime.queryStarting(=atValue:operand) -> self + startAt(atValue)
      realtime.queryStarting(=afterValue:operand, =childKey) -> self + startAfter(afterValue, childKey)
      realtime.queryStarting(=afterValue:operand) -> self + startAfter(afterValue)
      realtime.queryEnding(=atValue:operand, =childKey) -> self + endAt(atValue, childKey)
      realtime.queryEnding(=atValue:operand) -> self + endAt(atValue)
      realtime.queryEnding(=beforeValue:operand, =childKey) -> self + endBefore(beforeValue, childKey)
      realtime.queryEnding(=beforeValue:operand) -> self + endBefore(beforeValue)
      realtime.queryEqual(=toValue:operand, =childKey) -> self + equalTo(toValue, childKey)
      realtime.queryEqual(=toValue:operand) -> self + equalTo(toValue)
      # Reads
      realtime.observe(block:function?, =eventType, =with?, ...) => listen self, event eventType, calls block(snapshot, unknown) many, calls with(snapshot, unknown) many
      realtime.observe(event, block:function?, =with?, ...) => listen self, event event, calls block(snapshot, unknown) many, calls with(snapshot, unknown) many
      realtime.observeSingleEvent(block:function?, =of, =with?, ...) => get self gives snapshot, event of, calls block(snapshot, unknown), calls with(snapshot, unknown)
      realtime.observeSingleEvent(block:function?, =eventType, =with?, ...) => get self gives snapshot, event eventType, calls block(snapshot, unknown), calls with(snapshot, unknown)
      realtime.observeSingleEvent(event, block:function?, =with?, ...) => get self gives snapshot, event event, calls block(snapshot, unknown), calls with(snapshot, unknown)
      realtime.observeSingleEventAndPreviousSiblingKey(block:function?, =of, ...) => get self gives snapshot, event of, calls block(snapshot, unknown)
      realtime.getData(completion:function?, ...) => get self gives snapshot, calls completion(unknown, snapshot)
      realtime.snapshots => listen self gives snapshots
      # Four listeners in one; that for added children brings the data
      realtime.childEvents => listen self gives snapshots
      # Keeps a listener for the place, which downloads all of it
      realtime.keepSynced(on) => listen self, if on
      # Writes
      realtime.setValue(value:data, completion:function?, ...) => set self with value, calls completion(unknown, unknown)
      realtime.updateChildValues(values:data, completion:function?, ...) => update self with values, calls completion(unknown, unknown)
      realtime.removeValue(completion:function?, ...) => delete self, calls completion(unknown, unknown)
      realtime.setPriority(priority, completion:function?, ...) => update self, calls completion(unknown, unknown)
      realtime.runTransactionBlock(block:function, ...) => update self, transacted, calls block(unknown)
      realtime.onDisconnectSetValue(value:data, ...) => set disconnecting(self) with value
      realtime.onDisconnectUpdateChildValues(values:data, ...) => update disconnecting(self) with values
      realtime.onDisconnectRemoveValue(...) => delete disconnecting(self)
      # Answers
      snapshot.children, snapshot.allObjects, snapshot.value -> documentsOf(self)
      snapshot.childSnapshot(...), documentSnapshot.childSnapshot(...) -> documentOf(documentsOf(self))
      snapshot.ref -> reference(self)
      documentSnapshot.children, documentSnapshot.allObjects -> documentsOf(self)
      documentSnapshot.value -> self
      documents.allObjects, documents.value -> self
      documentSnapshot.ref -> reference(self)
      # References that are declared outside of what is read
      unknown.child(path) -> child(assumedReference(self), path)
      unknown.queryOrdered(=byChild) -> assumedReference(self) + orderByChild(byChild)
      unknown.queryOrderedByKey() -> assumedReference(self) + orderByKey
      unknown.queryLimited(=toFirst) -> assumedReference(self) + limitToFirst(toFirst)
      unknown.queryLimited(=toLast) -> assumedReference(self) + limitToLast(toLast)
      unknown.observeSingleEvent(block:function?, =of, =with?, ...) => get assumedReference(self) gives snapshot, event of, calls block(snapshot, unknown), calls with(snapshot, unknown)
      unknown.observe(event:literal, block:function?, =with?, ...) => listen assumedReference(self), event event, calls block(snapshot, unknown) many, calls with(snapshot, unknown) many

    """
}
