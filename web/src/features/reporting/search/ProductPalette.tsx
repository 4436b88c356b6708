import type { AnswerOf } from '@bursar/contracts/endpoint';
import type { Role } from '@bursar/contracts/roles';
import type { Search } from '@bursar/contracts/reporting/search';
import { useQuery, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { paths } from '../../../lib/paths.ts';
import { useFormat } from '../../../ui/format/FormatProvider.tsx';
import { CommandPalette, type PaletteItem } from '../../../ui/palette/CommandPalette.tsx';
import { callApi } from '../../../lib/api-client.ts';
import { queryRoots } from '../../../lib/query-roots.ts';

type ProductPaletteProps = {
  role: Role | undefined;
  /** The pages and actions of the frame that opened the palette. */
  actions: readonly PaletteItem[];
  /** Pages outside the user's own work, listed after the search results. */
  pages: readonly PaletteItem[];
  onClose: () => void;
};

/**
 * Ctrl-K: shows pages and actions at once, and records, such as loans, borrowers and payments, as
 * the server finds them.
 */
export function ProductPalette({ role, actions, pages, onClose }: ProductPaletteProps) {
  const [typed, setTyped] = useState('');
  const sought = useDeferredValue(typed);
  const results = useResults(role, sought);
  return (
    <CommandPalette
      onClose={onClose}
      query={typed}
      onQueryChange={setTyped}
      actions={actions}
      others={pages}
      results={results.items}
      searching={results.searching}
      outdated={sought !== typed || results.outdated}
    />
  );
}

function useResults(role: Role | undefined, typed: string) {
  const { t } = useTranslation('search');
  const navigate = useNavigate();
  const noteOf = useLoanNote();
  const { data, isFetching, isPending, isPlaceholderData } = useQuery(searchQuery(typed));
  const isAsking = isLongEnough(typed.trim());
  const loans = (isAsking ? data?.loans : undefined) ?? [];
  const others = othersThan(loans, (isAsking ? data?.borrowers : undefined) ?? []);
  const agents = (isAsking ? data?.agents : undefined) ?? [];
  const list = role === 'user' || role === 'team' ? paths.allLoans[role] : undefined;
  const ofBooks = useMoneyItems(isAsking ? data : undefined);
  const similar = (isAsking ? data?.similarLoans : undefined) ?? [];
  const items: PaletteItem[] = [
    ...[...loans, ...similar].map((loan) => ({
      id: loan.id,
      label: loan.borrower.name ?? loan.externalId ?? loan.reference,
      note: noteOf(loan),
      group: similar.length > 0 ? t('similarLoans') : t('loans'),
      run: () => void navigate(paths.loanDetails(loan.id)),
    })),
    ...others.map(({ id, name, references }) => ({
      id,
      label: name ?? t('nameless'),
      ...(references.length > 0 && { note: references.join(' · ') }),
      group: t('others'),
      run: () => void navigate(paths.borrower(id)),
    })),
    ...borrowersOf(loans).map(({ name, references, loanId }) => ({
      id: `borrower of ${loanId}`,
      label: name,
      note: references.join(' · '),
      group: t('borrowers'),
      run: () => void navigate(paths.borrowerOf(loanId)),
    })),
    ...ofBooks,
    // An agent's page is the list of its loans; an administrator has no such list.
    ...(list === undefined ? [] : agents).map((agent) => ({
      id: agent.id,
      label: agent.name,
      ...(agent.team !== null && { note: agent.team }),
      group: t('agents'),
      run: () => void navigate(`${list}?agent=${agent.id}`),
    })),
  ];
  return {
    items,
    searching: isFetching,
    outdated: isAsking && (isPending || isPlaceholderData),
  };
}

/**
 * Returns a function that describes an active loan by reference, days past due and amount (due, or
 * outstanding if nothing is due), and any other loan by reference and status.
 */
function useLoanNote(): (loan: FoundLoan) => string {
  const { t } = useTranslation(['search', 'loans']);
  const format = useFormat();
  return ({ reference, status, daysPastDue, dueMinor, outstandingMinor, currency }) => {
    if (status !== 'active') return [reference, t(`loans:status.${status}`)].join(' · ');
    const late =
      daysPastDue > 0 ? [t('late', { count: daysPastDue, figure: format.count(daysPastDue) })] : [];
    const amount =
      dueMinor > 0
        ? t('due', { amount: format.amount(dueMinor, currency) })
        : t('outstanding', { amount: format.amount(outstandingMinor, currency) });
    return [reference, ...late, amount].join(' · ');
  };
}

/** Payments, due loans, applications and invoices, each with its amount or state. */
function useMoneyItems(found: AnswerOf<Search> | undefined): readonly PaletteItem[] {
  const { t } = useTranslation(['search', 'applications']);
  const format = useFormat();
  const navigate = useNavigate();
  if (!found) return [];
  const go = (path: string) => () => void navigate(path);
  return [
    ...found.payments.map((payment) => ({
      id: payment.id,
      label: payment.borrower ?? payment.loanReference,
      // The day comes first: a narrow screen cuts the end, and equal amounts differ only by their
      // day.
      note: [
        format.day(payment.valueDate),
        ...(payment.isReversed ? [t('reversed')] : []),
        format.amount(payment.amountMinor, payment.currency),
        payment.loanReference,
      ].join(' · '),
      group: t('payments'),
      run: go(paths.loanPayments(payment.loanId)),
    })),
    ...found.loansDue.map((loan) => ({
      id: `due of ${loan.id}`,
      label: loan.borrower ?? loan.reference,
      note: [
        loan.reference,
        ...(loan.daysPastDue > 0
          ? [t('late', { count: loan.daysPastDue, figure: format.count(loan.daysPastDue) })]
          : []),
        format.amount(loan.dueMinor, loan.currency),
      ].join(' · '),
      group: t('loansDue'),
      run: go(paths.loanDetails(loan.id)),
    })),
    ...found.applications.map((application) => ({
      id: application.id,
      label: application.borrower ?? application.reference,
      note: [application.reference, t(`applications:status.${application.status}`)].join(' · '),
      group: t('applications'),
      run: go(paths.application(application.id)),
    })),
    ...found.invoices.map((invoice) => ({
      id: invoice.id,
      label: invoice.customer,
      note: [
        invoice.number ?? t('draft'),
        format.amount(invoice.totalMinor, invoice.currency),
      ].join(' · '),
      group: t('invoices'),
      run: go(paths.invoice(invoice.id)),
    })),
  ];
}

type FoundLoan = AnswerOf<Search>['loans'][number];
type FoundBorrower = { name: string; loanId: string; references: readonly string[] };

/** Returns each borrower with a name once; its card opens on the page of its first loan. */
function borrowersOf(loans: readonly FoundLoan[]): readonly FoundBorrower[] {
  const found = new Map<string, FoundBorrower>();
  for (const { id, reference, borrower } of loans) {
    if (borrower.name === null) continue;
    const { loanId, references } = found.get(borrower.id) ?? { loanId: id, references: [] };
    const known = { name: borrower.name, loanId, references: [...references, reference] };
    found.set(borrower.id, known);
  }
  return [...found.values()];
}

/**
 * Returns borrowers who are another party of a loan, have no loan, or whose loans are not among the
 * first results.
 */
function othersThan(
  loans: readonly FoundLoan[],
  borrowers: AnswerOf<Search>['borrowers'],
): AnswerOf<Search>['borrowers'] {
  const shown = new Set(loans.map(({ borrower }) => borrower.id));
  return borrowers.filter(({ id }) => !shown.has(id));
}

const isLongEnough = (q: string) => q.length >= 2;

/** Searches the records for the typed text; the old results stay while a new search runs. */
function searchQuery(typed: string) {
  const q = typed.trim();
  return queryOptions({
    queryKey: [...queryRoots.search, q],
    queryFn: ({ signal }) => callApi<Search>('GET /api/search', { query: { q }, signal }),
    enabled: isLongEnough(q),
    placeholderData: keepPreviousData,
    staleTime: 30_000,
  });
}
