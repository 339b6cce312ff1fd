/// Folded parts: contents closed where the page is narrow, and open where a link leads into one.
enum FoldScript {
  static let text = #"""
    const narrow = matchMedia('(max-width: 66rem)');
    const contents = document.querySelector('.contents');
    const fold = () => { if (contents) contents.open = !narrow.matches; };
    narrow.addEventListener('change', fold);
    fold();
    const unfold = () => {
      const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
      for (let part = target; part; part = part.parentElement) if (part.tagName === 'DETAILS') part.open = true;
      if (target) target.scrollIntoView({block: 'nearest'});
    };
    addEventListener('hashchange', unfold);
    unfold();

    """#
}
