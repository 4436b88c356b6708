import type { ImportSummary } from '@bursar/contracts/imports';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Count } from '../../ui/format/Count.tsx';
import { useFormat } from '../../ui/format/FormatProvider.tsx';
import { Money } from '../../ui/format/Money.tsx';
import { StatStrip, StatTile } from '../../ui/page/StatTile.tsx';
import classes from './ImportFigures.module.css';

type ImportFiguresProps = { summary: ImportSummary; currency: string };

/** What is in the file, to be held against what the seller of the loans has stated. */
export function ImportFigures({ summary, currency }: ImportFiguresProps) {
  const { t } = useTranslation('imports');
  const format = useFormat();
  const money = (amountMinor: number) => <Money amountMinor={amountMinor} currency={currency} />;
  const bare = (amountMinor: number) => (
    <Money amountMinor={amountMinor} currency={currency} withCurrency={false} />
  );
  const { loans, rows } = summary;
  return (
    <section className={classes.figures} aria-label={t('figures.label')}>
      <StatStrip label={t('figures.main')}>
        <StatTile
          label={t('figures.loans')}
          value={<Count value={loans} />}
          note={t('figures.ofRows', { count: rows, rows: format.count(rows) })}
        />
        <StatTile
          label={t('figures.principal')}
          value={bare(summary.principalMinor)}
          note={currency}
        />
        <StatTile label={t('figures.balance')} value={bare(summary.balanceMinor)} note={currency} />
      </StatStrip>
      <dl className={classes.facts}>
        <Fact label={t('figures.principalPaid')}>{money(summary.principalPaidMinor)}</Fact>
        <Fact label={t('figures.interestPaid')}>{money(summary.interestPaidMinor)}</Fact>
        <Fact label={t('figures.lateFeesPaid')}>{money(summary.lateFeesPaidMinor)}</Fact>
        <Fact label={t('figures.instalments')}>
          <Count value={summary.instalments} />
        </Fact>
        <Fact label={t('figures.equalToTerms')}>
          {t('figures.loansOf', {
            count: loans,
            some: format.count(summary.instalmentsEqualToTerms),
            loans: format.count(loans),
          })}
        </Fact>
        <Fact label={t('figures.closed')}>
          <Count value={summary.closedLoans} />
        </Fact>
        <Fact label={t('figures.writtenOff')}>
          <Count value={summary.writtenOffLoans} />
        </Fact>
        <Fact label={t('figures.lostPrincipal')}>{money(summary.writtenOffPrincipalMinor)}</Fact>
      </dl>
    </section>
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className={classes.fact}>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}
