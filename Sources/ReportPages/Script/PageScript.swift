/// What the page can do beside being read: sorting, filtering, the other theme, unfolding for paper. Without it nothing
/// is missing but these. It never writes text from the page as markup.
enum PageScript {
  static let text = "(()=>{'use strict';\n" + TableScript.text + ThemeScript.text + FoldScript.text + "})();\n"
}
