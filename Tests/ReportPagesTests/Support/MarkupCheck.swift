/// A small reader of the pages that Firebreak writes: tags, attributes and text, without what browsers forgive.
struct MarkupCheck {
  struct Element {
    var name: String
    var attributes: [String: String]
    /// Of itself and what it holds.
    var text = ""
  }

  private(set) var elements: [Element] = []
  private(set) var problems: [String] = []

  private static let withoutEnd: Set<String> = ["meta", "link", "input", "br", "!doctype"]
  private static let drawn: Set<String> = ["rect", "line", "circle", "path"]

  init(_ page: String) {
    var rest = Substring(page)
    var open: [(name: String, index: Int)] = []
    while let start = rest.firstIndex(of: "<") {
      let text = rest[..<start]
      for (_, index) in open { elements[index].text += text }
      guard let end = rest[start...].firstIndex(of: ">") else {
        problems.append("a tag that does not end")
        return
      }
      let tag = rest[rest.index(after: start)..<end]
      rest = rest[rest.index(after: end)...]
      if tag.hasPrefix("/") {
        let name = String(tag.dropFirst())
        guard open.last?.name == name else {
          problems.append("</\(name)> closes <\(open.last?.name ?? "nothing")>")
          return
        }
        open.removeLast()
        continue
      }
      let name = String(tag.prefix { $0 != " " && $0 != "/" }).lowercased()
      elements.append(Element(name: name, attributes: attributes(of: tag.dropFirst(name.count))))
      if name == "script" || name == "style" {
        guard let close = rest.range(of: "</\(name)>") else {
          problems.append("<\(name)> does not end")
          return
        }
        rest = rest[close.upperBound...]
      } else if !Self.withoutEnd.contains(name), !tag.hasSuffix("/") {
        open.append((name, elements.count - 1))
      } else if tag.hasSuffix("/"), !Self.drawn.contains(name) {
        problems.append("<\(name)/>")
      }
    }
    if let last = open.last { problems.append("<\(last.name)> does not end") }
  }

  private mutating func attributes(of text: Substring) -> [String: String] {
    var found: [String: String] = [:]
    var rest = text.drop { $0 == " " }
    if rest.hasPrefix("html") { return [:] }
    while let first = rest.first, first != "/" {
      let name = String(rest.prefix { $0 != "=" && $0 != " " })
      rest = rest.dropFirst(name.count)
      guard rest.hasPrefix("=\"") else {
        found[name] = ""
        rest = rest.drop { $0 == " " }
        continue
      }
      rest = rest.dropFirst(2)
      let value = rest.prefix { $0 != "\"" }
      rest = rest.dropFirst(value.count + 1)
      if !rest.isEmpty, !rest.hasPrefix(" "), !rest.hasPrefix("/") {
        problems.append("text after an attribute: \(rest)")
      }
      if found.updateValue(String(value), forKey: name) != nil { problems.append("\(name) twice") }
      rest = rest.drop { $0 == " " }
    }
    return found
  }

  /// Those with a name, and with a class where one is given.
  func all(_ name: String, class style: String? = nil) -> [Element] {
    elements.filter { element in
      element.name == name
        && (style == nil || (element.attributes["class"] ?? "").split(separator: " ").contains { $0 == style ?? "" })
    }
  }

  /// What pages of every report keep: identifiers are unique, links lead somewhere, headings skip no level, every
  /// picture has a name, every table a caption and scopes.
  var faults: [String] {
    var faults = problems
    let ids = elements.compactMap { $0.attributes["id"] }
    faults += Dictionary(grouping: ids) { $0 }.filter { $0.value.count > 1 }.keys.sorted().map { "id \($0) twice" }
    let known = Set(ids)
    for element in elements {
      for name in ["aria-labelledby", "aria-describedby", "aria-controls"] {
        if let target = element.attributes[name], !known.contains(target) { faults.append("\(name)=\(target)") }
      }
      if element.name == "a", let target = element.attributes["href"] {
        if !target.hasPrefix("#") || !known.contains(String(target.dropFirst())) { faults.append("href=\(target)") }
      }
      if element.name == "svg", element.attributes["role"] != "img" { faults.append("svg without a role") }
      if element.name == "th", element.attributes["scope"] == nil { faults.append("th without a scope") }
      for name in element.attributes.keys where name.hasPrefix("on") { faults.append("attribute \(name)") }
    }
    let levels = elements.compactMap { element in
      element.name.count == 2 && element.name.hasPrefix("h") ? Int(element.name.dropFirst()) : nil
    }
    if levels.first != 1 || levels.count(where: { $0 == 1 }) != 1 { faults.append("not one first heading") }
    for (one, next) in zip(levels, levels.dropFirst()) where next > one + 1 { faults.append("h\(one) then h\(next)") }
    if all("table").count != all("caption").count { faults.append("a table without a caption") }
    if all("svg").count * 2 > all("title").count + all("desc").count { faults.append("a picture without words") }
    return faults
  }
}

extension Substring {
  fileprivate func range(of text: String) -> Range<Index>? {
    var start = startIndex
    while start < endIndex {
      if self[start...].hasPrefix(text) { return start..<index(start, offsetBy: text.count) }
      start = index(after: start)
    }
    return nil
  }
}
