/// The lines of one file that the report points to.
struct ListingView {
  struct Line {
    let number: String
    let text: String
    let anchor: String
    let isGap: Bool
    /// Whether something points to it, rather than it being shown for context.
    let isNamed: Bool
  }

  let path: String
  let lines: [Line]
}
