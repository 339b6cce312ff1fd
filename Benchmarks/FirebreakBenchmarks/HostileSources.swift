import Diagnostics

/// Code that only tools write, and that must not take longer than its length lets expect.
enum HostileSources {
  private static let imports =
    #"import{getFirestore as a,collection as b,query as c,where as d,orderBy as e,getDocs as f}from"firebase/firestore";"#

  /// A minified bundle: everything in one line.
  static func bundle(bytes: Int) -> SourceText {
    var generator = SeededGenerator(state: 7)
    var text = imports + "var g=a();"
    while text.utf8.count < bytes {
      let id = Int(generator.next() % 1_000_000)
      switch generator.next() % 4 {
      case 0:
        text += #"function h\#(id)(i,j){var k=b(g,"c\#(id % 977)");"#
        text += #"return i?f(c(k,d("x\#(id % 13)","==",j),e("y"))):f(c(k,e("z\#(id % 7)")))}"#
      case 1:
        text += "var l\(id)=function(m){for(var n=0;n<m.length;n++){if(m[n]>1){m[n]=h\(id)(m[n],n)}else{m.push({a:1})}}"
        text += "return m.map(function(o){return o.id||o.key&&o.value})};"
      case 2:
        text += "class p\(id){constructor(q){this.q=q;this.db=g}async r(s){"
        text += #"const t=await f(c(b(this.db,"k"+s),d("u","in",s)));return t.docs.map(v=>v.data())}}"#
      default: text += "l\(id)=h\(id)((\(id)).toString(36),[1,2,3]);"
      }
    }
    return SourceText(path: "bundle.js", text: text)
  }

  static func conditions(_ count: Int) -> SourceText {
    let steps = (0..<count).map { #"if (i.x\#($0) > \#($0)) { q = c(q, d("f\#($0 % 50)", "==", i.x\#($0))); }"# }
    let lines =
      [imports, "export async function h(g, i) {", #"let q = c(b(g, "c"));"#] + steps + ["return f(q);", "}"]
    return SourceText(path: "conditions.js", text: lines.joined(separator: "\n"))
  }

  static func cases(_ count: Int) -> SourceText {
    let cases = (0..<count).map { #"case \#($0): q = c(q, d("f\#($0)", "==", i)); break;"# }
    let lines = [imports, "export async function h(g, i) {", #"let q = c(b(g, "c"));"#, "switch (i) {"] + cases
    return SourceText(path: "cases.js", text: (lines + ["}", "return f(q);", "}"]).joined(separator: "\n"))
  }

  /// A React class whose buttons each put something else into what one query is filtered by.
  static func board(buttons: Int, filters: Int) -> SourceText {
    let kept = (0..<filters).map { "f\($0): null" }.joined(separator: ", ")
    let steps = (0..<filters).map { #"if (this.state.f\#($0)) s.push(d("f\#($0)", "==", this.state.f\#($0)));"# }
    let shown = (0..<buttons).map { button in
      let field = "f\(button % filters)"
      return """
        <button className={this.state.\(field) ? "on" : "off"}
          onClick={() => { this.setState({ \(field): "v\(button)" }); this.load(); }}>
          {this.state.\(field) ? "Off" : "On"}
        </button>
        """
    }
    let lines =
      [imports, #"import React from "react";"#, "export class Board extends React.Component {", "state = { \(kept) };"]
      + ["load = async () => {", "const s = [];"] + steps
      + [#"return f(c(b(a(), "items"), ...s, e("createdAt")));"#, "};", "render() { return (<div>"] + shown
      + ["</div>); }", "}"]
    return SourceText(path: "board.jsx", text: lines.joined(separator: "\n"))
  }
}
