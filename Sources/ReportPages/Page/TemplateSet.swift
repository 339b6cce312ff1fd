import Mustache

/// The templates, read and ready.
struct TemplateSet {
  private let library: MustacheLibrary

  /// The name of the outermost one.
  private static let page = "page"

  private static let sources: [(name: String, text: String)] = [
    (page, PageTemplate.text), ("report", ReportTemplate.text), ("section", SectionTemplate.text),
    ("figure", FigureTemplate.text), ("table", TableTemplate.text), ("cell", CellTemplate.text),
    ("operation", OperationTemplate.text),
    ("finding", FindingTemplate.text), ("prose", ProseTemplate.text), ("listing", ListingTemplate.text),
    ("paper", PaperTemplate.text),
  ]

  init() throws(PageFailure) {
    MustacheContentTypes.register(PageText(), named: PageText.name)
    var library = MustacheLibrary()
    for (name, text) in Self.sources {
      do {
        // Included templates start with the library's own escaping, so that each has to name the page's.
        try library.register("{{% CONTENT_TYPE: \(PageText.name)}}" + text, named: name)
      } catch {
        throw PageFailure(template: name, reason: "\(error)")
      }
    }
    self.library = library
  }

  func page(_ view: PageView) throws(PageFailure) -> String {
    guard let text = library.render(view, withTemplate: Self.page) else {
      throw PageFailure(template: Self.page, reason: "it is not registered")
    }
    return text
  }
}
