import type { Approval, ApprovalFacts } from '@bursar/contracts/approvals';
import { useTranslation } from 'react-i18next';
import { Count } from '../../ui/format/Count.tsx';
import { DayText } from '../../ui/format/DayText.tsx';
import { Money } from '../../ui/format/Money.tsx';
import type { Compared } from '../../ui/table/BeforeAfter.tsx';

const knownFacts = [
  'loanStatus',
  'outstandingMinor',
  'remainingMinor',
  'oldestUnpaidDueOn',
  'reallocated',
  'loans',
  'holder',
  'fromOn',
  'untilOn',
] as const;

/** The facts that there are words for, before and after; what stays as it is says nothing. */
export function useComparedFacts({ before, after, currency }: Approval): readonly Compared[] {
  const { t } = useTranslation('approvals');
  return knownFacts
    .filter((name) => (name in before || name in after) && before[name] !== after[name])
    .map((name) => ({
      id: name,
      label: t(`fact.${name}`),
      before: <Fact name={name} value={before[name]} currency={currency} />,
      after: <Fact name={name} value={after[name]} currency={currency} />,
    }));
}

type FactProps = {
  readonly name: (typeof knownFacts)[number];
  readonly value: ApprovalFacts[string] | undefined;
  readonly currency: string | null;
};

function Fact({ name, value, currency }: FactProps) {
  const { t } = useTranslation('approvals');
  if (value === null || value === undefined) return '–';
  if (name === 'loanStatus') return value === 'closed' ? t('loan.closed') : t('loan.active');
  if (name === 'holder') return <bdi>{value}</bdi>;
  if (typeof value === 'string') return <DayText day={value} />;
  if (name.endsWith('Minor') && currency !== null) {
    return <Money amountMinor={value} currency={currency} />;
  }
  return <Count value={value} />;
}
