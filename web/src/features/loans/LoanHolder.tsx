import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { InstantText } from '../../ui/format/InstantText.tsx';
import { Skeleton } from '../../ui/page/Skeleton.tsx';
import classes from './LoanHolder.module.css';
import type { LoanDetails } from './loans.queries.ts';

type LoanHolderProps = {
  readonly loan: LoanDetails | undefined;
  /** Address of the loan’s assignment history. */
  readonly historyHref: string;
};

/** Who holds the loan now, and since when. */
export function LoanHolder({ loan, historyHref }: LoanHolderProps) {
  const { t } = useTranslation('loans');
  if (!loan) {
    return (
      <div className={classes.holder}>
        <Skeleton width="16rem" height="1.25rem" />
      </div>
    );
  }
  const { team, agent, heldSince } = loan;
  return (
    <p className={classes.holder}>
      {team ? (
        <>
          <bdi className={classes.name}>{team.name}</bdi>
          {agent && (
            <>
              <span aria-hidden="true"> · </span>
              <bdi className={classes.name}>{agent.name}</bdi>
            </>
          )}
          {!agent && <span> · {t('holder.noAgent')}</span>}
        </>
      ) : (
        <span>{t('holder.nobody')}</span>
      )}
      {heldSince && (
        <span>
          {' '}
          {t('holder.since')} <InstantText at={heldSince} style="medium" />
        </span>
      )}
      <Link to={historyHref} replace preventScrollReset className={classes.history}>
        {t('holder.history')}
      </Link>
    </p>
  );
}
