extension SourceLanguage {
  /// The SDKs' words in this language, asked in this order.
  package var vocabularies: [any SDKVocabulary] {
    switch self {
    case .swift:
      [
        SwiftFirestoreVocabulary(), SwiftRealtimeVocabulary(), SwiftAuthenticationVocabulary(), SwiftResultVocabulary(),
      ]
    case .javascript, .typescript: [JavaScriptVocabulary()]
    case .kotlin, .java: [JVMVocabulary()]
    case .dart: [DartFirestoreVocabulary(), DartRealtimeVocabulary(), DartAuthenticationVocabulary()]
    case .python: [PythonFirestoreVocabulary(), PythonRealtimeVocabulary()]
    case .markdown: []
    }
  }
}
