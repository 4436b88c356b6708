import type { ListParkedLoans } from '@bursar/contracts/collections/parked-loans';
import { parkedStates } from '@bursar/contracts/collections/parked-loans.values';
import type { AnswerOf } from '@bursar/contracts/endpoint';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { paths } from '../../../lib/paths.ts';
import { DayText } from '../../../ui/format/DayText.tsx';
import { useFormat } from '../../../ui/format/FormatProvider.tsx';
import { InstantText } from '../../../ui/format/InstantText.tsx';
import { Box } from '../../../ui/layout/Box.tsx';
import { Row } from '../../../ui/layout/Layout.tsx';
import { Text } from '../../../ui/layout/Text.tsx';
import { TextLink } from '../../../ui/link/TextLink.tsx';
import { Panel } from '../../../ui/page/Panel.tsx';
import { CellPair } from '../../../ui/table/CellPair.tsx';
import { FigureTable, type FigureColumn } from '../../../ui/table/FigureTable.tsx';
import { MoreRows } from '../../../ui/table/MoreRows.tsx';
import { deskQuery, parkedLoansQuery } from './desk.queries.ts';
import { FilterMenu } from './FilterMenu.tsx';
import { useFirstRows } from './use-first-rows.ts';
import { useIsPhone } from '../../../ui/state/use-media.ts';

type ParkedLoan = AnswerOf<ListParkedLoans>['loans'][number];

/**
 * Overdue loans that are not in a queue or whose promise waits for approval, each with the reason;
 * hidden if there are none.
 */
export function ParkedLoans() {
  const { t } = useTranslation('work-queue');
  const format = useFormat();
  const filters = useParkedFilters();
  const query = useInfiniteQuery(parkedLoansQuery(filters.values));
  const columns = useParkedColumns();
  const pages = query.data?.pages ?? [];
  const listed = useFirstRows(
    pages.flatMap((page) => page.loans),
    query,
  );
  const counts = pages.at(-1)?.counts ?? [];
  const all = counts.reduce((sum, { loans }) => sum + loans, 0);
  const { state, agentId } = filters.values;
  if (!query.data || (all === 0 && agentId === undefined)) return null;
  const shown = state ? (counts.find((one) => one.state === state)?.loans ?? 0) : all;
  return (
    <Panel title={t('parked.title')} note={t('parked.meaning')}>
      <Box pad={[0, 0, 3]}>
        <Row gap={2}>
          <FilterMenu
            label={t('parked.reason')}
            every={t('parked.everyReason', { figure: format.count(all) })}
            options={parkedStates
              .filter((one) => one === state || counts.some((count) => count.state === one))
              .map((value) => ({
                value,
                label: t(`parked.state.${value}`),
                note: format.count(counts.find((count) => count.state === value)?.loans ?? 0),
              }))}
            value={state}
            onChange={(value) => filters.change('parked', value)}
          />
          <FilterMenu
            label={t('desk.agent')}
            every={t('parked.everyAgent')}
            options={filters.agents.map(({ id, name }) => ({ value: id, label: name }))}
            value={agentId}
            onChange={(value) => filters.change('parkedAgent', value)}
          />
        </Row>
      </Box>
      {listed.rows.length === 0 ? (
        <Text tone="muted" size="table">
          {t('parked.empty')}
        </Text>
      ) : (
        <FigureTable
          label={t('parked.title')}
          rows={listed.rows}
          rowId={({ id }) => id}
          columns={columns}
        />
      )}
      <MoreRows shown={listed.rows.length} all={shown} pages={listed.pages} />
    </Panel>
  );
}

/** The filters, which are stored in the URL. */
function useParkedFilters() {
  const [search, setSearch] = useSearchParams();
  const { data } = useQuery(deskQuery);
  const agents = data?.agents ?? [];
  const state = parkedStates.find((one) => one === search.get('parked'));
  const agentId = agents.find(({ id }) => id === search.get('parkedAgent'))?.id;
  return {
    agents,
    values: { state, agentId },
    change: (name: 'parked' | 'parkedAgent', value: string | null) =>
      setSearch(
        (now) => {
          const next = new URLSearchParams(now);
          if (value === null) next.delete(name);
          else next.set(name, value);
          return next;
        },
        { replace: true, preventScrollReset: true },
      ),
  };
}

function useParkedColumns(): readonly FigureColumn<ParkedLoan>[] {
  const { t } = useTranslation('work-queue');
  const format = useFormat();
  const isPhone = useIsPhone();
  const reason: FigureColumn<ParkedLoan> = {
    id: 'reason',
    header: t('parked.reason'),
    cell: (loan) => <Reason {...loan} />,
  };
  if (isPhone) {
    return [
      {
        id: 'loan',
        header: t('duePromises.loan'),
        wide: true,
        cell: (loan) => (
          <CellPair
            first={<LoanLink {...loan} />}
            second={
              <>
                <bdi>{loan.borrower ?? '–'}</bdi> · <bdi>{loan.agent ?? '–'}</bdi>
              </>
            }
          />
        ),
      },
      reason,
    ];
  }
  return [
    { id: 'loan', header: t('duePromises.loan'), cell: (loan) => <LoanLink {...loan} /> },
    {
      id: 'borrower',
      header: t('duePromises.borrower'),
      wide: true,
      cell: ({ borrower }) => <bdi>{borrower ?? '–'}</bdi>,
    },
    { id: 'agent', header: t('desk.agent'), cell: ({ agent }) => <bdi>{agent ?? '–'}</bdi> },
    reason,
    {
      id: 'late',
      header: t('parked.daysLate'),
      align: 'end',
      cell: ({ daysPastDue }) => format.count(daysPastDue),
    },
  ];
}

function LoanLink({ id, reference }: Pick<ParkedLoan, 'id' | 'reference'>) {
  return (
    <TextLink plain weight="medium" to={paths.loanDetails(id)}>
      {reference}
    </TextLink>
  );
}

/** The reason, with the day or time at which the loan returns to its queue. */
function Reason({ state, returnsOn, returnsAt }: ParkedLoan) {
  const { t } = useTranslation('work-queue');
  return (
    <>
      {t(`parked.state.${state}`)}
      {(returnsOn ?? returnsAt) && (
        <Text as="span" tone="muted">
          {' · '}
          {returnsOn && <DayText day={returnsOn} />}
          {returnsAt && <InstantText at={returnsAt} />}
        </Text>
      )}
    </>
  );
}
