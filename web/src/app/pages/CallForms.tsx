import type { QueueItem } from '@bursar/contracts/collections/work-queue';
import type { ContactOutcome } from '@bursar/contracts/collections/contact-outcomes';
import { CallPanel } from '../../features/collections/contact-log/CallPanel.tsx';
import { LogContactDrawer } from '../../features/collections/contact-log/LogContactDrawer.tsx';
import { CallSummary } from '../../features/collections/work-queue/CallSummary.tsx';
import type { LoanDetails } from '../../features/servicing/loans/loans.queries.ts';
import { SplitOfToday } from '../../features/servicing/payments/PaymentSplit.tsx';

type CallFormProps = {
  readonly loan: LoanDetails;
  readonly outcome: ContactOutcome | null;
  readonly onClose: () => void;
};

/** The call form next to the card of the queue. */
export function QueueCall(props: CallFormProps) {
  const { loan } = props;
  return (
    <CallPanel
      {...props}
      split={(amountMinor) => <SplitOfToday loan={loan} amountMinor={amountMinor} />}
    />
  );
}

/** The call form as a sheet over the card, with a summary of the card. */
export function QueueCallSheet(
  props: CallFormProps & { readonly item: QueueItem; readonly opened: boolean },
) {
  const { loan, item, opened, outcome, onClose } = props;
  return (
    <LogContactDrawer
      loan={loan}
      opened={opened}
      onClose={onClose}
      outcome={outcome}
      summary={<CallSummary item={item} />}
      split={(amountMinor) => <SplitOfToday loan={loan} amountMinor={amountMinor} />}
    />
  );
}

type DrawerProps = {
  readonly loan: LoanDetails;
  readonly opened: boolean;
  readonly onClose: () => void;
};

/** The call form on a loan's page. */
export function LoanCall(props: DrawerProps) {
  const { loan } = props;
  return (
    <LogContactDrawer
      {...props}
      split={(amountMinor) => <SplitOfToday loan={loan} amountMinor={amountMinor} />}
    />
  );
}
