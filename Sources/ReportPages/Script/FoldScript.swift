/// Folded parts: contents closed where the page is narrow.
enum FoldScript {
  static let text = #"""
    const narrow = matchMedia('(max-width: 66rem)');
    const contents = document.querySelector('.contents');
    const fold = () => { if (contents) contents.open = !narrow.matches; };
    narrow.addEventListener('change', fold);
    fold();

    """#
}
