import type { Contact } from '@bursar/contracts/contacts';
import { useTranslation } from 'react-i18next';
import { useFormAttempt } from '../../lib/form-attempt.ts';
import { keptOnClose, useKeptDraft } from '../../lib/kept-draft.ts';
import { useClosedChannels } from '../../lib/use-closed-channels.ts';
import { useFormat } from '../../ui/format/FormatProvider.tsx';
import { notify } from '../../ui/overlay/notify.ts';
import { contactProblems, emptyContact, isClosedNow, toContact } from './contact-draft.ts';
import type { ContactDraft } from './contact-draft.ts';
import { useLogContact } from './contacts.queries.ts';
import type { PromisingLoan } from './promise-draft.ts';

type ContactFormOptions = {
  readonly loan: PromisingLoan;
  readonly opened: boolean;
  /** How one is about to reach the borrower. */
  readonly channel: Contact['channel'];
  readonly onLogged: () => void;
};

/** A contact being written: what is typed and kept, what is wrong with it, and logging it. */
export function useContactForm({ loan, opened, channel, onLogged }: ContactFormOptions) {
  const { t } = useTranslation('contacts');
  const format = useFormat();
  const kept = useKeptDraft<ContactDraft>({
    name: `contact.${loan.id}`,
    opened,
    empty: () => emptyContact(channel, loan),
  });
  const { draft } = kept;
  const closed = useClosedChannels({ ...loan.borrower, quietHours: loan.quietHours }, format.time);
  const closedReason = (one: Contact['channel']) => closed(one) ?? undefined;
  const attempt = useFormAttempt(contactProblems(draft, loan, { t, format, closedReason }));
  const logging = useLogContact(loan.id, ({ contact }) => {
    kept.settle();
    notify.success(t(`logged.${contact.outcome}`, { reference: loan.reference }));
  });

  const submit = () => {
    if (logging.isPending || !attempt.begin()) return;
    const since = draft.sentAt ?? Date.now();
    const contact = toContact(kept.change({ sentAt: since }), loan, format.settings.timeZone);
    if (contact === null) return;
    logging.mutate(
      { contact, since },
      {
        onSuccess: () => {
          attempt.reset();
          onLogged();
        },
        onError: attempt.refuse,
      },
    );
  };

  return {
    draft,
    /** Why a channel cannot be chosen for what is typed so far. */
    closedReason: (one: Contact['channel']) =>
      isClosedNow({ ...draft, channel: one }, loan) ? closedReason(one) : undefined,
    isKept: kept.isKept,
    keeps: keptOnClose(logging.isPaused, kept.isTyped),
    discard: () => {
      kept.discard();
      attempt.reset();
    },
    change: (changes: Partial<ContactDraft>) => {
      kept.change(changes);
      attempt.edited();
    },
    attempt,
    submit,
    isSending: logging.isPending && !logging.isPaused,
    /** Without a connection it is sent as soon as there is one again. */
    isWaiting: logging.isPaused,
  };
}

export type ContactForm = ReturnType<typeof useContactForm>;
