/// A part of the report: what is empty is not shown.
struct SectionView {
  let id: String
  let title: String
  let level: Int
  var intro: ProseView?
  var facts: [FactView] = [] { didSet { hasFacts = !facts.isEmpty } }
  private(set) var hasFacts = false
  var figures: [FigureView] = [] { didSet { hasFigures = !figures.isEmpty } }
  private(set) var hasFigures = false
  var operations: [OperationView] = []
  var findings: [FindingView] = [] { didSet { hasFindings = !findings.isEmpty } }
  private(set) var hasFindings = false
  var foldedTitle: String?
  var folded: [FindingView] = []
  var tables: [TableView] = []
  var notes: [ProseView] = [] { didSet { hasNotes = !notes.isEmpty } }
  private(set) var hasNotes = false
  var listings: [ListingView] = []
  /// Only its heading is shown at first.
  private(set) var isFolded = false

  func collapsed() -> SectionView {
    var section = self
    section.isFolded = true
    return section
  }

  init(id: String, _ title: String, level: Int, intro: String? = nil) {
    self.id = id
    self.title = title
    self.level = level
    self.intro = intro.map { ProseView($0) }
  }
}

/// A figure with its name.
struct FactView {
  let name: String
  let value: String

  init(_ name: String, _ value: String) {
    self.name = name
    self.value = value
  }
}

/// A chart beside its table.
struct FigureView {
  struct Key {
    let name: String
    /// The class that colours its marks.
    let style: String
  }

  let id: String
  let title: String
  let svg: String
  let legend: [Key]
  let hasLegend: Bool
  let table: TableView

  init(id: String, title: String, svg: String, legend: [Key] = [], table: TableView) {
    self.id = id
    self.title = title
    self.svg = svg
    self.legend = legend
    hasLegend = !legend.isEmpty
    self.table = table
  }
}

struct OperationView {
  let level: Int
  let name: String
  let place: PlaceView?
  let shape: String?
  let facts: [FactView]
  /// A drawing.
  let plan: String?
}

struct FindingView {
  struct Edit {
    let place: String
    let replacement: String
  }

  struct Fix {
    let title: ProseView
    let edits: [Edit]
  }

  let severity: String
  let tone: String
  let code: String
  /// Where what the code means stands on the page.
  let meaning: String
  let place: PlaceView?
  let message: ProseView
  let remarks: [ProseView]
  let help: ProseView?
  let fixes: [Fix]
  let shownBy: String?
}
