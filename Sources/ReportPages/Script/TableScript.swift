/// Tables sort by a click or a key on a heading, and longer ones have a filter.
enum TableScript {
  static let text = #"""
    const exact = (cell) => {
      const value = cell.dataset.v;
      return value === undefined ? null : /^-?\d+$/.test(value) ? BigInt(value) : Number(value);
    };
    const compare = (a, b) => (a < b ? -1 : a > b ? 1 : 0);
    const sort = (table, column, numeric, direction) => {
      const body = table.tBodies[0];
      const keyed = [...body.rows].map((row, index) => {
        const cell = row.cells[column];
        const number = numeric ? exact(cell) : null;
        return { row, index, key: numeric ? number : cell.textContent.trim().toLowerCase() };
      });
      keyed.sort((a, b) => {
        // What has no figure comes last, whichever the direction.
        if (a.key === null || b.key === null) return (a.key === null) - (b.key === null) || a.index - b.index;
        return direction * compare(a.key, b.key) || a.index - b.index;
      });
      for (const { row } of keyed) body.append(row);
    };
    // Where a window is as narrow as a phone, a row is a card, and each of its cells says what it is.
    const phone = matchMedia('(max-width: 480px)');
    const cards = () => {
      if (!phone.matches) return;
      for (const table of document.querySelectorAll('table:not(.cards)')) {
        const titles = [...table.tHead.rows[0].cells].map((head) => head.textContent);
        for (const part of [...table.tBodies, table.tFoot]) {
          for (const row of part ? part.rows : []) {
            [...row.cells].forEach((cell, column) => {
              if (column > 0 && cell.textContent.trim() !== '') cell.dataset.l = titles[column];
            });
          }
        }
        table.classList.add('cards');
      }
    };
    cards();
    phone.addEventListener('change', cards);
    for (const table of document.querySelectorAll('table')) {
      const heads = [...table.tHead.rows[0].cells];
      if (table.tBodies[0].rows.length < 2) continue;
      heads.forEach((head, column) => {
        const numeric = head.classList.contains('num');
        const button = document.createElement('button');
        button.type = 'button';
        button.textContent = head.textContent;
        head.replaceChildren(button);
        button.addEventListener('click', () => {
          const now = head.getAttribute('aria-sort');
          const next = now === null ? (numeric ? 'descending' : 'ascending') : now === 'ascending' ? 'descending' : 'ascending';
          for (const other of heads) other.removeAttribute('aria-sort');
          head.setAttribute('aria-sort', next);
          sort(table, column, numeric, next === 'ascending' ? 1 : -1);
        });
      });
    }
    for (const table of document.querySelectorAll('table')) {
      const rows = [...table.tBodies[0].rows];
      if (rows.length < 8) continue;
      const line = document.createElement('p');
      line.className = 'filter';
      const input = document.createElement('input');
      input.type = 'search';
      input.placeholder = 'Filter';
      input.setAttribute('aria-label', 'Filter ' + table.caption.textContent);
      input.setAttribute('aria-controls', table.id);
      const state = document.createElement('span');
      state.setAttribute('role', 'status');
      line.append(input, state);
      table.parentElement.before(line);
      const texts = rows.map((row) => row.textContent.toLowerCase());
      input.addEventListener('input', () => {
        const words = input.value.toLowerCase().split(/\s+/).filter(Boolean);
        let shown = 0;
        rows.forEach((row, index) => {
          row.hidden = !words.every((word) => texts[index].includes(word));
          if (!row.hidden) shown += 1;
        });
        state.textContent = words.length ? shown + ' of ' + rows.length : '';
      });
    }

    """#
}
