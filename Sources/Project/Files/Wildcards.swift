/// Matching of patterns in which some pieces stand for any number of elements, none included: `*` among the bytes of a
/// name, `**` among the names of a path.
enum Wildcards {
  /// Whether the pieces cover the elements, each that is no gap exactly one of them. Takes at most as many steps as
  /// there are pieces times elements.
  static func match<Piece, Element>(
    _ pieces: [Piece], _ elements: [Element], isGap: (Piece) -> Bool, fits: (Piece, Element) -> Bool
  ) -> Bool {
    var (next, place) = (0, 0)
    // The elements that the last gap has taken are given back one by one; earlier gaps need not be tried again.
    var retry: (next: Int, place: Int)?
    while place < elements.count {
      if next < pieces.count, isGap(pieces[next]) {
        retry = (next + 1, place)
        next += 1
      } else if next < pieces.count, fits(pieces[next], elements[place]) {
        next += 1
        place += 1
      } else if let last = retry {
        retry = (last.next, last.place + 1)
        next = last.next
        place = last.place + 1
      } else {
        return false
      }
    }
    return pieces[next...].allSatisfy(isGap)
  }
}
