package import Diagnostics
import FirestoreModel
package import Metering
package import Project
import StructuredText
package import Workloads

/// Finds the price book of a run: named on the command line, else in the workload, else in the settings.
package struct PriceBooks {
  var request: RunRequest
  var settings: FirebreakSettings.Prices?
  var billing: BillingAssumptions
  /// The folder that relative paths of the workload start from.
  var workload: SourceText
  package private(set) var findings: [Diagnostic] = []

  package init(request: RunRequest, settings: FirebreakSettings.Prices?, workload: SourceText) {
    self.request = request
    self.settings = settings
    self.workload = workload
    billing = request.billing
  }

  /// The book of a run for which nobody names one, and its location: where new projects are by default.
  static let standardBook = "google-standard"
  static let standardLocation = "nam5"

  /// Nil when the book that is named cannot be used: the run is reported without money.
  package mutating func pricing(_ prices: PriceSetting?) -> Pricing? {
    guard let book = book(prices) else { return nil }
    let isUnnamed = request.book == nil && prices?.book == nil && settings?.book == nil
    let location =
      request.location ?? prices?.location?.text ?? settings?.location ?? (isUnnamed ? Self.standardLocation : nil)
    reportLocation(location, book, prices)
    if let named = request.location, book.everywhere != nil {
      findings.append(
        Diagnostic(
          .costUnknown, "the book `\(book.name)` has no locations: `--location` changes nothing",
          at: .argument(named, of: "--location"),
          help: "its prices are used, wherever they are from"))
    }
    var pricing = Pricing(book: book, location: location, assumptions: billing)
    pricing.realtime = realtimeBook(prices?.realtimeBook)
    return pricing
  }

  /// Built in, or a file beside the workload; nobody needs to name one.
  private mutating func realtimeBook(_ name: Name?) -> RealtimePriceBook? {
    guard let name else { return .google }
    if let book = RealtimePriceBook.builtin(named: name.text) { return book }
    guard
      let node = tree(
        DisplayPath.join(folder, name.text), at: workload.location(name.span), known: RealtimePriceBook.builtinNames)
    else { return nil }
    let decoding = NodeDecoding(node.source)
    let book = RealtimePriceBook.read(node.node, decoding)
    findings += decoding.diagnostics
    return decoding.hasErrors ? nil : book
  }

  private mutating func book(_ prices: PriceSetting?) -> PriceBook? {
    if let name = request.book { return named(name, at: nil, in: ".") }
    switch prices?.book {
    case .named(let name): return named(name.text, at: workload.location(name.span), in: folder)
    case .file(let name): return file(DisplayPath.join(folder, name.text), at: workload.location(name.span))
    case .inline(let book): return read(book.node, in: workload)
    case nil:
      guard let name = settings?.book else { return named(Self.standardBook, at: nil, in: ".") }
      return named(name, at: settings?.place, in: settings.map { DisplayPath.folder(of: $0.place.source.path) } ?? ".")
    }
  }

  private var folder: String { DisplayPath.folder(of: workload.path) }

  private mutating func named(_ name: String, at location: SourceLocation?, in folder: String) -> PriceBook? {
    if let book = PriceBook.builtin(named: name, asOf: request.priceDay) { return book }
    if PriceBook.builtinNames.contains(name) {
      findings.append(
        Diagnostic(
          .costUnknown, "the book `\(name)` knows no prices for that day", at: location, severity: .error,
          help: "use a later `--as-of`"))
      return nil
    }
    return file(DisplayPath.join(folder, name), at: location)
  }

  private mutating func file(_ path: String, at location: SourceLocation?) -> PriceBook? {
    tree(path, at: location, known: PriceBook.builtinNames).flatMap { read($0.node, in: $0.source) }
  }

  private mutating func tree(
    _ path: String, at location: SourceLocation?, known: [String]
  ) -> (node: Node, source: SourceText)? {
    let source: SourceText
    do throws(InputFileError) { source = try InputFile.read(path) } catch {
      let names = known.map { "`\($0)`" }.joined(separator: " and ")
      findings.append(
        Diagnostic(
          .malformedInput, error.diagnostic.message, at: location ?? error.diagnostic.location,
          help:
            "name a price book file, or \(known.count == 1 ? "the built-in book" : "one of the built-in books") \(names)"
        ))
      return nil
    }
    let result = path.hasSuffix(".json") ? JSONReader.read(source, .comments) : YAMLReader.read(source)
    findings += result.diagnostics
    return result.valid.map { ($0, source) }
  }

  private mutating func read(_ node: Node, in source: SourceText) -> PriceBook? {
    let decoding = NodeDecoding(source)
    let book = PriceBook.read(node, decoding)
    findings += decoding.diagnostics
    return decoding.hasErrors ? nil : book
  }

  private mutating func reportLocation(_ location: String?, _ book: PriceBook, _ prices: PriceSetting?) {
    let place =
      request.location.map { .argument($0, of: "--location") } ?? prices?.location.map { workload.location($0.span) }
      ?? prices.map { workload.location($0.span) } ?? settings?.place
    if let finding = book.finding(forLocation: location, at: place) { findings.append(finding) }
  }
}

extension SourceLocation {
  /// The whole argument of a flag: `--location:1:1`.
  package static func argument(_ text: String, of flag: String) -> SourceLocation {
    SourceLocation(source: SourceText(path: flag, text: text), span: Span(0, text.utf8.count))
  }
}
