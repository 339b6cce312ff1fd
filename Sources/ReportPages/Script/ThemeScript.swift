/// The switch between dark and light; without a choice the system decides.
enum ThemeScript {
  static let text = #"""
    const root = document.documentElement;
    const button = document.getElementById('theme');
    const system = matchMedia('(prefers-color-scheme: dark)');
    const remembered = 'firebreak-theme';
    const isDark = () => (root.dataset.theme ? root.dataset.theme === 'dark' : system.matches);
    const label = () => {
      button.textContent = isDark() ? 'Light' : 'Dark';
      button.setAttribute('aria-label', 'Switch to the ' + (isDark() ? 'light' : 'dark') + ' theme');
    };
    // Some browsers keep nothing for files.
    try {
      const theme = localStorage.getItem(remembered);
      if (theme === 'dark' || theme === 'light') root.dataset.theme = theme;
    } catch { }
    button.hidden = false;
    button.addEventListener('click', () => {
      root.dataset.theme = isDark() ? 'light' : 'dark';
      try { localStorage.setItem(remembered, root.dataset.theme); } catch { }
      label();
    });
    system.addEventListener('change', label);
    label();

    """#
}
