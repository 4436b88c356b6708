import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../ui/button/Button.tsx';
import { TitleButton } from '../../../ui/button/TitleButton.tsx';
import { Money } from '../../../ui/format/Money.tsx';
import { useIsPhone } from '../../../ui/state/use-media.ts';
import { CellPair } from '../../../ui/table/CellPair.tsx';
import { FigureTable, type FigureColumn } from '../../../ui/table/FigureTable.tsx';
import type { TrialAccount } from './finance.queries.ts';

type TrialTableProps = {
  readonly accounts: readonly TrialAccount[];
  readonly currency: string;
  readonly name: (account: TrialAccount['account']) => string;
  readonly onOpen: (account: TrialAccount['account']) => void;
};

/** The accounts of a trial balance with their totals. */
export function TrialTable(props: TrialTableProps) {
  const { t } = useTranslation('finance');
  const isPhone = useIsPhone();
  const wide = useWideTable(props);
  const narrow = useNarrowTable(props);
  return (
    <FigureTable
      label={t('trial.label')}
      rows={props.accounts}
      rowId={({ account }) => account}
      {...(isPhone ? narrow : wide)}
    />
  );
}

type Table = {
  readonly columns: readonly FigureColumn<TrialAccount>[];
  readonly foot: Readonly<Record<string, ReactNode>>;
};

function useWideTable({ accounts, currency, name, onOpen }: TrialTableProps): Table {
  const { t } = useTranslation('finance');
  const sums = sumsOf(accounts);
  const money = (amountMinor: number) => moneyText(amountMinor, currency);
  const figure = (id: keyof Sums): FigureColumn<TrialAccount> => ({
    id,
    header: t(`trial.${id}`),
    align: 'end',
    cell: (account) => money(sumsOf([account])[id]),
  });
  return {
    columns: [
      {
        id: 'account',
        header: t('trial.account'),
        wide: true,
        cell: ({ account }) => (
          <Button kind="quiet" size="compact" onClick={() => onOpen(account)}>
            {name(account)}
          </Button>
        ),
      },
      { id: 'code', header: t('trial.code'), cell: ({ code }) => code },
      figure('debit'),
      figure('credit'),
      figure('balance'),
    ],
    foot: {
      account: t('trial.total'),
      debit: money(sums.debit),
      credit: money(sums.credit),
      balance: money(sums.balance),
    },
  };
}

/** On a phone, the debit is below the account and the credit below the balance. */
function useNarrowTable({ accounts, currency, name, onOpen }: TrialTableProps): Table {
  const { t } = useTranslation('finance');
  const accountCell = (title: ReactNode, { debit }: Sums) => (
    <CellPair
      first={title}
      second={
        <>
          {t('trial.debit')} {moneyText(debit, currency)}
        </>
      }
    />
  );
  const balanceCell = ({ balance, credit }: Sums) => (
    <CellPair
      first={moneyText(balance, currency)}
      second={
        <>
          {t('trial.credit')} {moneyText(credit, currency)}
        </>
      }
    />
  );
  return {
    columns: [
      {
        id: 'account',
        header: t('trial.account'),
        wide: true,
        cell: (row) =>
          accountCell(
            <TitleButton onClick={() => onOpen(row.account)}>{name(row.account)}</TitleButton>,
            sumsOf([row]),
          ),
      },
      {
        id: 'balance',
        header: t('trial.balance'),
        align: 'end',
        cell: (row) => balanceCell(sumsOf([row])),
      },
    ],
    foot: {
      account: accountCell(t('trial.total'), sumsOf(accounts)),
      balance: balanceCell(sumsOf(accounts)),
    },
  };
}

type Sums = Readonly<Record<'debit' | 'credit' | 'balance', number>>;

function sumsOf(accounts: readonly TrialAccount[]): Sums {
  const debit = accounts.reduce((sum, { debitMinor }) => sum + debitMinor, 0);
  const credit = accounts.reduce((sum, { creditMinor }) => sum + creditMinor, 0);
  return { debit, credit, balance: debit - credit };
}

function moneyText(amountMinor: number, currency: string) {
  return <Money amountMinor={amountMinor} currency={currency} withCurrency={false} />;
}
