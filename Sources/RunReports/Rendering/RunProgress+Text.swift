package import Simulation

extension RunProgress {
  /// `42 % after-limit · 12 days/s · 8 s left`: what there is to say after so long. Nobody can tell how long the rest
  /// takes before a second is over.
  ///
  /// - Parameter days: simulated days of all variants together; 0: not known.
  package func text(seconds: Double, days: Int64) -> String {
    var text = "\(Int(min(max(fraction, 0), 1) * 100)) % \(label)"
    guard seconds >= 1, fraction > 0, fraction < 1 else { return text }
    let rate = fraction * Double(days) / seconds
    if days > 0 { text += " · \(Self.speed(rate))" }
    let left = seconds * (1 - fraction) / fraction
    return text + " · \(FigureText.length(Int64(min(left.rounded(.up), 1e12)))) left"
  }

  /// `12 days/s`, `1.5 days/s`, and of slower runs `30 s/day`.
  private static func speed(_ rate: Double) -> String {
    if rate >= 10 { return "\(Int(min(rate, 1e12))) days/s" }
    if rate >= 0.5 { return "\(Int(rate)).\(Int(rate * 10) % 10) days/s" }
    return "\(FigureText.length(Int64(min((1 / rate).rounded(.up), 1e12))))/day"
  }
}
