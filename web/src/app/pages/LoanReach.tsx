import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { LoanDetails } from '../../features/servicing/loans/loans.queries.ts';
import { loanWorkQuery } from '../../features/servicing/loan-account/loan-work-query.ts';
import { useFormat } from '../../ui/format/FormatProvider.tsx';
import { InstantText } from '../../ui/format/InstantText.tsx';
import { Money } from '../../ui/format/Money.tsx';
import { PhoneText } from '../../ui/format/PhoneText.tsx';
import { Text } from '../../ui/layout/Text.tsx';
import { useIsPhone } from '../../ui/state/use-media.ts';
import { CallButton } from './CallButton.tsx';

type LoanReachProps = {
  readonly loan: LoanDetails;
  /** Opens the form that logs a call. */
  readonly onCall: () => void;
};

/** Shows the phone of the loan's borrower, the waiting promise and the last contact. */
export function LoanReach({ loan, onCall }: LoanReachProps) {
  const { t } = useTranslation('work-queue');
  const isPhone = useIsPhone();
  const format = useFormat();
  const { data } = useQuery(loanWorkQuery(loan.id));
  const promise = data?.promise;
  const lastContactAt = data?.lastContactAt;
  const { phone } = loan.borrower;
  if (!phone && !promise && !lastContactAt) return null;
  return (
    <>
      {/* On a phone, the call is one of the page's actions. */}
      {phone && isPhone && <PhoneText number={phone} />}
      {phone && !isPhone && <CallButton showsNumber loan={loan} phone={phone} onCall={onCall} />}
      {promise && (
        <Text tone="muted">
          {t('head.promise')}{' '}
          <Text as="span" tone="ink">
            <Money amountMinor={promise.amountMinor} currency={loan.currency} />
          </Text>{' '}
          {t('head.by', { day: format.day(promise.promisedOn, 'short') })}
        </Text>
      )}
      {lastContactAt && (
        <Text tone="muted">
          {t('line.lastContact')} <InstantText at={lastContactAt} style="ago" />
        </Text>
      )}
    </>
  );
}
