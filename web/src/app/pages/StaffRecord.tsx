import type { AnswerOf } from '@bursar/contracts/endpoint';
import type { ReadStaffRecord } from '@bursar/contracts/reporting/staff-record';
import type { Role } from '@bursar/contracts/roles';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { accountQuery } from '../../features/distribution/staff/staff.queries.ts';
import { totalOf } from '../../features/reporting/income/income-figures.ts';
import { staffRecordQuery } from '../../features/reporting/income/income.queries.ts';
import { useFormat } from '../../ui/format/FormatProvider.tsx';
import { Money } from '../../ui/format/Money.tsx';
import { Panel } from '../../ui/page/Panel.tsx';
import { TableToCome } from '../../ui/page/PageShape.tsx';
import { StatStrip, StatTile } from '../../ui/page/StatTile.tsx';
import { headIn, LateLoansTable } from './LateLoansTable.tsx';

/** The income and the late loans of a manager's portfolio, of a desk's team, or of an agent. */
export function StaffRecord({ id }: { id: string }) {
  const account = useQuery(accountQuery(id)).data;
  if (!account || account.role === 'admin') return null;
  return <Record id={id} role={account.role} />;
}

type Holder = Exclude<Role, 'admin'>;

function Record({ id, role }: { id: string; role: Holder }) {
  const { t } = useTranslation('staff');
  const { data, isError } = useQuery(staffRecordQuery(id));
  if (isError) return null;
  return (
    <>
      {data?.loans.length !== 0 && (
        <Panel title={t('record.loans')}>
          {data ? (
            <LateLoansTable label={t('record.loans')} loans={data.loans} isLinked={false} />
          ) : (
            <TableToCome rows={8} />
          )}
        </Panel>
      )}
      <Income record={data} role={role} />
    </>
  );
}

type Figures = AnswerOf<ReadStaffRecord>;

function Income({ record, role }: { record: Figures | undefined; role: Holder }) {
  const { t } = useTranslation('staff');
  const format = useFormat();
  const title = headIn(t, t(`record.income.${role}`), record?.currency ?? null);
  if (!record) {
    const labels = [t('record.interest'), t('record.charges'), t('record.incomeSoFar')];
    return (
      <Panel title={title}>
        <StatStrip label={title}>
          {labels.map((label, at) => (
            <StatTile
              key={label}
              label={label}
              value=""
              loading
              {...(at < labels.length - 1 && { note: null })}
            />
          ))}
        </StatStrip>
      </Panel>
    );
  }
  const { currency, year, month, previousMonth } = record;
  const money = (amountMinor: number) => (
    <Money amountMinor={amountMinor} currency={currency} withCurrency={false} />
  );
  return (
    <Panel title={title}>
      <StatStrip label={title}>
        <StatTile label={t('record.interest')} value={money(year.interestMinor)} />
        <StatTile label={t('record.charges')} value={money(year.feeMinor + year.penaltyMinor)} />
        <StatTile
          label={t('record.incomeSoFar')}
          value={money(totalOf(month))}
          note={t('record.lastMonth', {
            amount: format.amount(totalOf(previousMonth), currency),
          })}
        />
      </StatStrip>
    </Panel>
  );
}
