/// One run: its name, the verdict strip, the sections about all variants, and the variants one by one.
enum ReportTemplate {
  static let text = """
    <article class="report" aria-labelledby="{{id}}">
    <h{{level}} class="title" id="{{id}}">{{name}}</h{{level}}>
    <div class="story">{{#story}}<p>{{>prose}}</p>{{/story}}</div>
    {{#.about}}<p class="about">{{>prose}}</p>{{/.about}}
    <p class="facts">{{facts}}</p>
    <ul class="strip">{{#tiles}}<li class="tile{{#.tone}} {{.}}{{/.tone}}"><span class="label">{{label}}</span><span class="value">{{value}}</span>{{#.note}}<span class="note">{{.}}</span>{{/.note}}</li>{{/tiles}}</ul>
    {{#opening}}{{>section}}{{/opening}}
    {{#variants}}<details class="variant"><summary><h{{level}} class="head" id="{{id}}">{{name}}</h{{level}}>{{#badges}}<span class="badge {{tone}}">{{text}}</span>{{/badges}}<span class="line">{{line}}</span></summary>
    {{#sections}}{{>section}}{{/sections}}</details>
    {{/variants}}
    {{#closing}}{{>section}}{{/closing}}
    </article>

    """
}
