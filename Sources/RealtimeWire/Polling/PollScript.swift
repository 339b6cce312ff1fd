/// The scripts that answer polls: they call functions of the page that has loaded them.
enum PollScript {
  /// Defines the functions that all answers call.
  ///
  /// - Parameter callback: the page's number of the connection, digits alone.
  static func opening(callback: String, id: String, password: String) -> String {
    """
    function pLPCommand(c, a1, a2, a3, a4) { \(page("pLPCommand", callback))(c, a1, a2, a3, a4); }
    function pRTLPCB(pN, data) { \(page("pRTLPCB", callback))(pN, data); }
    pLPCommand('start','\(id)','\(password)');

    """
  }

  private static func page(_ name: String, _ callback: String) -> String {
    let function = "parent.window[\"\(name)\(callback)\"]"
    return "\(function) && \(function)"
  }

  static func response(_ number: Int, _ messages: [String]) -> String {
    // Two line breaks of Unicode may stand in JSON, but not in the scripts of older browsers.
    let list = messages.joined(separator: ",")
      .replacing("\u{2028}", with: "\\u2028").replacing("\u{2029}", with: "\\u2029")
    return "pRTLPCB(\(number),[\(list)]);\n"
  }

  /// - Parameter number: of the last answer that counts.
  static func close(after number: Int? = nil) -> String {
    number.map { "pLPCommand('close',\($0));\n" } ?? "pLPCommand('close');\n"
  }

  /// The page of a frame that tells when it goes.
  static func frame(id: String, password: String) -> String {
    """
    <!doctype html><title>disconnect</title><script>
    function leave() { navigator.sendBeacon("/.lp?disconn=t&id=\(id)&pw=\(password)"); }
    addEventListener("unload", leave);
    addEventListener("pagehide", leave);
    </script>

    """
  }
}
