import type { Row } from '../columns/bank-columns.ts';

/**
 * Finds the lines below a title such as "Pending transactions" between the rows, up to the next
 * title.
 */
export function pendingRows(rows: readonly Row[], isNote: (row: Row) => boolean): ReadonlySet<Row> {
  const found = new Set<Row>();
  let isPending = false;
  for (const row of rows) {
    const texts = row.cells.map((cell) => cell.trim()).filter((text) => text !== '');
    const [title = ''] = texts;
    if (isNote(row)) {
      if (texts.length === 1 && /\p{L}/u.test(title)) isPending = pendingTitle.test(title);
    } else if (isPending) {
      found.add(row);
    }
  }
  return found;
}

const pendingTitle =
  /(?<!\p{L})(pending|uncleared|unposted|not booked|unbooked|authori[sz]ations?|vorgemerkte?r?|vormerkungen|en attente|à venir|pendientes?|in sospeso|non contabilizzat[ei]|pendentes?|openstaand|oczekujące|bekleyen)(?!\p{L})|معلقة|قيد التنفيذ|قيد المعالجة/iu;
