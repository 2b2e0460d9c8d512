/* SPDX-License-Identifier: GPL-3.0-or-later */
// The script of a page: a click on the head of a column sorts its table, numbers from the greatest at first, texts from
// A. Neither "<" nor "&" stands in it, so that the page is XML, too.
for (const table of document.querySelectorAll('table.s'))
  table.tHead.addEventListener('click', event => {
    const head = event.target.closest('th');
    if (!head) return;
    const column = head.cellIndex;
    const up = head.dataset.d ? head.dataset.d === '-1' : !head.classList.contains('n');
    for (const other of table.tHead.rows[0].cells) delete other.dataset.d;
    head.dataset.d = up ? '1' : '-1';
    const valueOf = row => {
      const cell = row.cells[column];
      if (!cell.classList.contains('n')) return cell.textContent;
      return cell.dataset.v === '' ? -Infinity : Number(cell.dataset.v);
    };
    const rows = table.tBodies[0];
    Array.from(rows.rows).sort((x, y) => {
      const a = valueOf(x), b = valueOf(y);
      const order = a === b ? 0 : typeof a === 'string' ? a.localeCompare(b) : a > b ? 1 : -1;
      return up ? order : -order;
    }).forEach(row => rows.append(row));
  });
