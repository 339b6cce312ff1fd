/// Folded parts: all open on paper, contents closed where the page is narrow.
enum FoldScript {
  static let text = #"""
    const narrow = matchMedia('(max-width: 66rem)');
    const contents = document.querySelector('.contents');
    const fold = () => { contents.open = !narrow.matches; };
    narrow.addEventListener('change', fold);
    fold();
    let opened = [];
    addEventListener('beforeprint', () => {
      opened = [...document.querySelectorAll('details:not([open])')];
      for (const part of opened) part.open = true;
    });
    addEventListener('afterprint', () => {
      for (const part of opened) part.open = false;
      opened = [];
    });

    """#
}
