import Diagnostics
import StructuredText

extension EmbeddedSchema {
  /// What the schema says that it is of.
  var title: String {
    let source = SourceText(path: rawValue, text: text)
    guard case .object(let members)? = JSONReader.read(source, .strict).valid?.content,
      case .string(let title)? = members.first(where: { $0.key == "title" })?.value.content
    else { return "" }
    return title
  }
}
