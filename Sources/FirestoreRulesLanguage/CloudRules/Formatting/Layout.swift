/// A piece of the formatted text: tokens of the source in their order, and where lines may break between them.
indirect enum Layout {
  /// A token by its index, with the comments that belong to it.
  case token(Int)
  /// Text that the source does not have; it stands directly behind the token before, ahead of that one's comments.
  case added(String)
  case space
  /// A space, or a line break where the group around it is broken.
  case line
  /// Nothing, or a line break where the group around it is broken.
  case softLine
  /// The beginning of a statement, which keeps one blank line before it, except at the beginning of a block.
  case statement(isFirst: Bool)
  /// The comments before the brace that closes a block, inside of the block.
  case commentsBefore(Int, isFirst: Bool)
  /// A line break.
  case hardLine
  case sequence([Layout])
  case indented([Layout])
  /// On one line if it fits and no comment in it needs a line for itself; the tokens are those of the range.
  case group(Range<Int>, [Layout])
}
