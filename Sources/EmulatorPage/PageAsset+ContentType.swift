extension PageAsset {
  package var contentType: String {
    switch rawValue.split(separator: ".").last {
    case "html": "text/html; charset=utf-8"
    case "css": "text/css; charset=utf-8"
    case "js": "text/javascript; charset=utf-8"
    case "svg": "image/svg+xml"
    default: "text/plain; charset=utf-8"
    }
  }
}
