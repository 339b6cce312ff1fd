// Tables that phones show as one card for each row: no figure is outside of the screen.

/** Gives every cell the heading of its column, which stands beside it where there is no room for columns. */
export function stacked(table) {
  table.classList.add('stacked');
  const names = [...table.tHead.rows[0].cells].map((cell) => cell.textContent);
  for (const row of table.tBodies[0].rows) {
    [...row.cells].forEach((cell, index) => { if (names[index] && index > 0) cell.dataset.label = names[index]; });
  }
  return table;
}
