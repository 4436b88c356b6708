import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useState, useId, useRef, type KeyboardEvent } from 'react';
import { uuidv7 } from 'uuidv7';
import { Textarea } from '@mantine/core';
import { flushSync } from 'react-dom';
import { useFormAttempt } from '../../lib/form-attempt.ts';
import { FormDrawer } from '../../ui/overlay/FormDrawer.tsx';
import { notify } from '../../ui/overlay/notify.ts';
import { useSession } from '../../lib/session.ts';
import { toInputProps, type FieldProps } from '../../ui/form/field.ts';
import { mentionsIn, matchingPeople, mentionBegun } from './mentions.ts';
import { loanReadersQuery, useWriteNote, type Reader } from './notes.queries.ts';
import classes from './Notes.module.css';

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

type NoteDraft = { readonly id: string; readonly text: string };

/**
 * A note being written, kept in this browser until it was sent: neither a lost connection nor a
 * closed window loses it. Its id is made once, so that sending it again is not writing it twice.
 */
function useNoteDraft(loanId: string) {
  const key = `note-draft/${useSession()?.id ?? ''}/${loanId}`;
  const [draft, setDraft] = useState(() => readDraft(key));
  return {
    draft,
    write: (text: string) => {
      const next = { ...draft, text };
      setDraft(next);
      if (text === '') localStorage.removeItem(key);
      else localStorage.setItem(key, JSON.stringify(next));
    },
    discard: () => {
      localStorage.removeItem(key);
      setDraft(emptyDraft());
    },
  };
}

function emptyDraft(): NoteDraft {
  return { id: uuidv7(), text: '' };
}

function readDraft(key: string): NoteDraft {
  const kept = localStorage.getItem(key);
  if (kept === null) return emptyDraft();
  try {
    const draft: unknown = JSON.parse(kept);
    return isDraft(draft) ? draft : emptyDraft();
  } catch {
    return emptyDraft();
  }
}

function isDraft(value: unknown): value is NoteDraft {
  return (
    typeof value === 'object' &&
    value !== null &&
    'id' in value &&
    typeof value.id === 'string' &&
    'text' in value &&
    typeof value.text === 'string'
  );
}

type MentionFieldProps = FieldProps & {
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly people: readonly Reader[];
  /** Ctrl or the command key with Enter. */
  readonly onSend: () => void;
};

const shownMax = 6;

/** A text in which an @ offers the people who can be mentioned: arrows choose, Enter takes one. */
function MentionField({ value, onChange, people, onSend, ...field }: MentionFieldProps) {
  const { t } = useTranslation(['notes', 'app']);
  const listId = useId();
  const input = useRef<HTMLTextAreaElement>(null);
  const [caret, setCaret] = useState<number | null>(null);
  const [marked, setMarked] = useState(0);
  const begun = caret === null ? null : mentionBegun(value, caret);
  const offered = begun ? matchingPeople(people, begun.words).slice(0, shownMax) : [];
  const at = Math.min(marked, offered.length - 1);

  const take = (person: Reader) => {
    if (!begun || caret === null) return;
    const before = `${value.slice(0, begun.from)}@${person.name} `;
    // At once, not with the next frame: whoever types on would be thrown back before their letters.
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
    <div className={classes.mentionField}>
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
            <div
              key={person.id}
              id={`${listId}-${place}`}
              role="option"
              tabIndex={-1}
              aria-selected={place === at}
              className={classes.person}
              // Pressed, not clicked: the field keeps the focus.
              onPointerDown={(event) => {
                event.preventDefault();
                take(person);
              }}
            >
              <bdi>{person.name}</bdi>
              <span className={classes.role}>{t(`app:role.${person.role}`)}</span>
            </div>
          ))}
        </div>
      )}
    </div>
  );
}
