import { markFilterLine } from '../ui/table/filter-line.ts';
import { limitHeight } from '../ui/table/limit-height.ts';

/*
 * Runs below a page that the server has rendered, before it is painted: only the browser can
 * measure. The app does the same when it has drawn the page.
 */
const page = document.querySelector('[data-rendered] #rendered-page');

for (const bar of page?.querySelectorAll<HTMLElement>('[data-filter-bar]') ?? []) {
  markFilterLine(bar);
}
for (const table of page?.querySelectorAll<HTMLElement>('[data-fills-page]') ?? []) {
  limitHeight(table);
}
