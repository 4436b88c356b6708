import type { LoanSelection } from '@bursar/contracts/assignments';
import type { LoanRow } from '@bursar/contracts/loans';
import { useQueryClient } from '@tanstack/react-query';
import { useMemo, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { paths } from '../../lib/paths.ts';
import { useMay } from '../../lib/session-query.ts';
import { pagedLoadOf } from '../../lib/page-load.ts';
import { useFormat } from '../../ui/format/FormatProvider.tsx';
import { Money } from '../../ui/format/Money.tsx';
import { CountLine } from '../../ui/page/CountLine.tsx';
import { EmptyState } from '../../ui/page/EmptyState.tsx';
import { PageHeader } from '../../ui/page/PageHeader.tsx';
import { ListTable } from '../../ui/table/ListTable.tsx';
import { nothingSelected, selectedCount } from '../../ui/table/row-selection.ts';
import { DayText } from '../../ui/format/DayText.tsx';
import { ArrearsBadge } from '../../ui/status/ArrearsBadge.tsx';
import { TagsInShort } from '../../ui/status/Tag.tsx';
import { Stack, Row } from '../../ui/layout/Layout.tsx';
import { Text } from '../../ui/layout/Text.tsx';
import { amountWidths, loanColumns, loanSums } from './loan-columns.tsx';
import { chosenOutstanding, loanSelectionOf } from './loan-selection.ts';
import type { LoanListFacts } from './loan-lists.ts';
import { loanQuery } from './loans.queries.ts';
import { useLoanFilters, type HolderOptions } from './use-loan-filters.ts';
import { useLoanList, type LoanListState } from './use-loan-list.ts';
import { BorrowerName, LoanStatusBadge } from './LoanLabels.tsx';
import classes from './LoanList.module.css';

/** Loans that someone has picked for a bulk action, and how to let go of them. */
export type ChosenLoans = {
  readonly selection: LoanSelection;
  readonly count: number;
  readonly clear: () => void;
};

type ListAddress = {
  readonly list: string;
  readonly search: string;
  readonly onOpen: (search: string, options?: { replace: boolean }) => void;
};

type LoanListProps = {
  readonly facts: LoanListFacts;
  /** Teams and agents to filter by, where the reader’s role may know them. */
  readonly holderOptions: HolderOptions;
  /** Actions of the page’s head. */
  readonly actions?: ReactNode;
  /** Actions on the rows picked; without them nothing can be picked. */
  readonly bulkActions?: (chosen: ChosenLoans) => ReactNode;
  /** Where the reader keeps views of the list. */
  readonly views: (list: ListAddress) => ReactNode;
  /** A row is about to be opened: time to fetch the page that opening it needs. */
  readonly onIntent?: () => void;
  /** What to do where the list is empty though nothing filters it. */
  readonly emptyAction?: ReactNode;
};

/** One of the loan lists: filters, rows, sums and what can be done with the rows picked. */
export function LoanList(props: LoanListProps) {
  const { facts, holderOptions, actions, bulkActions, views } = props;
  const { words } = facts;
  const { t } = useTranslation(['loans', 'facts']);
  const format = useFormat();
  const mayExport = useMay('export-loans');
  const queryClient = useQueryClient();
  const filters = useLoanFilters(facts, holderOptions);
  const list = useLoanList(facts, filters);
  const { address, query, sums, selection, setSelection } = list;
  const isOneCurrency = (sums?.amounts.length ?? 1) < 2;
  const currency = isOneCurrency ? (sums?.amounts[0]?.currency ?? holderOptions.currency) : null;
  const columns = useLoanColumns(list, { facts, currency });
  const chosen: ChosenLoans = {
    selection: loanSelectionOf(selection, list.filter),
    count: selectedCount(selection, sums?.count ?? list.rows.length),
    clear: () => setSelection(nothingSelected),
  };
  const title = t(`list.${words}.title`);
  const counted = sums && { count: sums.count, figure: format.count(sums.count) };

  return (
    <>
      <PageHeader
        title={title}
        description={
          <CountLine
            words={
              counted && t(address.isFiltered ? 'list.matching' : `list.${words}.count`, counted)
            }
            failed={query.isError}
          />
        }
        actions={actions}
      />
      <ListTable<LoanRow>
        address={address}
        load={pagedLoadOf(query)}
        label={title}
        columns={columns}
        rows={list.rows}
        rowId={(loan) => loan.id}
        rowName={(loan) => loan.reference}
        rowHref={(loan) => paths.loanDetails(loan.id)}
        onRowIntent={(loan) => {
          props.onIntent?.();
          void queryClient.prefetchQuery(loanQuery(loan.id));
        }}
        card={(loan) => <LoanCard loan={loan} />}
        none={
          <EmptyState
            title={t(`list.${words}.empty`)}
            hint={t(`list.${words}.emptyHint`)}
            action={props.emptyAction}
          />
        }
        noMatch={t('list.noMatch')}
        matchCount={sums?.count}
        sums={sums ? loanSums(sums) : {}}
        {...(bulkActions && {
          selection,
          onSelectionChange: setSelection,
          bulk: { figure: <ChosenSum list={list} />, actions: bulkActions(chosen) },
        })}
        {...(mayExport && { onExport: list.save })}
        views={views({
          list: `loans/${words}`,
          search: address.search.toString(),
          onOpen: list.openAddress,
        })}
      />
    </>
  );
}

/** The columns stay what they are while the amounts in them need no more room. */
function useLoanColumns(
  { rows, sums }: LoanListState,
  { facts, currency }: { facts: LoanListFacts; currency: string | null },
) {
  const { t } = useTranslation(['loans', 'facts']);
  const format = useFormat();
  const { outstanding, principal, dueAmount, arrearsAmount } = useMemo(
    () => amountWidths({ rows, sums }, format.money),
    [rows, sums, format],
  );
  return useMemo(
    () =>
      loanColumns(t, {
        holders: facts.holders,
        currency,
        amounts: { outstanding, principal, dueAmount, arrearsAmount },
      }),
    [t, facts, currency, outstanding, principal, dueAmount, arrearsAmount],
  );
}

function ChosenSum({ list }: { list: LoanListState }) {
  const sum = chosenOutstanding(list.selection, list.rows, list.sums);
  return sum && <Money {...sum} />;
}

/** A loan in a list on a phone: who, how much, how late, and what comes next. */
function LoanCard({ loan }: { loan: LoanRow }) {
  const { t } = useTranslation('loans');
  return (
    <Stack as="span" gap={1}>
      <Row as="span" gap={2} wrap={false} className={classes.line}>
        <Text as="span" weight="medium" clip dir="auto">
          <BorrowerName name={loan.borrower.name} externalId={loan.externalId} />
        </Text>
        <TagsInShort tags={loan.tags} />
        <span className={classes.end}>
          <Money amountMinor={loan.outstandingMinor} currency={loan.currency} />
        </span>
      </Row>
      <Row as="span" gap={2} wrap={false} tone="muted" size="table" className={classes.line}>
        <Row as="span" gap={3} lines={0} align="stretch" className={classes.line}>
          <span>{loan.reference}</span>
          {loan.status === 'active' ? (
            <ArrearsBadge bucket={loan.bucket} daysPastDue={loan.daysPastDue} />
          ) : (
            <LoanStatusBadge status={loan.status} />
          )}
        </Row>
        {loan.nextDueOn && (
          <span className={classes.end}>
            <span>{t('card.due')}</span> <DayText day={loan.nextDueOn} style="short" />
            {' · '}
            <Money amountMinor={loan.dueMinor} currency={loan.currency} withCurrency={false} />
            {loan.arrearsMinor > 0 && loan.arrearsMinor < loan.dueMinor && (
              <>
                {' · '}
                <span>{t('card.inArrears')}</span>{' '}
                <Money
                  amountMinor={loan.arrearsMinor}
                  currency={loan.currency}
                  withCurrency={false}
                />
              </>
            )}
          </span>
        )}
      </Row>
    </Stack>
  );
}
