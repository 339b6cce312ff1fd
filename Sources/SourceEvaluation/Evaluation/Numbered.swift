/// Things of one kind, each content once, by the number in the order in which they were met.
struct Numbered<Content: Hashable & Sendable>: Sendable {
  private var all: [Content] = []
  private var numbers: [Content: UInt32] = [:]

  init(_ first: [Content] = []) {
    for content in first { _ = number(of: content) }
  }

  var count: Int { all.count }
  subscript(number: Int) -> Content { all[number] }
  func known(_ content: Content) -> UInt32? { numbers[content] }

  mutating func number(of content: Content) -> UInt32 {
    let next = UInt32(all.count)
    let number = numbers[content, default: next]
    if number == next {
      numbers[content] = next
      all.append(content)
    }
    return number
  }
}
