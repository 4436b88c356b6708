import { agreementChannels, planKinds } from '@bursar/contracts/servicing/reschedules.values';
import type { Approval, ApprovalFacts } from '@bursar/contracts/access/approvals';
import { promiseLimitKinds } from '@bursar/contracts/servicing/promises.values';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { ReasonText } from '../audit-events/ReasonText.tsx';
import { refusalSentence } from '../../../lib/failure-sentence.ts';
import { paths } from '../../../lib/paths.ts';
import { useSession } from '../../../lib/session.ts';
import { ButtonLink } from '../../../ui/button/Button.tsx';
import { useFormat } from '../../../ui/format/FormatProvider.tsx';
import { Count } from '../../../ui/format/Count.tsx';
import { DayText } from '../../../ui/format/DayText.tsx';
import { InstantText } from '../../../ui/format/InstantText.tsx';
import { Money } from '../../../ui/format/Money.tsx';
import { Box } from '../../../ui/layout/Box.tsx';
import { Fact } from '../../../ui/layout/Fact.tsx';
import { Row, Stack } from '../../../ui/layout/Layout.tsx';
import { Text } from '../../../ui/layout/Text.tsx';
import { Note } from '../../../ui/status/Note.tsx';
import { BeforeAfter, type Compared } from '../../../ui/table/BeforeAfter.tsx';
import { Amount, ApprovalStateBadge } from './approval-columns.tsx';

/** The request, its requester and reason, the change it would make, and the outcome. */
export function ApprovalDetails({ approval }: { approval: Approval }) {
  const { t } = useTranslation(['approvals', 'payments', 'failures', 'loans']);
  const facts = useComparedFacts(approval);
  const { failure, decidedAt } = approval;
  return (
    <>
      <Box flow="stack" as="dl" gap={2} below={5}>
        <Fact name={t('column.state')}>
          <ApprovalStateBadge state={approval.state} />
        </Fact>
        <Fact name={t(`subject.${approval.kind}`)}>
          <Subject approval={approval} />
        </Fact>
        {approval.borrower !== null && (
          <Fact name={t('column.borrower')}>
            <bdi>{approval.borrower}</bdi>
          </Fact>
        )}
        {approval.payment && (
          <Fact name={t('payment')}>
            {t(`payments:method.${approval.payment.method}`)} ·{' '}
            <DayText day={approval.payment.valueDate} />
          </Fact>
        )}
        <Fact name={t('column.amount')}>
          <Amount row={approval} />
        </Fact>
        {approval.loans !== null && (
          <Fact name={t('column.loans')}>
            <Count value={approval.loans} />
          </Fact>
        )}
        <Fact name={t('column.requestedBy')}>
          <bdi>{approval.requestedBy}</bdi> · <InstantText at={approval.requestedAt} />
        </Fact>
        <Fact name={t('reason')}>
          <ReasonText reason={approval.reason || '–'} />
        </Fact>
        {decidedAt && (
          <Fact name={t('column.decidedBy')}>
            <bdi>{approval.decidedBy}</bdi> · <InstantText at={decidedAt} />
          </Fact>
        )}
        {approval.decisionReason && (
          <Fact name={t('decisionReason')}>
            <bdi>{approval.decisionReason}</bdi>
          </Fact>
        )}
      </Box>
      {failure && (
        <Note kind="late" as="p" role="note" below={4}>
          {t('couldNotRun')} {refusalSentence({ ...failure, message: failure.code })}
        </Note>
      )}
      <BeforeAfter label={t('compared')} facts={facts} />
      {approval.offer && <Offer approval={approval} offer={approval.offer} />}
    </>
  );
}

type OfferProps = {
  readonly approval: Approval;
  readonly offer: NonNullable<Approval['offer']>;
};

/** The terms offered instead of a declined plan; the requester starts the plan with them. */
function Offer({ approval, offer: { after, acceptedAt } }: OfferProps) {
  const { t } = useTranslation('approvals');
  const facts = useComparedFacts({ ...approval, after });
  const { id, loanId, isOwn } = approval;
  return (
    <Box flow="stack" gap={3} pad={[5, 0, 0]}>
      <Text as="h3" size="body" weight="strong">
        {t('offer.title')}
      </Text>
      <BeforeAfter label={t('offer.title')} facts={facts} />
      {acceptedAt !== null && (
        <Text tone="muted">
          {t('offer.accepted')} <InstantText at={acceptedAt} />
        </Text>
      )}
      {acceptedAt === null && isOwn && loanId !== null && (
        <Row>
          <ButtonLink kind="primary" to={paths.requestedPlan(loanId, id)}>
            {t('offer.accept')}
          </ButtonLink>
        </Row>
      )}
    </Box>
  );
}

/**
 * Shows the request's subject, as a link to the loan if the user's role can open the loan's page.
 */
function Subject({ approval: { subject, loanId } }: { approval: Approval }) {
  const role = useSession()?.role;
  if (loanId === null || role === 'admin') return <bdi>{subject}</bdi>;
  return (
    <Link to={paths.loanPayments(loanId)}>
      <bdi>{subject}</bdi>
    </Link>
  );
}

const knownFacts = [
  'loanStatus',
  'outstandingMinor',
  'writtenOffPrincipalMinor',
  'remainingMinor',
  'creditMinor',
  'ratePercent',
  'instalmentsLeft',
  'lastDueOn',
  'oldestUnpaidDueOn',
  'penalties',
  'waivedPenalties',
  'plan',
  'agreedBy',
  'reallocated',
  'loans',
  'holder',
  'dueMinor',
  'payoffMinor',
  'forgoneMinor',
  'promiseLines',
  'promisedFromOn',
  'promisedUntilOn',
  'exceeded',
  'fromOn',
  'untilOn',
] as const;

/** Statuses that a loan may have before or after a command that needs approval. */
const shownStatuses = ['active', 'closed', 'written_off'] as const;

/** Returns the facts that have a translation and that the command changes. */
function useComparedFacts({
  before,
  after,
  currency,
}: Pick<Approval, 'before' | 'after' | 'currency'>): readonly Compared[] {
  const { t } = useTranslation('approvals');
  return knownFacts
    .filter((name) => (name in before || name in after) && before[name] !== after[name])
    .map((name) => ({
      id: name,
      label: t(`fact.${name}`),
      before: <FactValue name={name} value={before[name]} currency={currency} />,
      after: <FactValue name={name} value={after[name]} currency={currency} />,
    }));
}

type FactValueProps = {
  readonly name: (typeof knownFacts)[number];
  readonly value: ApprovalFacts[string] | undefined;
  readonly currency: string | null;
};

function FactValue({ name, value, currency }: FactValueProps) {
  const { t } = useTranslation(['approvals', 'reschedules', 'contact-log']);
  if (value === null || value === undefined) return '–';
  if (Array.isArray(value)) return <PenaltyList penalties={value} currency={currency} />;
  if (name === 'loanStatus') {
    const status = shownStatuses.find((one) => one === value) ?? 'active';
    return t(`loan.${status}`);
  }
  if (name === 'plan') {
    const plan = planKinds.find((one) => one === value);
    return plan ? t(`reschedules:plan.kind.${plan}`) : '–';
  }
  if (name === 'agreedBy') {
    const channel = agreementChannels.find((one) => one === value);
    return channel ? t(`contact-log:channel.${channel}`) : '–';
  }
  if (name === 'holder') return <bdi>{value}</bdi>;
  if (name === 'exceeded') return <ExceededLimits kinds={String(value)} />;
  if (name === 'ratePercent') return <bdi>{value} %</bdi>;
  if (typeof value === 'string') return <DayText day={value} />;
  if (name.endsWith('Minor') && currency !== null) {
    return <Money amountMinor={value} currency={currency} />;
  }
  return <Count value={value} />;
}

function ExceededLimits({ kinds }: { readonly kinds: string }) {
  const { t } = useTranslation('approvals');
  const names = kinds.split(', ');
  return (
    <Stack as="span" gap={1}>
      {promiseLimitKinds
        .filter((kind) => names.includes(kind))
        .map((kind) => (
          <span key={kind}>{t(`limit.${kind}`)}</span>
        ))}
    </Stack>
  );
}

type PenaltyListProps = {
  readonly penalties: Extract<ApprovalFacts[string], readonly unknown[]>;
  readonly currency: string | null;
};

function PenaltyList({ penalties, currency }: PenaltyListProps) {
  const { t } = useTranslation('approvals');
  const format = useFormat();
  return (
    <Stack as="span" gap={1}>
      {penalties.map(({ chargedOn, amountMinor }, index) => (
        // Two instalments may have equal penalties on one day.
        <span key={`${chargedOn} ${index}`}>
          {t('penaltyOn', {
            amount: format.amount(amountMinor, currency ?? ''),
            day: format.day(chargedOn),
          })}
        </span>
      ))}
    </Stack>
  );
}
