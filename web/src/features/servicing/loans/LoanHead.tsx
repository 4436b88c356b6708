import type { ReactNode } from 'react';
import { loanFacts } from '@bursar/contracts/facts';
import { Link } from 'react-router';
import { useTranslation } from 'react-i18next';
import { PageHeader, TitleToCome } from '../../../ui/page/PageHeader.tsx';
import { Skeleton } from '../../../ui/page/Skeleton.tsx';
import { FactText } from '../../../ui/fact/FactText.tsx';
import { ArrearsBadge } from '../loan-account/ArrearsBadge.tsx';
import { InstantText } from '../../../ui/format/InstantText.tsx';
import { DayText } from '../../../ui/format/DayText.tsx';
import { useFormat } from '../../../ui/format/FormatProvider.tsx';
import { Money } from '../../../ui/format/Money.tsx';
import { StatStrip, StatTile } from '../../../ui/page/StatTile.tsx';
import { useIsPhone } from '../../../ui/state/use-media.ts';
import { StatusBadge } from '../../../ui/status/StatusBadge.tsx';
import { TagRow } from '../../../ui/status/Tag.tsx';
import { Text } from '../../../ui/layout/Text.tsx';
import { BorrowerName, LoanStatusBadge } from './LoanLabels.tsx';
import type { LoanDetails } from './loans.queries.ts';
import classes from './LoanDetails.module.css';

type LoanHeadProps = {
  readonly loan: LoanDetails | undefined;
  /** Address of the borrower's card. */
  readonly borrowerHref: string;
  readonly back: ReactNode;
  readonly actions: ReactNode;
};

/**
 * The header of a loan's page: its reference, status, arrears, credit balance and borrower, with
 * the actions.
 */
export function LoanHead({ loan, borrowerHref, back, actions }: LoanHeadProps) {
  const { t } = useTranslation('loans');
  const format = useFormat();
  const isPhone = useIsPhone();
  if (!loan) {
    return (
      <PageHeader
        title={<TitleToCome of={t('page.title')} width="6rem" />}
        badges={<Skeleton width="11rem" height="1.25rem" />}
        description={<Skeleton width="16rem" height="1.25rem" />}
        back={back}
        actions={actions}
      />
    );
  }
  const { borrower } = loan;
  return (
    <PageHeader
      title={loan.reference}
      badges={
        <>
          <LoanStatusBadge status={loan.status} />
          {loan.daysPastDue > 0 && (
            <ArrearsBadge bucket={loan.bucket} daysPastDue={loan.daysPastDue} size="long" />
          )}
          {loan.creditMinor > 0 && (
            <StatusBadge tone="soon">
              {t('figures.credit', { amount: format.amount(loan.creditMinor, loan.currency) })}
            </StatusBadge>
          )}
        </>
      }
      description={
        <>
          <Link to={borrowerHref} replace preventScrollReset>
            <BorrowerName
              name={borrower.name}
              externalId={borrower.externalId ?? loan.externalId}
            />
          </Link>
          {' · '}
          <FactText
            name="purpose"
            fieldFormat={loanFacts.purpose}
            value={loan.purpose}
            currency={loan.currency}
          />
          {/* On a phone, the facts with the tag button scroll out of sight, so the tags are
              repeated here. */}
          {isPhone && loan.tags.length > 0 && (
            <span className={classes.tags}>
              <TagRow tags={loan.tags} />
            </span>
          )}
        </>
      }
      back={back}
      actions={actions}
    />
  );
}

type LoanHolderProps = {
  readonly loan: LoanDetails | undefined;
  /** Address of the loan's assignment history. */
  readonly historyHref: string;
};

export function LoanHolder({ loan, historyHref }: LoanHolderProps) {
  const { t } = useTranslation('loans');
  if (!loan) {
    return (
      <Text as="div" tone="muted">
        <Skeleton width="16rem" height="1.25rem" />
      </Text>
    );
  }
  const { team, agent, heldSince } = loan;
  return (
    <Text tone="muted">
      {team ? (
        <>
          <Text as="bdi" tone="ink">
            {team.name}
          </Text>
          {agent && (
            <>
              <span aria-hidden="true"> · </span>
              <Text as="bdi" tone="ink">
                {agent.name}
              </Text>
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
    </Text>
  );
}

type LoanFiguresProps = {
  readonly loan: LoanDetails | undefined;
  /** Address of the quote for another day. */
  readonly payoffHref: string;
};

export function LoanFigures({ loan, payoffHref }: LoanFiguresProps) {
  const { t } = useTranslation('loans');
  const format = useFormat();
  if (!loan) return <FiguresOnTheirWay />;
  const { currency, instalments } = loan;
  const paid = instalments.filter((instalment) => instalment.state === 'paid').length;
  // A written-off or paid-off loan is no longer late, whatever its schedule says.
  const overdue =
    loan.status === 'active'
      ? instalments.filter((instalment) => instalment.state === 'overdue').length
      : 0;
  const plain = (amountMinor: number) => format.money(amountMinor, currency);
  // Only the first figure shows the currency, which is the same for all figures.
  const money = (amountMinor: number) => (
    <Money amountMinor={amountMinor} currency={currency} withCurrency={false} />
  );
  return (
    <StatStrip label={t('figures.label')} isLow>
      <StatTile
        label={t('figures.outstanding')}
        value={<Money amountMinor={loan.outstandingMinor} currency={currency} />}
        note={
          loan.writtenOffPrincipalMinor > 0
            ? t('figures.writtenOff', { amount: plain(loan.writtenOffPrincipalMinor) })
            : t('figures.ofPrincipal', { principal: plain(loan.principalMinor) })
        }
      />
      <StatTile
        label={t('figures.inArrears')}
        value={money(loan.arrearsMinor)}
        note={
          overdue > 0
            ? t('figures.overdue', { count: overdue, figure: format.count(overdue) })
            : t('figures.nothingOverdue')
        }
        tone={overdue > 0 ? 'late' : 'neutral'}
      />
      <StatTile
        label={t(loan.daysPastDue > 0 ? 'figures.oldestDue' : 'figures.nextDue')}
        value={money(loan.nextDueMinor)}
        note={loan.nextDueOn ? <DayText day={loan.nextDueOn} /> : t('figures.nothingDue')}
      />
      {loan.payoffMinor === null ? (
        <StatTile
          label={t('figures.remaining')}
          value={money(loan.remainingMinor)}
          note={t('figures.instalmentsPaid', {
            count: instalments.length,
            paid: format.count(paid),
            all: format.count(instalments.length),
          })}
        />
      ) : (
        <StatTile
          label={t('figures.payoff')}
          value={money(loan.payoffMinor)}
          note={
            <Link to={payoffHref} replace preventScrollReset>
              {t('figures.ofScheduled', { scheduled: plain(loan.remainingMinor) })}
            </Link>
          }
        />
      )}
    </StatStrip>
  );
}

function FiguresOnTheirWay() {
  const { t } = useTranslation('loans');
  return (
    <StatStrip label={t('figures.label')} isLow>
      {['outstanding', 'inArrears', 'nextDue', 'payoff'].map((figure) => (
        <StatTile key={figure} label={t(`figures.${figure}`)} value="" loading />
      ))}
    </StatStrip>
  );
}
