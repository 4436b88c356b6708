import type { AnswerOf } from '@bursar/contracts/endpoint';
import type { ReadPortfolioRecord } from '@bursar/contracts/reporting/portfolio-record';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { accountQuery } from '../../features/distribution/staff/staff.queries.ts';
import { portfolioRecordQuery } from '../../features/reporting/income/income.queries.ts';
import { useMay } from '../../lib/session-query.ts';
import { useFormat } from '../../ui/format/FormatProvider.tsx';
import { Money } from '../../ui/format/Money.tsx';
import { Box } from '../../ui/layout/Box.tsx';
import { Panel } from '../../ui/page/Panel.tsx';
import { TableToCome } from '../../ui/page/PageShape.tsx';
import { StatStrip, StatTile } from '../../ui/page/StatTile.tsx';
import { LateLoansTable } from './LateLoansTable.tsx';

/** The income and the loans of the portfolio that a manager runs. */
export function ManagerRecord({ id }: { id: string }) {
  const mayRead = useMay('read-portfolios');
  const portfolioId = useQuery(accountQuery(id)).data?.portfolio?.id;
  if (!mayRead || portfolioId === undefined) return null;
  return <PortfolioRecord portfolioId={portfolioId} />;
}

function PortfolioRecord({ portfolioId }: { portfolioId: string }) {
  const { t } = useTranslation('staff');
  const { data, isError } = useQuery(portfolioRecordQuery(portfolioId));
  if (isError) return null;
  return (
    <>
      <Box above={8}>
        <PortfolioIncome record={data} />
      </Box>
      {data?.loans.length !== 0 && (
        <Box above={8}>
          <Panel title={t('record.loans')}>
            {data ? (
              <LateLoansTable loans={data.loans} isLinked={false} />
            ) : (
              <TableToCome rows={8} />
            )}
          </Panel>
        </Box>
      )}
    </>
  );
}

type Figures = AnswerOf<ReadPortfolioRecord>;

function PortfolioIncome({ record }: { record: Figures | undefined }) {
  const { t } = useTranslation('staff');
  const format = useFormat();
  if (!record) {
    const labels = [t('record.interest'), t('record.charges'), t('record.incomeSoFar')];
    return (
      <Panel title={t('record.income')}>
        <StatStrip label={t('record.income')}>
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
  const money = (amountMinor: number) => <Money amountMinor={amountMinor} currency={currency} />;
  return (
    <Panel title={t('record.income')}>
      <StatStrip label={t('record.income')}>
        <StatTile label={t('record.interest')} value={money(year.interestMinor)} />
        <StatTile label={t('record.charges')} value={money(year.feeMinor + year.penaltyMinor)} />
        <StatTile
          label={t('record.incomeSoFar')}
          value={money(incomeOf(month))}
          note={t('record.lastMonth', {
            amount: format.amount(incomeOf(previousMonth), currency),
          })}
        />
      </StatStrip>
    </Panel>
  );
}

const incomeOf = ({ interestMinor, feeMinor, penaltyMinor }: Figures['month']): number =>
  interestMinor + feeMinor + penaltyMinor;
