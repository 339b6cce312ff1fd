import Diagnostics
import Project
import StructuredText
import Terminal

/// `emulators.firestore` and `emulators.database` of `firebase.json`: the address that the Firebase CLI would use.
struct ConfiguredAddress {
  var host: String?
  var port: PortNumber?
  var warnings: [String] = []

  init(_ project: Project, product: String) {
    guard let source = project.configurationFile else { return }
    let decoding = NodeDecoding(source, diagnostics: [])
    guard let root = JSONReader.read(source, .comments).valid,
      var object = ObjectReader(root, decoding, for: "firebase.json"),
      var emulators = object.object("emulators"), var address = emulators.object(product)
    else { return }
    host = address.string("host")
    port = address.integer("port", in: 0...65_535).map { PortNumber(Int($0)) }
    // The section belongs to another tool; what it says about us is worth a warning, no more.
    warnings = decoding.diagnostics.map { "\(source.path): \($0.message)" }
  }
}
