import StructuredText

/// What the server says of itself.
package struct ServerDescription: Hashable, Sendable {
  let version: String
  /// Where the pages of codes stand: a page with an anchor for each; nil: nobody has said.
  let helpPage: String?
  let schemas: FileSchemas

  package init(version: String, helpPage: String? = nil, schemas: FileSchemas = FileSchemas([:])) {
    self.version = version
    self.helpPage = helpPage
    self.schemas = schemas
  }

  /// Files whose change outside of the editor counts.
  var watchedFiles: JSONValue {
    let patterns = [
      "**/*.{swift,js,jsx,mjs,cjs,ts,tsx,mts,cts,vue,svelte,html,kt,kts,java,dart,py,md}", "**/*.rules", "**/*.json",
      "**/*.{yaml,yml}", "**/.firebaserc", "**/.gitignore",
    ]
    let watchers = patterns.map { pattern -> JSONValue in ["globPattern": .string(pattern)] }
    return [
      "id": "firebreak-files", "method": "workspace/didChangeWatchedFiles",
      "registerOptions": ["watchers": .array(watchers)],
    ]
  }
}
