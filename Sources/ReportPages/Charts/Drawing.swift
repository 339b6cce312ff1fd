/// An inline SVG picture in the making. Sizes are in its own units; the page scales it to the width it has.
struct Drawing {
  /// Charts have one width, so that their text comes out alike.
  static let width = 440.0

  let id: String
  let title: String
  /// One sentence for those who do not see it.
  let summary: String
  var height: Double
  private var body = ""

  init(id: String, title: String, summary: String, height: Double) {
    self.id = id
    self.title = title
    self.summary = summary
    self.height = height
  }

  /// - Parameter width: of a picture that is shown as large as it is; nil: a chart, which takes the room that it has.
  func svg(width: Double? = nil) -> String {
    let size = width.map { " width=\"\(Self.number($0))\" height=\"\(Self.number(height))\"" } ?? ""
    return "<svg viewBox=\"0 0 \(Self.number(width ?? Drawing.width)) \(Self.number(height))\"\(size) role=\"img\" "
      + "aria-labelledby=\"\(id)-t\" aria-describedby=\"\(id)-d\"><title id=\"\(id)-t\">\(PageText.escaped(title))</title>"
      + "<desc id=\"\(id)-d\">\(PageText.escaped(summary))</desc>\(body)</svg>"
  }

  enum Anchor: String {
    case start, middle, end
  }

  /// A mark of a chart; `hint` is what a pointer that rests on it is told.
  mutating func rectangle(
    _ x: Double, _ y: Double, _ width: Double, _ height: Double, style: String, radius: Double = 0,
    opacity: Double? = nil, hint: String? = nil
  ) {
    let corner = radius > 0 ? " rx=\"\(Self.number(radius))\"" : ""
    let shade = opacity.map { " fill-opacity=\"\(Self.number($0, places: 2))\"" } ?? ""
    let start =
      "<rect class=\"\(style)\" x=\"\(Self.number(x))\" y=\"\(Self.number(y))\" width=\"\(Self.number(max(0, width)))\" "
      + "height=\"\(Self.number(max(0, height)))\"\(corner)\(shade)"
    body += hint.map { "\(start)><title>\(PageText.escaped($0))</title></rect>" } ?? "\(start)/>"
  }

  mutating func line(_ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double, style: String) {
    body +=
      "<line class=\"\(style)\" x1=\"\(Self.number(x1))\" y1=\"\(Self.number(y1))\" x2=\"\(Self.number(x2))\" "
      + "y2=\"\(Self.number(y2))\"/>"
  }

  mutating func path(_ points: [(x: Double, y: Double)], style: String, hint: String) {
    let steps = points.enumerated().map { index, point in
      "\(index == 0 ? "M" : "L")\(Self.number(point.x)) \(Self.number(point.y))"
    }
    body += "<path class=\"\(style)\" d=\"\(steps.joined())\"><title>\(PageText.escaped(hint))</title></path>"
  }

  mutating func circle(_ x: Double, _ y: Double, radius: Double, style: String) {
    body +=
      "<circle class=\"\(style)\" cx=\"\(Self.number(x))\" cy=\"\(Self.number(y))\" r=\"\(Self.number(radius))\"/>"
  }

  mutating func text(_ text: String, _ x: Double, _ y: Double, style: String, anchor: Anchor = .start) {
    let place = anchor == .start ? "" : " text-anchor=\"\(anchor.rawValue)\""
    body +=
      "<text class=\"\(style)\" x=\"\(Self.number(x))\" y=\"\(Self.number(y))\"\(place)>\(PageText.escaped(text))</text>"
  }

  /// With at most so many decimals; the same number is always the same text.
  static func number(_ value: Double, places: Int = 1) -> String {
    guard value.isFinite else { return "0" }
    let scale = (0..<places).reduce(1.0) { power, _ in power * 10 }
    let scaled = Int64(min(max((value * scale).rounded(), -1e15), 1e15))
    let (whole, rest) = scaled.magnitude.quotientAndRemainder(dividingBy: UInt64(scale))
    guard rest != 0 else { return "\(scaled < 0 && whole > 0 ? "-" : "")\(whole)" }
    var digits = String(rest)
    digits = String(repeating: "0", count: places - digits.count) + digits
    while digits.hasSuffix("0") { digits.removeLast() }
    return "\(scaled < 0 ? "-" : "")\(whole).\(digits)"
  }

  /// Text that has to fit: cut in the middle, where names of one project differ least.
  static func fitting(_ text: String, _ limit: Int) -> String {
    guard text.count > limit, limit > 3 else { return text }
    let tail = (limit - 1) / 2
    return "\(text.prefix(limit - 1 - tail))…\(text.suffix(tail))"
  }
}
