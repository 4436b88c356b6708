import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormAttempt } from '../../lib/form-attempt.ts';
import { Button } from '../../ui/button/Button.tsx';
import { notify } from '../../ui/overlay/notify.ts';
import { SideDrawer } from '../../ui/overlay/SideDrawer.tsx';
import { MentionField } from './MentionField.tsx';
import classes from './Notes.module.css';
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
  const formId = useId();
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
    <SideDrawer
      opened={opened}
      onClose={onClose}
      title={t('write.title', { reference: loan.reference })}
      footer={
        <>
          <Button onClick={onClose}>{t('write.later')}</Button>
          <Button type="submit" form={formId} kind="primary" busy={writing.isPending}>
            {t('write.submit')}
          </Button>
        </>
      }
    >
      <form
        id={formId}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        {attempt.failure && (
          <div role="alert" className={classes.failure}>
            <p>{attempt.failure}</p>
            <p className={classes.safe}>{t('write.safe')}</p>
          </div>
        )}
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
      </form>
    </SideDrawer>
  );
}
