/// A chart with its legend, and the table that says the same.
enum FigureTemplate {
  static let text = """
    <figure class="chart" id="{{id}}"><figcaption>{{title}}</figcaption>
    {{{svg}}}
    {{#hasLegend}}<ul class="legend">{{#legend}}<li><span class="swatch {{style}}"></span>{{name}}</li>{{/legend}}</ul>{{/hasLegend}}
    <details class="data"><summary>Data<span class="unseen"> of {{title}}</span></summary>{{#table}}{{>table}}{{/table}}</details>
    </figure>

    """
}
