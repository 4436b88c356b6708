import { useTranslation } from 'react-i18next';
import type { LoanStatus } from '@bursar/contracts/choices';
import type { TFunction } from 'i18next';
import { isolated } from '../../../ui/format/isolated.ts';
import { StatusBadge, type StatusTone } from '../../../ui/status/StatusBadge.tsx';
import { Text } from '../../../ui/layout/Text.tsx';

type BorrowerNameProps = { name: string | null; externalId: string | null };

/** A borrower's name or, if it is unknown, a text with the external id, if there is one. */
export function BorrowerName({ name, externalId }: BorrowerNameProps) {
  return name === null ? <Nameless externalId={externalId} /> : <bdi>{name}</bdi>;
}

function Nameless({ externalId }: Pick<BorrowerNameProps, 'externalId'>) {
  const { t } = useTranslation('loans');
  return (
    <Text as="span" tone="muted">
      {externalId === null
        ? t('borrower.nameless')
        : t('borrower.numbered', { externalId: isolated(externalId) })}
    </Text>
  );
}

/** The status of a loan. Arrears are not a status; they are shown next to it. */
export function LoanStatusBadge({ status }: { status: LoanStatus }) {
  const { t } = useTranslation('loans');
  return <LoanStatusIn t={t} status={status} />;
}

/**
 * `LoanStatusBadge` with the translation function passed in: a list has too many rows for each to
 * look it up.
 */
export function LoanStatusIn({ t, status }: { t: TFunction<'loans'>; status: LoanStatus }) {
  return <StatusBadge tone={tones[status]}>{t(`status.${status}`)}</StatusBadge>;
}

const tones: Record<LoanStatus, StatusTone> = {
  submitted: 'neutral',
  approved: 'open',
  active: 'neutral',
  closed: 'done',
  written_off: 'late',
  rejected: 'done',
  withdrawn: 'done',
};
