/// A finding with its notes, what helps, and the edits that would remove it.
enum FindingTemplate {
  static let text = """
    <li class="finding"><p class="finding-head"><span class="badge {{tone}}">{{severity}}</span><a class="code" href="#{{meaning}}">{{code}}</a>{{#.place}}<span class="place">{{#.link}}<a href="{{.}}">{{/.link}}{{text}}{{#.link}}</a>{{/.link}}</span>{{/.place}}</p>
    <p class="message">{{#message}}{{>prose}}{{/message}}</p>
    {{#remarks}}<p class="remark">{{>prose}}</p>{{/remarks}}
    {{#.help}}<p class="help"><b>Help</b> {{>prose}}</p>{{/.help}}
    {{#fixes}}<p class="help"><b>Fix</b> {{#title}}{{>prose}}{{/title}}</p>{{#edits}}<p class="edit"><span class="place">{{place}}</span><code>{{replacement}}</code></p>{{/edits}}{{/fixes}}
    {{#.shownBy}}<p class="remark">{{.}}</p>{{/.shownBy}}
    </li>

    """
}
