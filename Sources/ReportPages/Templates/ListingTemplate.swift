/// Lines of a file that the report points to.
enum ListingTemplate {
  static let text = """
    <details class="listing"><summary>{{path}}</summary><pre tabindex="0">{{#lines}}{{#isGap}}<span class="gap">⋯</span>{{/isGap}}{{^isGap}}<span class="src{{#isNamed}} named{{/isNamed}}" id="{{anchor}}"><span class="no">{{number}}</span>{{text}}</span>{{/isGap}}{{/lines}}</pre></details>

    """
}
