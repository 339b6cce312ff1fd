extension PythonModels {
  /// `firebase_admin.db`, and wrappers of the REST interface.
  static let realtime = """
    sdk realtime
      modules firebase_admin.db
      unbound db
      caller admin
      strong order_by_child limit_to_first
      type Reference, Query -> anyRealtime
      reference(path?, ...) -> realtimeReference(path)
      realtime.child(path) -> child(self, path)
      realtime.parent -> parent(self)
      realtime.key -> key(self)
      realtime.order_by_child(path) -> self + orderByChild(path)
      realtime.order_by_key() -> self + orderByKey
      realtime.order_by_value() -> self + orderByValue
      realtime.limit_to_first(limit) -> self + limitToFirst(limit)
      realtime.limit_to_last(limit) -> self + limitToLast(limit)
      realtime.start_at(start:operand) -> self + startAt(start)
      realtime.start_after(start:operand) -> self + startAfter(start)
      realtime.end_at(end:operand) -> self + endAt(end)
      realtime.end_before(end:operand) -> self + endBefore(end)
      realtime.equal_to(value:operand) -> self + equalTo(value)
      realtime.shallow() -> self
      realtime.get(...) => get self gives snapshot
      realtime.get_if_changed(...) => get self gives snapshot
      realtime.listen(callback:function) => listen self gives nothing, calls callback many
      realtime.stream(callback:function, ...) => listen self gives nothing, calls callback many
      realtime.set(value:data, ...) => set self with value
      realtime.set_if_unchanged(etag, value:data) => set self
      realtime.push(value:data?, ...) => create newChild(self) with value, gives document
      realtime.update(value:data, ...) => update self with value
      realtime.transaction(update:function) => update self
      realtime.delete(...) => delete self
      realtime.remove(...) => delete self

    sdk pyrebase
      modules pyrebase pyrebase4 firebase firebasedata firebase_rest_api
      caller unstated
      initialize_app(...) -> wrapper
      wrapper.database() -> realtimeRoot
      result.val() -> answer(self)
      result.each() -> documentsOf(self)

    """
}
