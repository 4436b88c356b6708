import type { WorkedLoan } from '@bursar/contracts/work';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { paths } from '../../lib/paths.ts';
import { InstantText } from '../../ui/format/InstantText.tsx';
import { useFormat } from '../../ui/format/FormatProvider.tsx';
import { Panel } from '../../ui/page/Panel.tsx';
import { StatusBadge } from '../../ui/status/StatusBadge.tsx';
import classes from './WorkedToday.module.css';

/** What the day has brought so far, loan by loan, the latest first. */
export function WorkedToday({ worked }: { worked: readonly WorkedLoan[] }) {
  const { t } = useTranslation('work');
  if (worked.length === 0) return null;
  return (
    <Panel title={t('worked.title')}>
      <ol className={classes.list}>
        {worked.map((loan) => (
          <li key={loan.loanId} className={classes.row}>
            <span className={classes.who}>
              <Link to={paths.loanDetails(loan.loanId)}>
                <bdi>{loan.borrower ?? loan.reference}</bdi>
              </Link>
              <span className={classes.muted}>{loan.reference}</span>
            </span>
            <span className={classes.what}>
              <Deeds loan={loan} />
            </span>
            <span className={classes.end}>
              {loan.isOpen && <StatusBadge tone="soon">{t('worked.open')}</StatusBadge>}
              <span className={classes.muted}>
                <InstantText at={loan.at} style="time" />
              </span>
            </span>
          </li>
        ))}
      </ol>
    </Panel>
  );
}

function Deeds({ loan }: { loan: WorkedLoan }) {
  const { t } = useTranslation(['work', 'contacts']);
  const format = useFormat();
  const { outcome, promisedMinor, collectedMinor, currency } = loan;
  const amount = (minor: number) => `\u2068${format.money(minor, currency)}\u2069`;
  const deeds = [
    ...(outcome && (outcome !== 'promised' || promisedMinor === 0)
      ? [t(`contacts:outcome.${outcome}`)]
      : []),
    ...(promisedMinor > 0 ? [t('worked.promised', { amount: amount(promisedMinor) })] : []),
    ...(collectedMinor > 0 ? [t('worked.collected', { amount: amount(collectedMinor) })] : []),
  ];
  return <>{deeds.join(' · ')}</>;
}
