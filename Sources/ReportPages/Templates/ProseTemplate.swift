/// A sentence whose words in back-quotes are code.
enum ProseTemplate {
  static let text = "{{#pieces}}{{#isCode}}<code>{{text}}</code>{{/isCode}}{{^isCode}}{{text}}{{/isCode}}{{/pieces}}"
}
