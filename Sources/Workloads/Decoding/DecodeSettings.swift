import Diagnostics
import FirestoreModel
import StructuredText

extension WorkloadDecoder {
  mutating func clock(_ node: Node) -> ClockSetting? {
    mapping(node, expected: "a mapping with `start` and `days`") { decoder, reader in
      var setting = ClockSetting.standard
      if let start = reader.take("start"), let text = decoder.text(start, expected: "a date and time") {
        if let timestamp = Timestamp(rfc3339: text.text) {
          setting.start = timestamp
          setting.utcOffset = TimeWord.utcOffset(of: text.text)
        } else {
          decoder.wrongType(
            start, expected: "a date and time with its UTC offset", help: "write it like `2026-01-05T00:00:00-08:00`")
        }
      }
      if let days = reader.take("days") {
        let count = decoder.integer(
          days, in: ClockSetting.possibleDays, expected: "a whole number of days, from 1 to 3660")
        setting.days = count.map { Int($0) } ?? setting.days
      }
      return setting
    }
  }

  mutating func parameters(_ node: Node) -> [Parameter] {
    members(node, expected: "a mapping of parameters").compactMap { member in
      guard let value = literal(member.value).flatMap(ParameterValue.init(value:)) else {
        wrongType(member.value, expected: "a number, a text, `true` or `false`")
        return nil
      }
      return Parameter(name: Name(member.key, span: member.keySpan), value: value)
    }
  }

  mutating func seed(_ node: Node) -> UInt64 {
    let value = integer(node, in: 0...Int64.max, expected: "a whole number, not negative")
    return value.map(UInt64.init) ?? 0
  }

  /// `google-standard`, a file, or `{book, location, rtdb}` where the book may also be written out.
  mutating func prices(_ node: Node) -> PriceSetting? {
    if case .string = node.content {
      return book(node).map { PriceSetting(book: $0, location: nil, realtimeBook: nil, span: node.span) }
    }
    return mapping(node, expected: "a mapping with `book` and `location`") { decoder, reader in
      let book = reader.take("book").flatMap { decoder.book($0) }
      let location = reader.take("location").flatMap { decoder.text($0, expected: "a location such as `nam5`") }
      let realtime = reader.take("rtdb").flatMap { decoder.text($0, expected: "a price book") }
      return PriceSetting(book: book, location: location, realtimeBook: realtime, span: reader.span)
    }
  }

  private mutating func book(_ node: Node) -> PriceSetting.Book? {
    if case .object = node.content { return .inline(InlineBook(node: node)) }
    guard let name = text(node, expected: "a price book, a file or a mapping") else { return nil }
    let isFile = name.text.contains("/") || [".yaml", ".yml", ".json"].contains { name.text.hasSuffix($0) }
    return isFile ? .file(name) : .named(name)
  }

  mutating func database(_ node: Node) -> DatabaseSetting? {
    mapping(node, expected: "a mapping with `edition`, `indexes`, `rules` or `realtimeRules`") { decoder, reader in
      var setting = DatabaseSetting()
      if let node = reader.take("edition"), let edition = decoder.word(node, Edition.self) {
        setting.edition = edition
        if edition == .enterprise {
          decoder.report(
            WorkloadProblem(.unsupportedFeature, "the Enterprise edition is not simulated yet", span: node.span))
        }
      }
      setting.indexes = reader.take("indexes").flatMap { decoder.text($0, expected: "an index file") }
      setting.rules = reader.take("rules").flatMap { decoder.text($0, expected: "a rules file, or `none`") }
      if setting.rules?.text == "none" { (setting.rules, setting.isWithoutRules) = (nil, true) }
      setting.realtimeRules = reader.take("realtimeRules").flatMap { decoder.text($0, expected: "a rules file") }
      return setting
    }
  }
}
