import type { ContactOutcome } from '@bursar/contracts/collections/contact-outcomes';
import type { ReactNode } from 'react';
import { DraftNotice, ErrorSummary } from '../../../ui/form/FormMessages.tsx';
import { FormPanel } from '../../../ui/overlay/FormPanel.tsx';
import { CallFields } from './CallFields.tsx';
import type { PromisingLoan } from './promise-draft.ts';
import { useCall } from './use-call.tsx';

type CallPanelProps = {
  readonly loan: PromisingLoan;
  readonly outcome: ContactOutcome | null;
  readonly onClose: () => void;
  readonly split: (amountMinor: number) => ReactNode;
};

/** The call form next to the queue's card, which stays in sight with its pinned note. */
export function CallPanel({ loan, outcome, onClose, split }: CallPanelProps) {
  const { form, note, frame } = useCall({ loan, opened: true, channel: 'call', onClose });
  return (
    <FormPanel onClose={onClose} {...frame}>
      {note}
      <DraftNotice hasDraft={form.hasDraft} isWaiting={form.isWaiting} onDiscard={form.discard} />
      <ErrorSummary problems={form.summary} attempt={form.count} />
      <CallFields loan={loan} form={form} outcome={outcome} hasDetails={false} split={split} />
    </FormPanel>
  );
}
