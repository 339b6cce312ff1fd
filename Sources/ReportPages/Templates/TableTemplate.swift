/// Every table: a caption, headings with scope, and cells whose exact value the script sorts by.
enum TableTemplate {
  static let text = """
    <div class="scroll" role="region" aria-labelledby="{{id}}-c" tabindex="0"><table id="{{id}}"><caption id="{{id}}-c">{{caption}}</caption><thead><tr>{{#columns}}<th scope="col"{{#isNumeric}} class="num"{{/isNumeric}}{{#.hint}} title="{{.}}"{{/.hint}}>{{title}}</th>{{/columns}}</tr></thead><tbody>
    {{#rows}}<tr{{#.mark}} class="{{.}}"{{/.mark}}>{{#cells}}{{>cell}}{{/cells}}</tr>
    {{/rows}}</tbody>{{#hasTotal}}<tfoot><tr>{{#total}}{{>cell}}{{/total}}</tr></tfoot>{{/hasTotal}}</table></div>

    """
}

enum CellTemplate {
  static let text = """
    <{{{tag}}}{{#.style}} class="{{.}}"{{/.style}}{{#.sort}} data-v="{{.}}"{{/.sort}}>{{#.link}}<a href="{{.}}">{{/.link}}{{text}}{{#.link}}</a>{{/.link}}{{#.badge}} <span class="badge {{tone}}">{{text}}</span>{{/.badge}}</{{{end}}}>
    """
}
