import Diagnostics
import Metering
import RunReports

/// A table as the template reads it.
struct TableView {
  struct Column {
    let title: String
    let isNumeric: Bool
    /// What the word means, where not everybody knows it. Stored, since templates do not see what is computed.
    let hint: String?

    static func text(_ title: String) -> Column { Column(title, isNumeric: false) }
    static func number(_ title: String) -> Column { Column(title, isNumeric: true) }

    private init(_ title: String, isNumeric: Bool) {
      (self.title, self.isNumeric) = (title, isNumeric)
      hint = Glossary.meanings[title]
    }
  }

  struct Cell {
    var text: String
    var style: String?
    /// What the script sorts by, where the text is not it: an exact number.
    var sort: String?
    var link: String?
    var badge: BadgeView?
    var tag = "td"
    var end = "td"
  }

  struct Row {
    var cells: [Cell]
    var mark: String?
  }

  let id: String
  let caption: String
  let columns: [Column]
  var rows: [Row]
  /// Below the others, and never sorted among them.
  var total: [Cell] = [] { didSet { hasTotal = !total.isEmpty } }
  private(set) var hasTotal = false

  init(id: String, _ caption: String, _ columns: [Column], _ rows: [Row]) {
    self.id = id
    self.caption = caption
    self.columns = columns
    self.rows = rows
  }

  init(id: String, _ caption: String, _ columns: [Column], cells: [[Cell]]) {
    self.init(id: id, caption, columns, cells.map { Row(cells: $0) })
  }

  /// Without the columns of these names whose cells are all zero or empty.
  func omittingEmpty(_ names: Set<String>) -> TableView {
    let kept = columns.indices.filter { column in
      !names.contains(columns[column].title)
        || rows.contains { row in
          let cell = row.cells[column]
          return cell.sort.map { $0 != "0" } ?? !cell.text.isEmpty
        }
    }
    return TableView(
      id: id, caption, kept.map { columns[$0] },
      rows.map { row in Row(cells: kept.map { row.cells[$0] }, mark: row.mark) })
  }
}

extension TableView.Cell {
  /// The first cell of a row, which names it.
  static func name(_ text: String, badge: BadgeView? = nil) -> Self {
    Self(
      text: text, style: text.utf8.count <= longestUnbroken ? "name short" : "name", badge: badge,
      tag: "th scope=\"row\"", end: "th")
  }

  /// Bytes of text that stays on one line, or is given no room of its own.
  private static let longestUnbroken = 30

  static func words(_ text: String) -> Self {
    Self(text: text, style: text.utf8.count > longestUnbroken ? "long" : nil)
  }

  static func code(_ text: String) -> Self {
    Self(text: text, style: text.utf8.count > longestUnbroken ? "mono wide" : "mono")
  }

  static func count(_ value: Int64) -> Self { figure(Grouped.count(value), value) }

  /// Of Firestore, in powers of two.
  static func bytes(_ value: Int64) -> Self { figure(FigureText.bytes(value), value) }

  /// Of the Realtime Database, in powers of ten.
  static func traffic(_ value: Int64) -> Self { figure(FigureText.traffic(value), value) }

  static func figure(_ text: String, _ value: Int64) -> Self {
    Self(text: text, style: "num", sort: String(value))
  }

  static func figure(_ text: String, _ value: Rational?) -> Self {
    Self(text: text, style: "num", sort: value.map { $0.decimal(places: 12) })
  }

  static func place(_ place: PlaceView?) -> Self {
    Self(text: place?.shortText ?? "", style: "place", link: place?.link)
  }
}

/// A place in a file, and where the page shows it.
struct PlaceView {
  let text: String
  /// Without folders, for where there is little room.
  var shortText: String { text.split(separator: "/").last.map(String.init) ?? text }
  /// Nil where the page does not hold the file.
  let link: String?
}

/// A word with a colour.
struct BadgeView {
  enum Tone: String {
    case good, bad, warn, plain
  }

  let text: String
  let tone: String

  init(_ text: String, _ tone: Tone) {
    self.text = text
    self.tone = tone.rawValue
  }
}
