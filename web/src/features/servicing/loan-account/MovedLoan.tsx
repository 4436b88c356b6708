import { useLayoutEffect, useRef, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { failureSentence } from '../../../lib/failure-sentence.ts';
import { reportToUser } from '../../../lib/user-reports.ts';
import { Box } from '../../../ui/layout/Box.tsx';
import { notify } from '../../../ui/overlay/notify.ts';
import { Note } from '../../../ui/status/Note.tsx';
import { useMailHolder, useMovedLoan } from './use-moved-loan.ts';

type MovedForm = {
  readonly loan: { readonly id: string; readonly reference: string };
  readonly opened: boolean;
  readonly kind: 'contact' | 'promise' | 'payment' | 'note';
  /** The id of the entered record; the message to the new holder has the same id. */
  readonly id: string;
  /** The entered values, one line each; without lines, no message is sent. */
  readonly lines: readonly string[];
  /** True while the form itself is being sent. */
  readonly isBusy: boolean;
  readonly onSent: () => void;
};

/** The note and the dialog properties of a form whose loan moves while the form is open. */
type MovedLoan = {
  readonly note: ReactNode;
  /**
   * Properties that send a message to the new holder instead of the form. Empty while the form is
   * being sent, while the user can still work on the loan, and if no user can receive the message.
   */
  readonly dialog: {
    readonly submitLabel?: string;
    readonly onSubmit?: () => void;
    readonly busy?: boolean;
    readonly failure?: string | undefined;
    readonly question?: undefined;
  };
};

export function useMovedForm({ loan, opened, kind, id, lines, ...form }: MovedForm): MovedLoan {
  const { t } = useTranslation('ui');
  const moved = useMovedLoan(loan.id, opened);
  const mailing = useMailHolder();
  const isShown = useIsShown(opened ? id : null);
  const [isEmptyTried, setEmptyTried] = useState(false);
  if (!moved || form.isBusy) return { note: null, dialog: {} };
  const { isInScope, agent, team, recipients } = moved;
  const holder = agent?.name ?? team?.name;
  const name = holder ?? t('movedLoan.managers');
  const may = isInScope ? 'may' : recipients.length > 0 ? 'mayNot' : 'nobody';
  const note = (
    <Note kind={isInScope ? 'soon' : 'late'} role="status" pad={[2, 3]}>
      <p>{holder ? t('movedLoan.to', { name: holder }) : t('movedLoan.unassigned')}</p>
      <Box as="p" tone="soft" size="table" above={1}>
        {t(`movedLoan.${may}.${kind}`)}
      </Box>
    </Note>
  );
  if (may !== 'mayNot') return { note, dialog: {} };
  const isEmpty = lines.length === 0;
  const send = () => {
    setEmptyTried(isEmpty);
    if (isEmpty) return;
    const subject = t(`movedLoan.subject.${kind}`, { reference: loan.reference });
    const sent = () => {
      notify.success(t('movedLoan.sent', { name }));
      if (isShown(id)) form.onSent();
    };
    const failed = (cause: Error) => {
      if (!isShown(id)) reportToUser({ kind: 'form-failed', cause });
    };
    void mailing.mutateAsync({ id, recipients, subject, lines }).then(sent, failed);
  };
  // The last message may belong to another loan than the one that the form shows now.
  const isOfForm = mailing.variables?.id === id;
  const failure = isOfForm && mailing.error ? failureSentence(mailing.error) : undefined;
  return {
    note,
    dialog: {
      submitLabel: t(`movedLoan.send.${kind}`, { name }),
      onSubmit: send,
      busy: isOfForm && mailing.isPending,
      failure: isEmpty && isEmptyTried ? t('movedLoan.empty') : failure,
      question: undefined,
    },
  };
}

/** Returns a function that says whether the form still shows a record when an answer arrives. */
function useIsShown(id: string | null): (asked: string) => boolean {
  const shown = useRef<string | null>(null);
  useLayoutEffect(() => {
    shown.current = id;
    return () => {
      shown.current = null;
    };
  }, [id]);
  return (asked) => shown.current === asked;
}

/** Warns that another loan of a split payment moved while the form is open. */
export function MovedPart({ loan, opened }: Pick<MovedForm, 'loan' | 'opened'>) {
  const { t } = useTranslation('ui');
  const moved = useMovedLoan(loan.id, opened);
  if (!moved) return null;
  const { isInScope, agent, team } = moved;
  const { reference } = loan;
  const name = agent?.name ?? team?.name;
  return (
    <Note kind={isInScope ? 'soon' : 'late'} role="status" pad={[2, 3]}>
      <p>
        {name
          ? t('movedLoan.part.to', { reference, name })
          : t('movedLoan.part.unassigned', { reference })}
      </p>
      {!isInScope && (
        <Box as="p" tone="soft" size="table" above={1}>
          {t('movedLoan.part.mayNot')}
        </Box>
      )}
    </Note>
  );
}
