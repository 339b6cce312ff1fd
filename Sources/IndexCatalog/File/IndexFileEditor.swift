package import Diagnostics
import FirestoreModel
package import StructuredText

/// Adds definitions to an existing index file and leaves every other byte as it is.
package struct IndexFileEditor: Sendable {
  package let source: SourceText
  private let root: Node
  private let newline: String

  /// Nil unless the root is an object: there is nothing to add to.
  package init?(source: SourceText, root: Node) {
    guard root.isObject, root.span.start >= 0, root.span.end <= source.bytes.count else { return nil }
    self.source = source
    self.root = root
    newline = source.bytes.contains([13, 10]) ? "\r\n" : "\n"
  }

  /// The text with composites appended to `indexes`, and overrides put in place of those with the same target or
  /// appended to `fieldOverrides`. A missing array is created.
  package func adding(composites: [IndexDefinition], overrides: [FieldOverride]) -> [UInt8] {
    applied(edits(composites, overrides))
  }

  /// The text without the definition that stands at a place; nil: there is none.
  package func removing(at place: Span) -> [UInt8]? {
    for key in ["indexes", "fieldOverrides"] {
      guard let array = root.member(key), let elements = array.elements,
        let index = elements.firstIndex(where: { $0.span == place })
      else { continue }
      var edit = Edit(start: place.start, end: place.end, text: "")
      if index > 0 {
        edit.start = elements[index - 1].span.end
      } else if elements.count > 1 {
        edit.end = elements[1].span.start
      } else {
        let tail = Tail(source.bytes, from: place.end, to: array.span.end - 1)
        if tail.hasComma { edit.end = tail.contentEnd }
      }
      return applied([edit])
    }
    return nil
  }

  /// The text with another override in place of the one that stands at a place; nil: there is none.
  package func replacing(at place: Span, with override: FieldOverride) -> [UInt8]? {
    guard let node = root.member("fieldOverrides")?.elements?.first(where: { $0.span == place }) else { return nil }
    return applied([Edit(start: place.start, end: place.end, text: layout(like: node).text(override.json))])
  }

  /// The text with an empty `indexes`, for a file that has none.
  func addingIndexes() -> [UInt8] {
    var edits: [Edit] = []
    var members: [String] = []
    create("indexes", with: [], edits: &edits, members: &members)
    appendMembers(members, edits: &edits)
    return applied(edits)
  }

  /// The same as edits of the file, and an empty `indexes` where it has none, without which nothing of it is deployed: in
  /// the order of their places, none at the place of another.
  package func changes(composites: [IndexDefinition], overrides: [FieldOverride]) -> [SuggestedFix.Edit] {
    var changes: [SuggestedFix.Edit] = []
    for edit in ordered(edits(composites, overrides, completing: true)) {
      if edit.start == edit.end, let last = changes.last, last.location.span == Span(edit.start, edit.end) {
        changes[changes.count - 1].replacement += edit.text
      } else {
        changes.append(SuggestedFix.Edit(source.location(Span(edit.start, edit.end)), replacement: edit.text))
      }
    }
    return changes
  }

  private func edits(
    _ composites: [IndexDefinition], _ overrides: [FieldOverride], completing: Bool = false
  ) -> [Edit] {
    var edits: [Edit] = []
    var members: [String] = []
    if completing, composites.isEmpty, root.member("indexes")?.elements == nil {
      create("indexes", with: [], edits: &edits, members: &members)
    }
    appendElements(composites.map(\.json), to: "indexes", edits: &edits, members: &members)
    var added: [JSONValue] = []
    for override in overrides {
      if let existing = element(for: override) {
        extend(existing, to: override, edits: &edits)
      } else {
        added.append(override.json)
      }
    }
    appendElements(added, to: "fieldOverrides", edits: &edits, members: &members)
    appendMembers(members, edits: &edits)
    return edits
  }

  /// The last override of the same target: earlier ones have no effect.
  private func element(for override: FieldOverride) -> Node? {
    root.member("fieldOverrides")?.elements?.last { element in
      guard element.member("collectionGroup")?.text == override.collectionGroup.string,
        let path = element.member("fieldPath")?.text
      else { return false }
      switch override.target {
      case .allFields: return path == "*"
      // The file may quote a segment that needs no quotes.
      case .field(let field): return path != "*" && (try? FieldPath(parsing: path)) == field
      }
    }
  }
}

extension IndexFile {
  /// Nil when the file holds no object to add to.
  package var editor: IndexFileEditor? {
    JSONReader.read(source, .lenient).node.flatMap { IndexFileEditor(source: source, root: $0) }
  }
}

// MARK: Edits

extension IndexFileEditor {
  private struct Edit {
    var start: Int
    var end: Int
    var text: String
  }

  private func applied(_ edits: [Edit]) -> [UInt8] {
    var result: [UInt8] = []
    var position = 0
    for edit in ordered(edits) {
      result += source.bytes[position..<max(position, edit.start)]
      result += edit.text.utf8
      position = max(position, edit.end)
    }
    return result + source.bytes[position...]
  }

  private func ordered(_ edits: [Edit]) -> [Edit] {
    edits.enumerated().sorted { ($0.element.start, $0.offset) < ($1.element.start, $1.offset) }.map(\.element)
  }

  /// Adds the entries that an override lacks. One without a list of entries, or with others than it is to have, is
  /// replaced as a whole.
  private func extend(_ node: Node, to override: FieldOverride, edits: inout [Edit]) {
    let wanted = override.entries.map(\.json.memberSet)
    let present = (node.member("indexes")?.elements ?? []).map { JSONValue($0).memberSet }
    guard let array = node.member("indexes"), let elements = array.elements, present.allSatisfy(wanted.contains) else {
      edits.append(Edit(start: node.span.start, end: node.span.end, text: layout(like: node).text(override.json)))
      return
    }
    let items = override.entries.map(\.json).filter { !present.contains($0.memberSet) }
    let isOneLine = !source.bytes[node.span.start..<min(node.span.end, source.bytes.count)].contains(10)
    if elements.isEmpty, isOneLine {
      let text = items.map(EditingLayout.singleLine.text).joined(separator: ", ")
      let tail = Tail(source.bytes, from: array.span.start + 1, to: array.span.end - 1)
      edits.append(Edit(start: tail.contentEnd, end: array.span.end - 1, text: text))
    } else {
      append(items, to: array, elements, edits: &edits)
    }
  }

  /// A member that does not exist yet is added to `members`.
  private func appendElements(
    _ items: [JSONValue], to key: String, edits: inout [Edit], members: inout [String]
  ) {
    guard !items.isEmpty else { return }
    guard let array = root.member(key), let elements = array.elements else {
      return create(key, with: items, edits: &edits, members: &members)
    }
    append(items, to: array, elements, edits: &edits)
  }

  private func append(_ items: [JSONValue], to array: Node, _ elements: [Node], edits: inout [Edit]) {
    guard !items.isEmpty else { return }
    let span = array.span
    guard let last = elements.last else {
      let outer = indentation(at: span.start)
      let layout = EditingLayout.lines(base: outer + unit, unit: unit, newline: newline)
      edits.append(filling(span, with: items.map(layout.text), inner: outer + unit, outer: outer))
      return
    }
    let text = items.map(layout(like: last).text)
    append(text, after: last.span.end, inside: span, sameLine: !isFirstOnLine(last.span.start), edits: &edits)
  }

  /// A null or a value of another type counts as absent and is replaced.
  private func create(_ key: String, with items: [JSONValue], edits: inout [Edit], members: inout [String]) {
    if let member = root.members.first(where: { $0.key == key }) {
      edits.append(Edit(start: member.keySpan.start, end: member.value.span.end, text: memberText(key, items)))
    } else {
      members.append(memberText(key, items))
    }
  }

  private func memberText(_ key: String, _ items: [JSONValue]) -> String {
    let layout = EditingLayout.lines(base: memberIndentation, unit: unit, newline: newline)
    return "\"\(key)\": \(layout.text(.array(items)))"
  }

  private func appendMembers(_ members: [String], edits: inout [Edit]) {
    guard !members.isEmpty else { return }
    if let last = root.members.last {
      append(members, after: last.value.span.end, inside: root.span, sameLine: false, edits: &edits)
    } else {
      edits.append(filling(root.span, with: members, inner: memberIndentation, outer: ""))
    }
  }

  /// Puts texts, one per line, into an array or object that has no parts, behind any comment in it.
  private func filling(_ span: Span, with texts: [String], inner: String, outer: String) -> Edit {
    let tail = Tail(source.bytes, from: span.start + 1, to: span.end - 1)
    let lines = texts.map { newline + inner + $0 }.joined(separator: ",")
    return Edit(start: tail.contentEnd, end: span.end - 1, text: lines + newline + outer)
  }

  /// Puts texts behind the last part of an array or object: a comma where none stands yet, then the texts in front of
  /// the closing bracket, behind any comment.
  private func append(
    _ texts: [String], after position: Int, inside span: Span, sameLine: Bool, edits: inout [Edit]
  ) {
    let tail = Tail(source.bytes, from: position, to: span.end - 1)
    let separator = sameLine && !tail.endsWithLineComment ? " " : newline + indentation(at: position)
    if !tail.hasComma { edits.append(Edit(start: position, end: position, text: ",")) }
    let text = texts.map { separator + $0 }.joined(separator: ",")
    edits.append(Edit(start: tail.contentEnd, end: tail.contentEnd, text: text))
  }
}

// MARK: Style of the file

extension IndexFileEditor {
  /// Blanks in front of the first thing on the line of a position.
  private func indentation(at position: Int) -> String {
    let start = lineStart(position)
    let blanks = source.bytes[start..<max(start, position)].prefix { $0 == 32 || $0 == 9 }
    return String(decoding: blanks, as: UTF8.self)
  }

  private func lineStart(_ position: Int) -> Int {
    (source.bytes[..<position].lastIndex { $0 == 10 || $0 == 13 } ?? -1) + 1
  }

  private func isFirstOnLine(_ position: Int) -> Bool {
    let start = lineStart(position)
    return start > 0 && source.bytes[start..<position].allSatisfy { $0 == 32 || $0 == 9 }
  }

  private var memberIndentation: String {
    guard let first = root.members.first, isFirstOnLine(first.keySpan.start) else { return "  " }
    return indentation(at: first.keySpan.start)
  }

  /// One level of indentation: that of the first member of the root.
  private var unit: String { memberIndentation.isEmpty ? "  " : memberIndentation }

  private func layout(like node: Node) -> EditingLayout {
    let hasLines = source.bytes[node.span.start..<min(node.span.end, source.bytes.count)].contains(10)
    return hasLines
      ? .lines(base: indentation(at: node.span.start), unit: unit, newline: newline) : .singleLine
  }
}

extension JSONValue {
  /// What an object says, in whatever order; nil for other values.
  fileprivate var memberSet: Set<Member>? {
    if case .object(let members) = self { Set(members) } else { nil }
  }
}

/// What stands between the last part of an array or object and its closing bracket: blanks, comments, maybe a comma.
private struct Tail {
  var hasComma = false
  var endsWithLineComment = false
  /// Behind the last comma or comment.
  var contentEnd: Int

  init(_ bytes: [UInt8], from start: Int, to end: Int) {
    contentEnd = start
    var position = start
    while position < end {
      let next = position + 1 < end ? bytes[position + 1] : 0
      switch (bytes[position], next) {
      case (UInt8(ascii: "/"), UInt8(ascii: "/")):
        while position < end, bytes[position] != 10, bytes[position] != 13 { position += 1 }
        endsWithLineComment = true
        contentEnd = position
      case (UInt8(ascii: "/"), UInt8(ascii: "*")):
        position += 2
        while position + 1 < end, !(bytes[position] == UInt8(ascii: "*") && bytes[position + 1] == UInt8(ascii: "/")) {
          position += 1
        }
        position = min(position + 2, end)
        endsWithLineComment = false
        contentEnd = position
      case (UInt8(ascii: ","), _):
        hasComma = true
        position += 1
        endsWithLineComment = false
        contentEnd = position
      default: position += 1
      }
    }
  }
}
