import type { BorrowerLoan } from '@bursar/contracts/collections/work-queue';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { paths } from '../../../lib/paths.ts';
import { useFormat } from '../../../ui/format/FormatProvider.tsx';
import type { Formatters } from '../../../ui/format/formatters.ts';
import { Money } from '../../../ui/format/Money.tsx';
import { isolated } from '../../../ui/format/isolated.ts';
import { Row, Stack } from '../../../ui/layout/Layout.tsx';
import { Text } from '../../../ui/layout/Text.tsx';
import { ArrearsBadge } from '../../servicing/loan-account/ArrearsBadge.tsx';

/**
 * Maximum number of loans shown: more would push the contacts out of the card. The borrower's page
 * lists all.
 */
const SHOWN = 4;

/** The borrower's other active loans. A loan that is not in a queue has the reason next to it. */
export function BorrowerLoans({ loans }: { readonly loans: readonly BorrowerLoan[] }) {
  const { t } = useTranslation('work-queue');
  const format = useFormat();
  if (loans.length === 0) return null;
  const hidden = loans.length - SHOWN;
  return (
    <Stack as="section" gap={1} size="table" aria-label={t('otherLoans.title')}>
      <Text as="h3" tone="muted" size="caption" weight="medium">
        {t('otherLoans.count', { count: loans.length, figure: format.count(loans.length) })}
      </Text>
      <Stack as="ul" gap={0}>
        {loans.slice(0, SHOWN).map((loan) => (
          <Row as="li" key={loan.loanId} gap={3} lines={0}>
            <Link to={paths.loanDetails(loan.loanId)}>{loan.reference}</Link>
            <span>
              <Money amountMinor={loan.dueMinor} currency={loan.currency} /> {t('otherLoans.due')}
            </span>
            {loan.daysPastDue > 0 && (
              <ArrearsBadge bucket={loan.bucket} daysPastDue={loan.daysPastDue} />
            )}
            {loan.state !== 'queue' && (
              <Text as="span" tone="muted">
                {whereText(loan, { t, format })}
              </Text>
            )}
          </Row>
        ))}
      </Stack>
      {hidden > 0 && (
        <Text tone="muted" size="caption">
          {t('otherLoans.more', { count: hidden, figure: format.count(hidden) })}
        </Text>
      )}
    </Stack>
  );
}

/** Returns the state of a loan, with the promise or the time of the agreed call. */
function whereText(
  { state, promise, tryAgainAt, currency, agent }: BorrowerLoan,
  { t, format }: { t: TFunction<'work-queue'>; format: Formatters },
): string {
  if (state === 'promised' && promise) {
    const amount = isolated(format.money(promise.amountMinor, currency));
    return t('otherLoans.promised', { amount, day: format.day(promise.promisedOn, 'short') });
  }
  if (state === 'call-back' && tryAgainAt) {
    return t('worked.callBack', { time: format.instant(tryAgainAt) });
  }
  if (state === 'unassigned' || agent === null) return t('parked.state.unassigned');
  return state === 'queue' || state === 'at-rest'
    ? t('otherLoans.atRest')
    : t(`parked.state.${state}`);
}
