import StructuredText

extension ServerDescription {
  func initializeResult(_ encoding: PositionEncoding) -> JSONValue {
    [
      "capabilities": .object(
        [
          .init("positionEncoding", .string(encoding.rawValue)),
          .init("textDocumentSync", ["openClose": true, "change": 2, "save": ["includeText": false]]),
          .init("workspace", ["workspaceFolders": ["supported": true, "changeNotifications": true]]),
        ] + LanguageFeatures.all.map { .init($0.capability, $0.options) }),
      "serverInfo": ["name": "firebreak", "version": .string(version)],
    ]
  }
}
