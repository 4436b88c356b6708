import type { ContactAttempt } from '@bursar/contracts/collections/contact-log';
import type { ContactOutcome } from '@bursar/contracts/collections/contact-outcomes';
import type { ReactNode } from 'react';
import { DraftNotice, ErrorSummary } from '../../../ui/form/FormMessages.tsx';
import { FormDrawer } from '../../../ui/overlay/FormDrawer.tsx';
import { PinnedNote } from '../../../ui/page/PinnedNote.tsx';
import { CallFields } from './CallFields.tsx';
import type { PromisingLoan } from './promise-draft.ts';
import { useCall } from './use-call.tsx';

type LogContactDrawerProps = {
  readonly loan: PromisingLoan;
  readonly opened: boolean;
  readonly onClose: () => void;
  /** The channel that the form opens with; a call by default. */
  readonly channel?: ContactAttempt['channel'];
  readonly outcome?: ContactOutcome | null;
  /** A summary of the loan from the page behind the drawer, if the drawer hides that page. */
  readonly summary?: ReactNode;
  readonly split?: (amountMinor: number) => ReactNode;
};

/** The call form in a drawer: next to a loan's page, and as a sheet on a narrow screen. */
export function LogContactDrawer(props: LogContactDrawerProps) {
  const { loan, opened, onClose, channel = 'call', outcome, summary, split } = props;
  const { form, note, frame } = useCall({ loan, opened, channel, onClose });
  return (
    <FormDrawer opened={opened} onClose={onClose} {...frame}>
      {summary}
      {note}
      <DraftNotice hasDraft={form.hasDraft} isWaiting={form.isWaiting} onDiscard={form.discard} />
      <ErrorSummary problems={form.summary} attempt={form.count} />
      <PinnedNote note={form.pinnedNote} />
      <CallFields
        loan={loan}
        form={form}
        outcome={opened ? outcome : null}
        hasDetails={summary === undefined}
        split={split}
      />
    </FormDrawer>
  );
}
