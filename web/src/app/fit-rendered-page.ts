import { markFilterLine } from '../ui/table/filter-line.ts';
import { limitHeight } from '../ui/table/limit-height.ts';

/* Runs at the end of a server-rendered document, before the page is painted: only the browser can
   measure. The application does the same once it has rendered the page. */
const page = document.querySelector('[data-rendered] #rendered-page');

for (const bar of page?.querySelectorAll<HTMLElement>('[data-filter-bar]') ?? []) {
  markFilterLine(bar);
}
for (const table of page?.querySelectorAll<HTMLElement>('[data-fills-page]') ?? []) {
  limitHeight(table);
}
