import { useSearchParams } from 'react-router';

/** The state of the finance page, stored in the address. */
export type FinanceView = {
  /** The month whose days are shown; null shows the year by month. */
  readonly month: string | null;
  /** The last day of the trial balance; null is today. */
  readonly on: string | null;
  /** The figure whose rows are open: part, currency and place, such as `flow.USD.2026-05-01`. */
  readonly open: string | null;
  /** The kind of rows shown. */
  readonly rows: string | null;
};

export type ChangeView = (
  change: Partial<FinanceView>,
  /** Set `replace` to replace the current entry of the browser history instead of adding one. */
  how?: { readonly replace: boolean },
) => void;

export function useFinanceView(): { view: FinanceView; change: ChangeView } {
  const [search, setSearch] = useSearchParams();
  const month = search.get('month');
  const on = search.get('on');
  const view = {
    month: month !== null && /^\d{4}-(0[1-9]|1[0-2])$/.test(month) ? month : null,
    on: on !== null && /^\d{4}-\d{2}-\d{2}$/.test(on) ? on : null,
    open: search.get('open'),
    rows: search.get('rows'),
  };
  const change: ChangeView = (changed, how) =>
    setSearch(
      (now) => {
        const next = new URLSearchParams(now);
        for (const [name, value] of Object.entries(changed)) {
          if (value === null) next.delete(name);
          else next.set(name, value);
        }
        return next;
      },
      { preventScrollReset: true, ...how },
    );
  return { view, change };
}

/**
 * Returns the place that the address opens in a part of the page; null if the open figure is in
 * another part or currency.
 */
export function openPlace({ open }: FinanceView, part: string, currency: string): string | null {
  const prefix = placeOf(part, currency, '');
  return open?.startsWith(prefix) ? open.slice(prefix.length) : null;
}

export function placeOf(part: string, currency: string, place: string): string {
  return `${part}.${currency}.${place}`;
}
