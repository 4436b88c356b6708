import { addDays, calendarDate } from '@bursar/loan-maths/calendar';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { failureSentence } from '../../../lib/failure-sentence.ts';
import { Button } from '../../../ui/button/Button.tsx';
import { ExportButton } from '../../../ui/button/ExportButton.tsx';
import type { ChartData } from '../../../ui/chart/chart-data.ts';
import { DayField } from '../../../ui/form/DayField.tsx';
import { useFormat } from '../../../ui/format/FormatProvider.tsx';
import { Box } from '../../../ui/layout/Box.tsx';
import { Row } from '../../../ui/layout/Layout.tsx';
import { DefinedPanel } from '../../../ui/page/DefinedPanel.tsx';
import { Panel } from '../../../ui/page/Panel.tsx';
import { CountedRowsDrawer } from './CountedRows.tsx';
import { useSaveJournal, type TrialAccount, type TrialBook } from './finance.queries.ts';
import { TrialTable } from './TrialTable.tsx';
import { openPlace, placeOf, type ChangeView, type FinanceView } from './use-finance-view.ts';

type TrialBalanceProps = { book: TrialBook; on: string; view: FinanceView; onChange: ChangeView };

/**
 * Debits and credits of every account with entries; selecting an account opens its ledger lines.
 */
export function TrialBalance({ book, on, view, onChange }: TrialBalanceProps) {
  const { t } = useTranslation(['finance', 'loans']);
  const format = useFormat();
  const { currency } = book;
  const accounts = book.accounts.filter(({ lines }) => lines > 0);
  const opened = accounts.find(({ account }) => account === openPlace(view, 'account', currency));
  const name = (account: TrialAccount['account']) => t(`loans:account.${account}`);
  return (
    <DefinedPanel
      title={t('trial.title', { day: format.day(on, 'medium') })}
      definition={t('trial.definition')}
      note={<SaveTrialBalance currency={currency} on={on} accounts={accounts} name={name} />}
    >
      <TrialTable
        accounts={accounts}
        currency={currency}
        name={name}
        onOpen={(account) => onChange({ open: placeOf('account', currency, account) })}
      />
      <CountedRowsDrawer
        figure={
          opened
            ? {
                title: t('rows.account', { account: name(opened.account) }),
                counted: [
                  {
                    kind: 'lines',
                    behind: { currency, account: opened.account, on },
                    count: opened.lines,
                    amountMinor: opened.debitMinor - opened.creditMinor,
                  },
                ],
              }
            : null
        }
        kind={null}
        onKind={() => undefined}
        onClose={() => onChange({ open: null })}
      />
    </DefinedPanel>
  );
}

type SaveTrialBalanceProps = {
  currency: string;
  on: string;
  accounts: readonly TrialAccount[];
  name: (account: TrialAccount['account']) => string;
};

function SaveTrialBalance({ currency, on, accounts, name }: SaveTrialBalanceProps) {
  const { t } = useTranslation('finance');
  const save = async () => {
    const { chartToCsv, csvFile, saveFile } = await import('../../../ui/chart/chart-files.ts');
    const column = (id: 'debit' | 'credit', values: number[]) =>
      ({ id, name: t(`trial.${id}`), kind: 'bar', tone: 1, values }) as const;
    const table: ChartData = {
      categories: accounts.map(({ account }) => ({ id: account, label: name(account) })),
      series: [
        column(
          'debit',
          accounts.map(({ debitMinor }) => debitMinor),
        ),
        column(
          'credit',
          accounts.map(({ creditMinor }) => creditMinor),
        ),
      ],
      unit: { kind: 'money', currency },
    };
    const csv = chartToCsv(table, t('trial.account'));
    saveFile(`trial-balance-${currency}-${on}.csv`, csvFile(csv));
  };
  return (
    <ExportButton size="compact" onClick={() => void save()}>
      {t('trial.export')}
    </ExportButton>
  );
}

/** The export of the journal. */
export function Journal({ businessDate }: { businessDate: string }) {
  const { t } = useTranslation('finance');
  const [from, setFrom] = useState<string | null>(`${businessDate.slice(0, 7)}-01`);
  const [to, setTo] = useState<string | null>(businessDate);
  const { mutate: save, isPending, error } = useSaveJournal();
  return (
    <Panel title={t('journal.title')} note={t('journal.note')}>
      <Row gap={3} align="end">
        <DayField
          id="journal-from"
          label={t('journal.from')}
          value={from}
          onChange={setFrom}
          today={businessDate}
        />
        <DayField
          id="journal-to"
          label={t('journal.to')}
          value={to}
          onChange={setTo}
          today={businessDate}
          error={error ? failureSentence(error) : undefined}
        />
        <ExportButton
          busy={isPending}
          disabled={from === null || to === null}
          onClick={() => from !== null && to !== null && save({ from, to })}
        >
          {t('journal.export')}
        </ExportButton>
      </Row>
    </Panel>
  );
}

type DayOfTrialProps = { businessDate: string; view: FinanceView; onChange: ChangeView };

/** The day of the trial balances below it. */
export function DayOfTrial({ businessDate, view, onChange }: DayOfTrialProps) {
  const { t } = useTranslation('finance');
  return (
    <Box flow="row" gap={3} align="end" data-screen-only>
      <TrialDay businessDate={businessDate} view={view} onChange={onChange} />
      <Button
        onClick={() =>
          onChange({
            on: addDays(calendarDate(`${businessDate.slice(0, 7)}-01`), -1),
            open: null,
          })
        }
      >
        {t('trial.lastMonthEnd')}
      </Button>
    </Box>
  );
}

/**
 * The field for the day of the trial balance. The page changes only when the user has finished
 * typing the day.
 */
function TrialDay({ businessDate, view, onChange }: DayOfTrialProps) {
  const { t } = useTranslation('finance');
  const shown = view.on ?? businessDate;
  const [seen, setSeen] = useState(shown);
  const [day, setDay] = useState<string | null>(shown);
  if (seen !== shown) {
    setSeen(shown);
    setDay(shown);
  }
  const settle = (settled: string | null) => {
    const next = settled ?? businessDate;
    setDay(next);
    if (next === shown) return;
    onChange({ on: next === businessDate ? null : next, open: null }, { replace: true });
  };
  return (
    <DayField
      id="trial-on"
      label={t('trial.on')}
      value={day}
      onChange={setDay}
      onSettle={settle}
      today={businessDate}
    />
  );
}
