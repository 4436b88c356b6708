import type { SecuredLoan } from '@bursar/contracts/reporting/collateral';
import {
  marginFilters,
  type MarginFilter,
  type MarginState,
} from '@bursar/contracts/reporting/collateral.values';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { failureSentence } from '../../../lib/failure-sentence.ts';
import { failureOf } from '../../../lib/load-of.ts';
import { Button } from '../../../ui/button/Button.tsx';
import { ExportButton } from '../../../ui/button/ExportButton.tsx';
import { TitleButton } from '../../../ui/button/TitleButton.tsx';
import { SegmentedChoice } from '../../../ui/filters/SegmentedChoice.tsx';
import { useFormat } from '../../../ui/format/FormatProvider.tsx';
import { Money } from '../../../ui/format/Money.tsx';
import { Box } from '../../../ui/layout/Box.tsx';
import { Stack } from '../../../ui/layout/Layout.tsx';
import { Text } from '../../../ui/layout/Text.tsx';
import { notify } from '../../../ui/overlay/notify.ts';
import { DefinedPanel } from '../../../ui/page/DefinedPanel.tsx';
import { EmptyState } from '../../../ui/page/EmptyState.tsx';
import { Loaded } from '../../../ui/page/Loaded.tsx';
import { TableToCome } from '../../../ui/page/PageShape.tsx';
import { StatusBadge } from '../../../ui/status/StatusBadge.tsx';
import { CellPair } from '../../../ui/table/CellPair.tsx';
import { FigureTable, type FigureColumn } from '../../../ui/table/FigureTable.tsx';
import { MoreRows } from '../../../ui/table/MoreRows.tsx';
import { securedLoansQuery, useSaveLoans, type CollateralBook } from './collateral.queries.ts';
import { useAddress } from '../../../lib/use-address.ts';
import { useIsPhone } from '../../../ui/state/use-media.ts';

type AskedLoans = { state?: MarginFilter; on?: string };

/**
 * Returns a function that filters the list to the loans of a figure (all loans if no state and no
 * day is given) and scrolls to it.
 */
export function useOpenLoans(currency: string): (asked: AskedLoans) => void {
  const [, setSearch] = useSearchParams();
  return ({ state, on }) => {
    setSearch(
      (now) => {
        const next = new URLSearchParams(now);
        for (const [name, value] of Object.entries({ state, on, asset: undefined })) {
          if (value === undefined) next.delete(name);
          else next.set(name, value);
        }
        return next;
      },
      { preventScrollReset: true },
    );
    const list = document.getElementById(listId(currency));
    list?.scrollIntoView({ block: 'center' });
    list?.focus({ preventScroll: true });
  };
}

const listId = (currency: string) => `loans-${currency}`;

/** Loans with collateral, the highest loan-to-value first; each opens its holdings. */
export function SecuredLoans({ book }: { book: CollateralBook }) {
  const { t } = useTranslation('collateral');
  const format = useFormat();
  const { currency, states, totals } = book;
  const [asked, setState] = useAddress('state');
  const [askedAsset, setAsset] = useAddress('asset');
  const [askedDay, setDay] = useAddress('on');
  const on = /^\d{4}-\d\d-\d\d$/.test(askedDay ?? '') ? (askedDay ?? undefined) : undefined;
  const assetId = totals.find((total) => total.assetId === askedAsset)?.assetId;
  const state = marginFilters.find((one) => one === asked);
  const filter = { currency, state, assetId, on };
  const list = useInfiniteQuery(securedLoansQuery(filter));
  const saving = useSaveLoans();
  const counts = { ...states, all: book.loans, over: states.warning + states.call };
  const rows = list.data?.pages.flatMap((page) => page.rows);
  return (
    <DefinedPanel
      title={t('loans.title')}
      definition={t('loans.definition')}
      note={
        <ExportButton
          size="compact"
          busy={saving.isPending}
          onClick={() =>
            saving.mutate(filter, { onError: (cause) => notify.error(failureSentence(cause)) })
          }
        >
          {t('export')}
        </ExportButton>
      }
    >
      <Box flow="row" gap={3} below={3} id={listId(currency)} tabIndex={-1}>
        <SegmentedChoice
          label={t('loans.state')}
          choices={(['all', ...marginFilters] as const).map((value) => ({
            value,
            // The page has only current counts, so the list of a past day shows none.
            label: on
              ? t(`state.${value}`)
              : t('loans.counted', {
                  state: t(`state.${value}`),
                  loans: format.count(counts[value]),
                }),
          }))}
          chosen={state ?? 'all'}
          onChoose={(value) => setState(value === 'all' ? null : value)}
        />
        {assetId !== undefined && (
          <Button size="compact" kind="quiet" onClick={() => setAsset(null)}>
            {t('loans.everyAsset')}
          </Button>
        )}
        {on !== undefined && (
          <>
            <Text>{t('loans.on', { day: format.day(on) })}</Text>
            <Button size="compact" kind="quiet" onClick={() => setDay(null)}>
              {t('loans.now')}
            </Button>
          </>
        )}
      </Box>
      <Loaded
        load={{ data: rows, failure: failureOf(list) }}
        waiting={<TableToCome rows={6} />}
        isEmpty={(loans) => loans.length === 0}
        empty={<EmptyState title={t(book.loans === 0 && !on ? 'loans.none' : 'loans.noneSuch')} />}
      >
        {(loans) => (
          <Stack gap={2}>
            <LoansTable loans={loans} currency={currency} />
            <MoreRows shown={loans.length} pages={list} />
          </Stack>
        )}
      </Loaded>
    </DefinedPanel>
  );
}

type LoansTableProps = { readonly loans: readonly SecuredLoan[]; readonly currency: string };

function LoansTable({ loans, currency }: LoansTableProps) {
  const { t } = useTranslation('collateral');
  const isPhone = useIsPhone();
  const wide = useLoanColumns(currency);
  const narrow = useNarrowLoanColumns(currency);
  return (
    <FigureTable
      label={t('loans.title')}
      columns={isPhone ? narrow : wide}
      rows={loans}
      rowId={({ loanId }) => loanId}
    />
  );
}

type LoanColumns = readonly FigureColumn<SecuredLoan>[];

function useLoanColumns(currency: string): LoanColumns {
  const { t } = useTranslation('collateral');
  const [, setLoan] = useAddress('loan');
  const ratioOf = useRatioText();
  return [
    {
      id: 'loan',
      header: t('loans.loan'),
      cell: ({ loanId, loanReference }) => (
        <Button kind="quiet" size="compact" onClick={() => setLoan(loanId)}>
          {loanReference}
        </Button>
      ),
    },
    {
      id: 'borrower',
      header: t('loans.borrower'),
      cell: ({ borrower }) => <bdi>{borrower ?? '–'}</bdi>,
      wide: true,
    },
    {
      id: 'held',
      header: t('loans.held'),
      cell: ({ holdings }) => <bdi>{holdings.map(({ symbol }) => symbol).join(', ')}</bdi>,
    },
    {
      id: 'outstanding',
      header: t('figures.outstanding'),
      align: 'end',
      cell: (loan) => <KnownAmount amountMinor={loan.outstandingMinor} currency={currency} />,
    },
    {
      id: 'value',
      header: t('figures.value'),
      align: 'end',
      cell: (loan) => <KnownAmount amountMinor={loan.valueMinor} currency={currency} />,
    },
    { id: 'ratio', header: t('loans.ratio'), align: 'end', cell: ratioOf },
    { id: 'state', header: t('loans.state'), cell: ({ state }) => <StateText state={state} /> },
  ];
}

/** On a phone, the loan is below its borrower and the loan-to-value below the balance. */
function useNarrowLoanColumns(currency: string): LoanColumns {
  const { t } = useTranslation('collateral');
  const [, setLoan] = useAddress('loan');
  const ratioOf = useRatioText();
  return [
    {
      id: 'borrower',
      header: t('loans.borrower'),
      wide: true,
      cell: ({ loanId, loanReference, borrower, state }) => (
        <CellPair
          first={
            <TitleButton weight="medium" onClick={() => setLoan(loanId)}>
              <bdi>{borrower ?? '–'}</bdi>
            </TitleButton>
          }
          second={
            <>
              {state !== 'within' && (
                <>
                  <StateText state={state} />
                  {' · '}
                </>
              )}
              {loanReference}
            </>
          }
        />
      ),
    },
    {
      id: 'outstanding',
      header: `${t('figures.outstanding')}\n${t('loans.ratio')}`,
      align: 'end',
      cell: (loan) => (
        <CellPair
          first={<KnownAmount amountMinor={loan.outstandingMinor} currency={currency} />}
          second={ratioOf(loan)}
        />
      ),
    },
  ];
}

function useRatioText(): (loan: SecuredLoan) => string {
  const format = useFormat();
  return ({ ltvBps }) => (ltvBps === null ? '–' : format.percent(ltvBps / 100, 1));
}

type KnownAmountProps = { readonly amountMinor: number | null; readonly currency: string };

/** An amount, which is unknown without a usable price. */
function KnownAmount({ amountMinor, currency }: KnownAmountProps) {
  const { t } = useTranslation('collateral');
  if (amountMinor === null) {
    return (
      <Text as="span" tone="muted">
        {t('unknown')}
      </Text>
    );
  }
  return <Money amountMinor={amountMinor} currency={currency} withCurrency={false} />;
}

/** The colours of the states, in the list and as lines of the chart. */
export const marginTones = {
  within: 'neutral',
  warning: 'soon',
  call: 'late',
  unpriced: 'done',
} as const;

export function StateText({ state }: { state: MarginState }) {
  const { t } = useTranslation('collateral');
  return <StatusBadge tone={marginTones[state]}>{t(`state.${state}`)}</StatusBadge>;
}
