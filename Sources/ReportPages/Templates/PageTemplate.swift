/// The frame of the page. The style sheet and the script are texts of our own, everything else is escaped.
enum PageTemplate {
  static let text = """
    <!DOCTYPE html>
    <html lang="en">
    <head>
    <meta charset="utf-8">
    <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <link rel="icon" href="data:,">
    <title>{{title}}</title>
    <style>{{{style}}}</style>
    </head>
    <body>
    <a class="skip" href="#main">Skip to the report</a>
    <header class="top">
    <p class="brand">Firebreak <span>{{subject}}</span></p>
    <button type="button" id="theme" hidden>Dark</button>
    </header>
    <div class="frame">
    {{#hasReports}}<nav aria-label="Contents">
    <details class="contents" open><summary>Contents</summary>
    <ul>{{#reports}}<li><a href="#{{id}}">{{name}}</a>{{#hasContents}}<ul>{{#contents}}<li><a href="#{{id}}">{{title}}</a></li>{{/contents}}</ul>{{/hasContents}}</li>{{/reports}}</ul>
    </details>
    </nav>{{/hasReports}}
    <main id="main" tabindex="-1">
    {{#hasProblems}}<section class="failure" role="alert"><p>Not every workload could be played:</p><ul>{{#problems}}<li>{{.}}</li>{{/problems}}</ul></section>{{/hasProblems}}
    {{#isSeveral}}<header class="overview"><h1>{{title}}</h1><div class="story">{{#story}}<p>{{>prose}}</p>{{/story}}</div>{{#bills}}{{>figure}}{{/bills}}{{#overview}}{{>table}}{{/overview}}
    {{#hasClaims}}<section class="part" aria-labelledby="all-claims"><details class="folded"><summary><h2 class="head" id="all-claims">Claims</h2></summary>{{#claims}}{{>table}}{{/claims}}</details></section>{{/hasClaims}}
    {{#hasReports}}{{>paper}}{{/hasReports}}</header>{{/isSeveral}}
    {{#reports}}{{>report}}{{/reports}}
    {{^isSeveral}}{{>paper}}{{/isSeveral}}
    {{#hasCodes}}<section class="part codes" aria-labelledby="codes"><h2 class="head" id="codes">What the codes mean</h2>
    {{#codes}}<details class="meaning"><summary>{{title}}</summary><div id="{{id}}">{{#texts}}<p class="remark">{{>prose}}</p>{{/texts}}</div></details>
    {{/codes}}</section>{{/hasCodes}}
    </main>
    </div>
    <script>{{{script}}}</script>
    </body>
    </html>

    """
}

/// What a printed page lacks.
enum PaperTemplate {
  static let text = """
    <p class="on-paper">Printed without what is folded on the page: variants and operations one by one, findings that fail nothing, assumptions, prices and sources.</p>
    """
}
