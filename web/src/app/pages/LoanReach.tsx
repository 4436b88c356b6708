import { IconPhone } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { LoanDetails } from '../../features/servicing/loans/loans.queries.ts';
import { loanWorkQuery } from '../../lib/loan-work-query.ts';
import { useMay } from '../../lib/session-query.ts';
import { useClosedChannels } from '../../lib/use-closed-channels.ts';
import { Button } from '../../ui/button/Button.tsx';
import { RefusedButton } from '../../ui/button/RefusedButton.tsx';
import { useFormat } from '../../ui/format/FormatProvider.tsx';
import { Money } from '../../ui/format/Money.tsx';
import { PhoneText } from '../../ui/format/PhoneText.tsx';
import { Row } from '../../ui/layout/Layout.tsx';
import { Text } from '../../ui/layout/Text.tsx';
import { useShortcut } from '../../ui/shortcut/use-shortcut.ts';

type LoanReachProps = {
  readonly loan: LoanDetails;
  /** Opens the form that logs the call. */
  readonly onCall: () => void;
};

/** Shows the phone of the loan's borrower, and the waiting promise. */
export function LoanReach({ loan, onCall }: LoanReachProps) {
  const { t } = useTranslation('work-queue');
  const format = useFormat();
  const { data } = useQuery(loanWorkQuery(loan.id));
  const promise = data?.promise;
  const { phone } = loan.borrower;
  if (!phone && !promise) return null;
  return (
    <Row gap={5} lines={1}>
      {phone && <CallButton loan={loan} phone={phone} onCall={onCall} />}
      {promise && (
        <Text tone="muted">
          {t('head.promise')}{' '}
          <Text as="span" tone="ink">
            <Money amountMinor={promise.amountMinor} currency={loan.currency} />
          </Text>{' '}
          {t('head.by', { day: format.day(promise.promisedOn, 'short') })}
        </Text>
      )}
    </Row>
  );
}

function CallButton({ loan, phone, onCall }: LoanReachProps & { readonly phone: string }) {
  const { t } = useTranslation('work-queue');
  const format = useFormat();
  const dial = useRef<HTMLAnchorElement>(null);
  const mayWork = useMay('work-loans');
  const { quietHours } = loan;
  const closed = useClosedChannels({ ...loan.borrower, quietHours }, format.time)('call');
  const canCall = mayWork && closed === null;
  const icon = <IconPhone size={16} stroke={1.5} />;
  const call = () => {
    dial.current?.click();
    onCall();
  };
  useShortcut('c', call, { label: t('action.call'), enabled: canCall });
  return (
    <Row as="span" gap={3} lines={1}>
      <PhoneText number={phone} />
      {/* A link, since only the browser can dial; the button next to it also logs the call. */}
      {canCall && <a ref={dial} href={`tel:${phone}`} hidden aria-hidden="true" tabIndex={-1} />}
      {canCall && (
        <Button size="compact" shortcut="C" icon={icon} onClick={call}>
          {t('action.call')}
        </Button>
      )}
      {mayWork && closed !== null && (
        <RefusedButton size="compact" reason={closed} icon={icon}>
          {t('action.call')}
        </RefusedButton>
      )}
    </Row>
  );
}
