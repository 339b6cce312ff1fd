/// Patterns as the reference describes them, by sets of places: every part says where it can end, given where it can
/// begin. Nothing is compiled; it knows only what uploads.
struct NaivePattern {
  private let pattern: [Unicode.Scalar]
  private let text: [Unicode.Scalar]
  private let ignoresCase: Bool
  private var index = 0

  static func finds(_ pattern: String, in text: [Unicode.Scalar], ignoresCase: Bool) -> Bool {
    var reader = NaivePattern(pattern: Array(pattern.unicodeScalars), text: text, ignoresCase: ignoresCase)
    // `^` belongs to the first alternative, `$` to the last.
    let anywhere = Set(0...text.count)
    let isAnchored = reader.take("^")
    var ends = reader.sequence(isAnchored ? [0] : anywhere, takesSign: !isAnchored)
    while reader.next != nil {
      if reader.take("$") {
        ends = ends.filter { $0 == text.count }
        return !ends.isEmpty || reader.foundBefore
      }
      _ = reader.take("|")
      reader.foundBefore = reader.foundBefore || !ends.isEmpty
      ends = reader.sequence(anywhere, takesSign: false)
    }
    return reader.foundBefore || !ends.isEmpty
  }

  private var foundBefore = false

  private init(pattern: [Unicode.Scalar], text: [Unicode.Scalar], ignoresCase: Bool) {
    (self.pattern, self.text, self.ignoresCase) = (pattern, text, ignoresCase)
  }

  private var next: Unicode.Scalar? { index < pattern.count ? pattern[index] : nil }

  private mutating func take(_ sign: Unicode.Scalar) -> Bool {
    guard next == sign else { return false }
    index += 1
    return true
  }

  private mutating func group(_ starts: Set<Int>) -> Set<Int> {
    var ends: Set<Int> = []
    var takesSign = true
    repeat {
      ends.formUnion(sequence(starts, takesSign: takesSign))
      takesSign = false
    } while take("|")
    _ = take(")")
    return ends
  }

  private mutating func sequence(_ starts: Set<Int>, takesSign: Bool) -> Set<Int> {
    var places = starts
    if takesSign, let sign = next, "?+*{".unicodeScalars.contains(sign) {
      index += 1
      places = step(places) { $0 == sign }
    }
    while let sign = next, sign != "|", sign != ")", sign != "$" {
      let start = index
      // Once to find where the part ends, then as often as it repeats.
      var ends = part(places)
      let behind = index
      let (least, most) = repetition()
      let behindRepetition = index
      guard (least, most) != (1, 1) else {
        places = ends
        continue
      }
      var reached = least == 0 ? places : []
      ends = places
      // Beyond the length of the text nothing new is reached.
      for count in 1...max(1, most ?? max(least, text.count + 1)) where count <= (most ?? .max) {
        index = start
        ends = part(ends)
        if count >= least { reached.formUnion(ends) }
      }
      if most == 0 { reached = places }
      _ = behind
      index = behindRepetition
      places = reached
    }
    return places
  }

  private mutating func repetition() -> (least: Int, most: Int?) {
    if take("?") { return (0, 1) }
    if take("*") { return (0, nil) }
    if take("+") { return (1, nil) }
    guard take("{") else { return (1, 1) }
    let least = number() ?? 0
    let most = take(",") ? number() : least
    _ = take("}")
    return (least, most)
  }

  private mutating func number() -> Int? {
    var digits = ""
    while let digit = next, ("0"..."9").contains(digit) {
      digits.unicodeScalars.append(digit)
      index += 1
    }
    return Int(digits)
  }

  private mutating func part(_ starts: Set<Int>) -> Set<Int> {
    if take("(") { return group(starts) }
    if take(".") { return step(starts) { _ in true } }
    if take("[") {
      let isNegated = take("^")
      var tests: [(Unicode.Scalar) -> Bool] = []
      while !take("]") {
        if let ofClass = characterClass() {
          tests.append(ofClass)
          continue
        }
        let low = character()
        var high = low
        if next == "-", index + 1 < pattern.count, pattern[index + 1] != "]" {
          index += 1
          high = character()
        }
        let ignoresCase = ignoresCase
        tests.append { scalar in Self.cases(scalar, ignoresCase).contains { (low...high).contains($0) } }
      }
      return step(starts) { scalar in tests.contains { $0(scalar) } != isNegated }
    }
    if let ofClass = characterClass() { return step(starts, ofClass) }
    let wanted = character()
    let ignoresCase = ignoresCase
    return step(starts) { Self.cases($0, ignoresCase).contains(wanted) }
  }

  private mutating func character() -> Unicode.Scalar {
    _ = take("\\")
    defer { index += 1 }
    return next ?? "\0"
  }

  private mutating func characterClass() -> ((Unicode.Scalar) -> Bool)? {
    guard next == "\\", index + 1 < pattern.count else { return nil }
    let letter = pattern[index + 1]
    let test: (Unicode.Scalar) -> Bool
    switch Character(letter).lowercased() {
    case "d": test = { ("0"..."9").contains($0) }
    case "s": test = { "\t\n\u{C}\r ".unicodeScalars.contains($0) }
    case "w": test = { ("0"..."9").contains($0) || ("a"..."z").contains($0) || ("A"..."Z").contains($0) || $0 == "_" }
    default: return nil
    }
    index += 2
    let isNegated = letter.properties.isUppercase
    return { test($0) != isNegated }
  }

  private func step(_ starts: Set<Int>, _ isWanted: (Unicode.Scalar) -> Bool) -> Set<Int> {
    Set(starts.filter { $0 < text.count && isWanted(text[$0]) }.map { $0 + 1 })
  }

  private static func cases(_ scalar: Unicode.Scalar, _ ignoresCase: Bool) -> [Unicode.Scalar] {
    guard ignoresCase else { return [scalar] }
    let properties = scalar.properties
    return [scalar] + Array(properties.lowercaseMapping.unicodeScalars)
      + Array(properties.uppercaseMapping.unicodeScalars)
  }
}
