import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useState, useId, useRef, type KeyboardEvent } from 'react';
import { uuidv7 } from 'uuidv7';
import { Textarea } from '@mantine/core';
import { flushSync } from 'react-dom';
import { useContractForm } from '../../../lib/contract-form.ts';
import { useMovedForm } from '../../servicing/loan-account/MovedLoan.tsx';
import { FormDialog } from '../../../ui/overlay/FormDialog.tsx';
import { notify } from '../../../ui/overlay/notify.ts';
import { toInputProps, type FieldProps } from '../../../ui/form/field.ts';
import { Box } from '../../../ui/layout/Box.tsx';
import { Text } from '../../../ui/layout/Text.tsx';
import { ListRow } from '../../../ui/list/ListRow.tsx';
import { mentionsIn, matchingPeople, findOpenMention } from './mentions.ts';
import { loanReadersQuery, useWriteLoanNote, type Reader } from './loan-notes.queries.ts';
import classes from './LoanNotes.module.css';

type WriteLoanNoteDialogProps = {
  readonly loan: { readonly id: string; readonly reference: string };
  readonly opened: boolean;
  readonly onClose: () => void;
};

const contract = () =>
  import('@bursar/contracts/records/loan-notes').then((it) => it.writeLoanNote);

/** Writes a note on a loan. Closing the dialog saves the draft. */
export function WriteLoanNoteDialog({ loan, opened, onClose }: WriteLoanNoteDialogProps) {
  const { t } = useTranslation(['loan-notes', 'failures']);
  const { data } = useQuery({ ...loanReadersQuery(loan.id), enabled: opened });
  const people = data?.people ?? [];
  const form = useContractForm({
    empty: () => ({ id: uuidv7(), text: '' }),
    opened,
    draftName: `note.${loan.id}`,
    rules: ({ text }) => ({ text: text.trim() === '' ? t('failures:text_missing') : undefined }),
    contract,
    body: (values) => ({ ...values, mentions: [...mentionsIn(values.text, people)] }),
    mutation: useWriteLoanNote(loan.id),
    announce: () => notify.success(t('write.done')),
    onSent: onClose,
  });
  const { id, text } = form.values;
  const moved = useMovedForm({
    loan,
    opened,
    kind: 'note',
    id,
    lines: text.split('\n').filter((line) => line.trim() !== ''),
    isBusy: form.isBusy,
    onSent: () => {
      form.discard();
      onClose();
    },
  });
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title={t('write.title', { reference: loan.reference })}
      submitLabel={t('write.submit')}
      {...form.dialog}
      draftOnClose={text === '' ? 'nothing' : 'draft'}
      safe={t('write.safe')}
      {...moved.dialog}
    >
      {moved.note}
      <MentionField
        {...form.field('text')}
        label={t('write.text')}
        hint={t('write.hint')}
        focusFirst
        people={people}
        onSend={moved.dialog.onSubmit ?? form.submit}
      />
    </FormDialog>
  );
}

type MentionFieldProps = FieldProps & {
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly people: readonly Reader[];
  /** Called on Ctrl+Enter or Command+Enter. */
  readonly onSend: () => void;
};

const shownMax = 6;

/** A text field in which an @ suggests people to mention: arrows choose, Enter inserts. */
function MentionField({ value, onChange, people, onSend, ...field }: MentionFieldProps) {
  const { t } = useTranslation(['loan-notes', 'app']);
  const listId = useId();
  const input = useRef<HTMLTextAreaElement>(null);
  const [caret, setCaret] = useState<number | null>(null);
  const [marked, setMarked] = useState(0);
  const openMention = caret === null ? null : findOpenMention(value, caret);
  const offered = openMention ? matchingPeople(people, openMention.typed).slice(0, shownMax) : [];
  const at = Math.min(marked, offered.length - 1);

  const take = (person: Reader) => {
    if (!openMention || caret === null) return;
    const before = `${value.slice(0, openMention.from)}@${person.name} `;
    // Updates the text at once: if the caret were set one frame later, it would jump back before
    // letters that the user has typed in between.
    flushSync(() => {
      onChange(before + value.slice(caret));
      setCaret(null);
    });
    input.current?.setSelectionRange(before.length, before.length);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) return onSend();
    const person = offered[at];
    if (!person) return undefined;
    if (event.key === 'ArrowDown') setMarked((at + 1) % offered.length);
    else if (event.key === 'ArrowUp') setMarked((at - 1 + offered.length) % offered.length);
    else if (event.key === 'Enter' || event.key === 'Tab') take(person);
    else if (event.key === 'Escape') setCaret(null);
    else return undefined;
    event.preventDefault();
    return event.stopPropagation();
  };
  return (
    <div>
      <Textarea
        {...toInputProps(field)}
        ref={input}
        rows={7}
        maxLength={4000}
        value={value}
        aria-autocomplete="list"
        aria-controls={offered.length > 0 ? listId : undefined}
        aria-activedescendant={offered.length > 0 ? `${listId}-${at}` : undefined}
        onChange={({ currentTarget }) => {
          onChange(currentTarget.value);
          setCaret(currentTarget.selectionStart);
          setMarked(0);
        }}
        onKeyDown={onKeyDown}
        onBlur={() => setCaret(null)}
      />
      {offered.length > 0 && (
        <div id={listId} role="listbox" aria-label={t('people')} className={classes.people}>
          {offered.map((person, place) => (
            <ListRow
              as="div"
              key={person.id}
              id={`${listId}-${place}`}
              role="option"
              tabIndex={-1}
              aria-selected={place === at}
              // Reacts to pointer down instead of click, so that the field keeps the focus.
              onPointerDown={(event) => {
                event.preventDefault();
                take(person);
              }}
            >
              <Box as="span" grow>
                <bdi>{person.name}</bdi>
              </Box>
              <Text as="span" tone="muted" size="table">
                {t(`app:role.${person.role}`)}
              </Text>
            </ListRow>
          ))}
        </div>
      )}
    </div>
  );
}
