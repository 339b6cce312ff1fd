/// The style sheet of the page.
enum PageStyle {
  static let text =
    ColorStyle.text + LayoutStyle.text + TableStyle.text + PartStyle.text + ChartStyle.text + PrintStyle.text
}
