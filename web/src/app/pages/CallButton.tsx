import { IconPhone } from '@tabler/icons-react';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { LoanDetails } from '../../features/servicing/loans/loans.queries.ts';
import { useMay } from '../../lib/session-query.ts';
import { useClosedChannels } from '../../features/servicing/loan-account/use-closed-channels.ts';
import { Button } from '../../ui/button/Button.tsx';
import { RefusedButton } from '../../ui/button/RefusedButton.tsx';
import { useFormat } from '../../ui/format/FormatProvider.tsx';
import { PhoneText } from '../../ui/format/PhoneText.tsx';
import { Text } from '../../ui/layout/Text.tsx';
import { useShortcut } from '../../ui/shortcut/use-shortcut.ts';

type CallButtonProps = {
  readonly loan: LoanDetails;
  readonly phone: string;
  /** Shows the phone number instead of the word "Call". */
  readonly showsNumber?: boolean;
  /** Opens the form that logs the call. */
  readonly onCall: () => void;
};

/**
 * Dials the borrower's phone and opens the form that logs the call, for users who may work loans.
 * If the borrower cannot be called now, the disabled button shows why.
 */
export function CallButton({ loan, phone, showsNumber = false, onCall }: CallButtonProps) {
  const { t } = useTranslation('work-queue');
  const format = useFormat();
  const dial = useRef<HTMLAnchorElement>(null);
  const mayWork = useMay('work-loans');
  const { quietHours } = loan;
  const closed = useClosedChannels({ ...loan.borrower, quietHours }, format.time)('call');
  const icon = <IconPhone size={16} stroke={1.5} />;
  const call = () => {
    dial.current?.click();
    onCall();
  };
  useShortcut('c', call, { label: t('action.call'), enabled: mayWork && closed === null });
  if (!mayWork) return showsNumber ? <PhoneText number={phone} /> : null;
  const size = showsNumber ? 'compact' : 'normal';
  const label = showsNumber ? (
    <>
      <span className="unseen">{t('action.call')} </span>
      {/* The number is readable also in a disabled button. */}
      <Text as="span" tone={closed === null ? 'ink' : 'muted'}>
        <PhoneText number={phone} />
      </Text>
    </>
  ) : (
    t('action.call')
  );
  if (closed !== null) {
    return (
      <RefusedButton size={size} reason={closed} icon={icon}>
        {label}
      </RefusedButton>
    );
  }
  return (
    <>
      {/* A link, since only the browser can dial; the button next to it also logs the call. */}
      <a ref={dial} href={`tel:${phone}`} hidden aria-hidden="true" tabIndex={-1} />
      <Button size={size} shortcut="C" icon={icon} onClick={call}>
        {label}
      </Button>
    </>
  );
}
