/// A heading and what belongs under it, in one order: words, facts, charts, operations, findings, tables, sources.
enum SectionTemplate {
  static let text = """
    <section class="part" aria-labelledby="{{id}}">
    {{#isFolded}}<details class="folded"><summary>{{/isFolded}}<h{{level}} class="head" id="{{id}}">{{title}}</h{{level}}>{{#isFolded}}</summary>{{/isFolded}}
    {{#.intro}}<p class="intro">{{>prose}}</p>{{/.intro}}
    {{#hasFacts}}<dl class="facts-list">{{#facts}}<div><dt>{{name}}</dt><dd>{{value}}</dd></div>{{/facts}}</dl>{{/hasFacts}}
    {{#hasFigures}}<div class="figures">{{#figures}}{{>figure}}{{/figures}}</div>{{/hasFigures}}
    {{#operations}}{{>operation}}{{/operations}}
    {{#hasFindings}}<ul class="findings">{{#findings}}{{>finding}}{{/findings}}</ul>{{/hasFindings}}
    {{#.foldedTitle}}<details class="fold"><summary>{{.}}</summary><ul class="findings">{{#folded}}{{>finding}}{{/folded}}</ul></details>{{/.foldedTitle}}
    {{#tables}}{{>table}}{{/tables}}
    {{#hasNotes}}<ul class="notes">{{#notes}}<li>{{>prose}}</li>{{/notes}}</ul>{{/hasNotes}}
    {{#listings}}{{>listing}}{{/listings}}
    {{#isFolded}}</details>{{/isFolded}}
    </section>

    """
}
