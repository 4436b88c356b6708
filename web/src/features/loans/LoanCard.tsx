import type { LoanRow } from '@bursar/contracts/loans';
import { useTranslation } from 'react-i18next';
import { DayText } from '../../ui/format/DayText.tsx';
import { Money } from '../../ui/format/Money.tsx';
import { ArrearsBadge } from '../../ui/status/ArrearsBadge.tsx';
import { TagsInShort } from '../../ui/status/Tag.tsx';
import { BorrowerName } from './BorrowerName.tsx';
import { LoanStatusBadge } from './LoanStatusBadge.tsx';
import classes from './LoanCard.module.css';

/** A loan in a list on a phone: who, how much, how late, and what comes next. */
export function LoanCard({ loan }: { loan: LoanRow }) {
  const { t } = useTranslation('loans');
  return (
    <span className={classes.card}>
      <span className={classes.line}>
        <span className={classes.who} dir="auto">
          <BorrowerName name={loan.borrower.name} externalId={loan.externalId} />
        </span>
        <TagsInShort tags={loan.tags} />
        <span className={classes.end}>
          <Money amountMinor={loan.outstandingMinor} currency={loan.currency} />
        </span>
      </span>
      <span className={`${classes.line} ${classes.facts}`}>
        <span className={classes.state}>
          <span>{loan.reference}</span>
          {loan.status === 'active' ? (
            <ArrearsBadge bucket={loan.bucket} daysPastDue={loan.daysPastDue} />
          ) : (
            <LoanStatusBadge status={loan.status} />
          )}
        </span>
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
      </span>
    </span>
  );
}
