import Diagnostics

extension SourceLanguage {
  /// The SDKs' words in this language, asked in this order.
  package var vocabularies: [any SDKVocabulary] { [] }
}
