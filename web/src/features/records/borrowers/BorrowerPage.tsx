import type { Borrower } from '@bursar/contracts/records/borrowers';
import type { LoanStatus } from '@bursar/contracts/choices';
import { IconUserOff } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, Navigate, useSearchParams } from 'react-router';
import { useDocumentTitle } from '../../../lib/document-title.ts';
import { detailLoadOf } from '../../../lib/page-load.ts';
import { paths } from '../../../lib/paths.ts';
import { useMay } from '../../../lib/session-query.ts';
import { Button } from '../../../ui/button/Button.tsx';
import { Count } from '../../../ui/format/Count.tsx';
import { DayText } from '../../../ui/format/DayText.tsx';
import { useFormat } from '../../../ui/format/FormatProvider.tsx';
import { Money } from '../../../ui/format/Money.tsx';
import { Box } from '../../../ui/layout/Box.tsx';
import { Stack } from '../../../ui/layout/Layout.tsx';
import { SideDrawer } from '../../../ui/overlay/SideDrawer.tsx';
import { DetailPage } from '../../../ui/page/DetailPage.tsx';
import { EmptyState } from '../../../ui/page/EmptyState.tsx';
import { PageHeader } from '../../../ui/page/PageHeader.tsx';
import { StatStrip, StatTile } from '../../../ui/page/StatTile.tsx';
import { ArrearsBadge } from '../../servicing/loan-account/ArrearsBadge.tsx';
import { FigureTable, type FigureColumn } from '../../../ui/table/FigureTable.tsx';
import { BorrowerHistory, Contacts, Facts } from './BorrowerCard.tsx';
import { BorrowerForm } from './BorrowerForm.tsx';
import { borrowerQuery } from './borrowers.queries.ts';
import { Part } from './CardParts.tsx';
import { nameOf } from './compare-records.ts';
import { ConsentList } from './ConsentList.tsx';
import { CameFromFormer, FormerRecords } from './FormerRecords.tsx';
import { IdentityDocuments } from './IdentityDocuments.tsx';
import { MergeBorrower } from './MergeBorrower.tsx';
import classes from './Borrower.module.css';

type Loan = Borrower['loans'][number];

type BorrowerPageProps = {
  readonly borrowerId: string;
  readonly back: ReactNode;
  readonly statusOf: (status: LoanStatus) => ReactNode;
  readonly documents: ReactNode;
};

/**
 * A borrower's page: the loans in the user's scope with their totals, documents, history, contacts
 * and consents.
 */
export function BorrowerPage({ borrowerId, back, statusOf, documents }: BorrowerPageProps) {
  const { t } = useTranslation('borrowers');
  const query = useQuery(borrowerQuery(borrowerId));
  const mayChange = useMay('manage-borrowers');
  const [isChanging, setChanging] = useState(false);
  useDocumentTitle(query.data && nameOf(query.data));
  return (
    <DetailPage
      load={detailLoadOf(query)}
      back={back}
      shape={{ tiles: 4, notes: true, parts: ['table', 'lines'] }}
      title={t('title')}
      missing={
        <EmptyState
          icon={<IconUserOff size={22} stroke={1.5} />}
          title={t('missing')}
          hint={t('missingHint')}
        />
      }
    >
      {(borrower) =>
        borrower.mergedInto ? (
          <LinkToSurvivor borrowerId={borrower.id} survivorId={borrower.mergedInto.id} />
        ) : (
          <>
            <PageHeader
              title={<bdi>{nameOf(borrower) ?? t('title')}</bdi>}
              badges={<WorstArrears loans={ownLoans(borrower)} />}
              description={<bdi>{aboutLine(borrower)}</bdi>}
              back={back}
              actions={
                <>
                  <MergeBorrower borrower={borrower} />
                  {mayChange && <Button onClick={() => setChanging(true)}>{t('change')}</Button>}
                </>
              }
            />
            <CameFromFormer former={borrower.former} />
            <Figures borrower={borrower} />
            <div className={classes.page}>
              <Stack gap={6}>
                <Part title={t('part.loansOf')}>
                  <LoansOf loans={borrower.loans} statusOf={statusOf} />
                </Part>
                <Part title={t('part.documents')}>{documents}</Part>
                <Part title={t('part.history')}>
                  <BorrowerHistory borrowerId={borrower.id} />
                </Part>
              </Stack>
              <Stack gap={6}>
                <Part title={t('part.contacts')}>
                  <Contacts borrower={borrower} />
                </Part>
                <Part title={t('part.identity')}>
                  <IdentityDocuments borrower={borrower} />
                </Part>
                <Part title={t('part.work')}>
                  <Facts borrower={borrower} />
                </Part>
                <Part title={t('part.consent')}>
                  <ConsentList borrower={borrower} />
                </Part>
                {borrower.former.length > 0 && (
                  <Part title={t('part.former')}>
                    <FormerRecords former={borrower.former} />
                  </Part>
                )}
              </Stack>
            </div>
            <SideDrawer
              opened={isChanging}
              onClose={() => setChanging(false)}
              size="record"
              title={<bdi>{nameOf(borrower)}</bdi>}
            >
              {isChanging && <BorrowerForm borrower={borrower} onDone={() => setChanging(false)} />}
            </SideDrawer>
          </>
        )
      }
    </DetailPage>
  );
}

/** Redirects the address of a merged record to the remaining record. */
function LinkToSurvivor({ borrowerId, survivorId }: { borrowerId: string; survivorId: string }) {
  const [search] = useSearchParams();
  const target = new URLSearchParams(search);
  target.set('id', survivorId);
  target.set('from', borrowerId);
  return <Navigate to={`?${target.toString()}`} replace />;
}

function aboutLine({ name, externalId, legalName, employmentTitle, region }: Borrower): string {
  const number = name === null ? null : externalId;
  return [number, legalName, employmentTitle, region].filter(Boolean).join(' · ');
}

/**
 * Returns the loans of which the borrower is the first borrower: as in the list of borrowers, a
 * debt does not count for other parties.
 */
const ownLoans = ({ loans }: Borrower): readonly Loan[] =>
  loans.filter(({ role }) => role === 'first-borrower');

const isOwed = ({ status }: Loan): boolean => status === 'active';

function worstOf(loans: readonly Loan[]): Loan | undefined {
  return loans.filter(isOwed).toSorted((one, other) => other.daysPastDue - one.daysPastDue)[0];
}

function WorstArrears({ loans }: { readonly loans: readonly Loan[] }) {
  const worst = worstOf(loans);
  if (!worst || worst.daysPastDue === 0) return null;
  return <ArrearsBadge bucket={worst.bucket} daysPastDue={worst.daysPastDue} size="long" />;
}

/** The totals of the loans in the user's scope for which the borrower is the first borrower. */
function Figures({ borrower }: { readonly borrower: Borrower }) {
  const { t } = useTranslation('borrowers');
  const format = useFormat();
  const { currency, annualIncomeMinor } = borrower;
  const loans = ownLoans(borrower);
  const active = loans.filter(isOwed);
  const sum = (amountOf: (loan: Loan) => number) =>
    loans.reduce((total, loan) => total + amountOf(loan), 0);
  const next = active
    .flatMap(({ nextDueOn }) => (nextDueOn === null ? [] : [nextDueOn]))
    .toSorted()[0];
  const worst = worstOf(loans);
  return (
    <StatStrip label={t('figures.label')}>
      <StatTile
        label={t('figures.outstanding')}
        value={<Money amountMinor={sum((loan) => loan.outstandingMinor)} currency={currency} />}
        note={t('figures.lent', {
          amount: format.amount(
            sum((loan) => loan.principalMinor),
            currency,
          ),
        })}
      />
      <StatTile
        label={t('figures.loans')}
        value={<Count value={loans.length} />}
        note={t('figures.active', { count: active.length, figure: format.count(active.length) })}
      />
      <StatTile
        label={t('figures.nextDue')}
        value={next ? <DayText day={next} /> : '–'}
        note={
          worst && worst.daysPastDue > 0
            ? t('figures.late', {
                count: worst.daysPastDue,
                figure: format.count(worst.daysPastDue),
              })
            : t('figures.onTime')
        }
        tone={worst && worst.daysPastDue > 0 ? 'late' : 'neutral'}
      />
      <StatTile
        label={t('figures.income')}
        value={
          annualIncomeMinor === null ? (
            '–'
          ) : (
            <Money amountMinor={annualIncomeMinor} currency={currency} />
          )
        }
        note={borrower.incomeVerification ?? t('figures.notVerified')}
      />
    </StatStrip>
  );
}

type LoansOfProps = { readonly loans: readonly Loan[] } & Pick<BorrowerPageProps, 'statusOf'>;

function LoansOf({ loans, statusOf }: LoansOfProps) {
  const { t } = useTranslation('borrowers');
  const columns: readonly FigureColumn<Loan>[] = [
    {
      id: 'reference',
      header: t('loan.reference'),
      cell: (loan) => <Link to={paths.loanDetails(loan.id)}>{loan.reference}</Link>,
    },
    ...(loans.some(({ role }) => role !== 'first-borrower')
      ? [{ id: 'role', header: t('loan.role'), cell: (loan: Loan) => t(`loanRole.${loan.role}`) }]
      : []),
    { id: 'status', header: t('loan.status'), cell: (loan) => statusOf(loan.status) },
    {
      id: 'arrears',
      header: t('loan.arrears'),
      cell: (loan) =>
        isOwed(loan) && <ArrearsBadge bucket={loan.bucket} daysPastDue={loan.daysPastDue} />,
    },
    {
      id: 'disbursed',
      header: t('loan.disbursed'),
      cell: (loan) => <DayText day={loan.disbursedOn} />,
    },
    {
      id: 'nextDue',
      header: t('loan.nextDue'),
      cell: (loan) => (loan.nextDueOn ? <DayText day={loan.nextDueOn} /> : '–'),
    },
    {
      id: 'principal',
      header: t('loan.principal'),
      align: 'end',
      cell: (loan) => <Money amountMinor={loan.principalMinor} currency={loan.currency} />,
    },
    {
      id: 'outstanding',
      header: t('loan.outstanding'),
      align: 'end',
      cell: (loan) => <Money amountMinor={loan.outstandingMinor} currency={loan.currency} />,
    },
  ];
  if (loans.length === 0) {
    return (
      <Box as="p" tone="muted" size="caption" pad={[3, 0]}>
        {t('noLoans')}
      </Box>
    );
  }
  return (
    <FigureTable
      label={t('part.loansOf')}
      columns={columns}
      rows={loans}
      rowId={({ id }) => id}
      rowMark={(loan) => (isOwed(loan) ? undefined : 'done')}
    />
  );
}
