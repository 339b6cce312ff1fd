/// An operation that costs much: what it asks for, how it is carried out, where it stands.
enum OperationTemplate {
  static let text = """
    <div class="operation">
    <div class="operation-head"><h{{level}} class="head">{{name}}</h{{level}}>{{#.place}}<span class="place">{{#.link}}<a href="{{.}}">{{/.link}}{{text}}{{#.link}}</a>{{/.link}}</span>{{/.place}}</div>
    {{#.shape}}<p class="shape"><code>{{.}}</code></p>{{/.shape}}
    <dl class="figures-line">{{#facts}}<div><dt>{{name}}</dt><dd>{{value}}</dd></div>{{/facts}}</dl>
    {{#.plan}}<div class="plan" role="region" aria-label="Plan of {{name}}" tabindex="0">{{{.}}}</div>{{/.plan}}
    </div>

    """
}
