import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useFormAttempt } from '../../lib/form-attempt.ts';
import { FormDrawer } from '../../ui/overlay/FormDrawer.tsx';
import { notify } from '../../ui/overlay/notify.ts';
import { MentionField } from './MentionField.tsx';
import { mentionsIn } from './mentions.ts';
import { loanReadersQuery, useWriteNote } from './notes.queries.ts';
import { useNoteDraft } from './use-note-draft.ts';

type WriteNoteDrawerProps = {
  readonly loan: { readonly id: string; readonly reference: string };
  readonly opened: boolean;
  readonly onClose: () => void;
};

/** Writes a note beside the loan it is about. Closing it keeps what was typed for the next time. */
export function WriteNoteDrawer({ loan, opened, onClose }: WriteNoteDrawerProps) {
  const { t } = useTranslation(['notes', 'failures']);
  const { data } = useQuery({ ...loanReadersQuery(loan.id), enabled: opened });
  const { draft, write, discard } = useNoteDraft(loan.id);
  const writing = useWriteNote(loan.id);
  const attempt = useFormAttempt({
    text: draft.text.trim() === '' ? t('failures:text_missing') : undefined,
  });
  const people = data?.people ?? [];
  const submit = () => {
    if (writing.isPending || !attempt.begin()) return;
    writing.mutate(
      { ...draft, mentions: [...mentionsIn(draft.text, people)] },
      {
        onSuccess: () => {
          notify.success(t('write.done'));
          discard();
          attempt.reset();
          onClose();
        },
        onError: attempt.refuse,
      },
    );
  };
  return (
    <FormDrawer
      opened={opened}
      onClose={onClose}
      keeps={draft.text === '' ? 'nothing' : 'draft'}
      title={t('write.title', { reference: loan.reference })}
      submitLabel={t('write.submit')}
      onSubmit={submit}
      busy={writing.isPending}
      failure={attempt.failure}
      safe={t('write.safe')}
    >
      <MentionField
        {...attempt.fieldProps('text')}
        label={t('write.text')}
        hint={t('write.hint')}
        value={draft.text}
        onChange={(text) => {
          attempt.edited();
          write(text);
        }}
        focusFirst
        people={people}
        onSend={submit}
      />
    </FormDrawer>
  );
}
