/// What lies between two versions of a text: what is the same before and behind it, and what is not.
struct TextChange {
  private let start: Int
  private let oldEnd: Int
  private let newEnd: Int

  init(from old: [UInt8], to new: [UInt8]) {
    let shorter = min(old.count, new.count)
    var start = 0
    while start < shorter, old[start] == new[start] { start += 1 }
    var same = 0
    while same < shorter - start, old[old.count - 1 - same] == new[new.count - 1 - same] { same += 1 }
    self.start = start
    oldEnd = old.count - same
    newEnd = new.count - same
  }

  /// Where a place of the old text is in the new one. What was changed is where the change is.
  func new(_ offset: Int) -> Int {
    if offset <= start { return offset }
    return offset >= oldEnd ? offset - oldEnd + newEnd : min(offset, newEnd)
  }

  /// Where a place of the new text was in the old one.
  func old(_ offset: Int) -> Int {
    if offset <= start { return offset }
    return offset >= newEnd ? offset - newEnd + oldEnd : min(offset, oldEnd)
  }
}
