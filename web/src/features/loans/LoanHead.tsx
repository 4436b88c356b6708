import type { ReactNode } from 'react';
import { loanFacts } from '@bursar/contracts/facts';
import { Link } from 'react-router';
import { PageHeader } from '../../ui/page/PageHeader.tsx';
import { Skeleton } from '../../ui/page/Skeleton.tsx';
import { FactText } from '../../ui/fact/FactText.tsx';
import { ArrearsBadge } from '../../ui/status/ArrearsBadge.tsx';
import { BorrowerName } from './BorrowerName.tsx';
import { LoanStatusBadge } from './LoanStatusBadge.tsx';
import type { LoanDetails } from './loans.queries.ts';

type LoanHeadProps = {
  readonly loan: LoanDetails | undefined;
  /** Address of the borrower's card. */
  readonly borrowerHref: string;
  readonly back: ReactNode;
  readonly actions: ReactNode;
};

/** The head of a loan’s page: which loan, in what state, how late, whose, and what can be done. */
export function LoanHead({ loan, borrowerHref, back, actions }: LoanHeadProps) {
  if (!loan) {
    return (
      <PageHeader
        title={<Skeleton width="6rem" height="1.75rem" />}
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
            look={loanFacts.purpose}
            value={loan.purpose}
            currency={loan.currency}
          />
        </>
      }
      back={back}
      actions={actions}
    />
  );
}
