import { attachmentsMax, documentTypes } from '@bursar/contracts/document-types';
import type { MailAttachment, MailDraft } from '@bursar/contracts/internal-mails';
import { IconPaperclip, IconSend, IconTrash, IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, type KeyboardEvent, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { failureSentence } from '../../lib/failure-sentence.ts';
import { Button, IconButton } from '../../ui/button/Button.tsx';
import { RichTextField } from '../../ui/editor/RichTextField.tsx';
import { spellBytes } from '../../ui/file/refuse-file.ts';
import { useFormat } from '../../ui/format/FormatProvider.tsx';
import { SeveralPickedField } from '../../ui/form/SeveralPickedField.tsx';
import { TextField } from '../../ui/form/TextField.tsx';
import { Row, Stack } from '../../ui/layout/Layout.tsx';
import { Text } from '../../ui/layout/Text.tsx';
import { notify } from '../../ui/overlay/notify.ts';
import { addresseesQuery, useDiscardDraft } from './internal-mail.queries.ts';
import classes from './InternalMail.module.css';
import {
  useAttachmentUploads,
  useMailDraft,
  type DraftValues,
  type Uploading,
} from './use-mail-draft.ts';

type MailComposerProps = {
  readonly draft: MailDraft;
  /** In a conversation its subject stands already. */
  readonly isAnswer: boolean;
  /** It is sent, or thrown away. */
  readonly onDone: () => void;
};

/** Writing a mail: kept as a draft while it is typed, sent with Ctrl and Enter. */
export function MailComposer({ draft, isAnswer, onDone }: MailComposerProps) {
  const { t } = useTranslation('internal-mail');
  const { values, change, state, ...mail } = useMailDraft(draft);
  const uploads = useAttachmentUploads(mail.attach);
  const discarding = useDiscardDraft();
  useDiscardUntouched({ draft, values, isAnswer, mail, discard: discarding.mutate });
  const field = (name: string) => `mail-${draft.id}-${name}`;
  // A double click comes before the button is drawn as busy.
  const isUnderWay = useRef(false);
  const send = () => {
    if (isUnderWay.current || uploads.isBusy) return;
    isUnderWay.current = true;
    mail.send().then(
      ({ recipients }) => {
        notify.success(t('sent', { count: recipients }));
        onDone();
      },
      // Said above the button; the draft is as it was.
      () => {
        isUnderWay.current = false;
      },
    );
  };
  const discard = () => {
    mail.settle();
    discarding.mutate(draft.id, {
      onSuccess: onDone,
      onError: (cause) => notify.error(failureSentence(cause)),
    });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    send();
  };
  return (
    <Stack
      as="section"
      gap={4}
      className={classes.composer}
      aria-label={t(isAnswer ? 'answer' : 'new')}
      // The keys of the whole form, wherever in it one types.
      onKeyDownCapture={onKeyDown}
    >
      <Addressees
        id={field('to')}
        draft={draft}
        value={values.to}
        onChange={(to) => change({ to })}
        focusFirst={!isAnswer}
      />
      {!isAnswer && (
        <TextField
          id={field('subject')}
          label={t('subject')}
          value={values.subject}
          onChange={(subject) => change({ subject })}
          maxLength={200}
        />
      )}
      <RichTextField
        id={field('text')}
        label={t('text')}
        value={values.html}
        onChange={(html) => change({ html })}
      />
      <Files
        attached={values.attachments}
        uploads={uploads.uploads}
        onTakeOff={(id) =>
          change({ attachments: values.attachments.filter((file) => file.id !== id) })
        }
        onDrop={uploads.drop}
      />
      {mail.sending.error && (
        <Text tone="late" role="alert">
          {failureSentence(mail.sending.error)}
        </Text>
      )}
      <Row gap={2}>
        <Button
          kind="primary"
          icon={<IconSend size={16} stroke={1.5} className={classes.mirrored} />}
          busy={mail.sending.isPending || uploads.isBusy}
          onClick={send}
        >
          {t('send')}
        </Button>
        <AttachButton isFull={values.attachments.length >= attachmentsMax} onFiles={uploads.add} />
        <Text as="span" size="caption" tone={state === 'failed' ? 'late' : 'muted'} role="status">
          {t(`draft.${state}`)}
        </Text>
        <IconButton
          className={classes.last}
          label={t('discard')}
          icon={<IconTrash size={18} stroke={1.5} />}
          onClick={discard}
        />
      </Row>
    </Stack>
  );
}

type Untouched = {
  readonly draft: MailDraft;
  readonly values: DraftValues;
  readonly isAnswer: boolean;
  readonly mail: { readonly settle: () => boolean };
  readonly discard: (id: string) => void;
};

/** What nobody has written a word in is no draft to keep when it is left. */
function useDiscardUntouched(now: Untouched): void {
  const latest = useRef(now);
  useEffect(() => {
    latest.current = now;
  });
  const leaving = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => {
    // React takes effects back and makes them anew in development: that is not leaving.
    clearTimeout(leaving.current);
    return () => {
      leaving.current = setTimeout(() => discardUntouched(latest.current));
    };
  }, []);
}

function discardUntouched({ draft, values, isAnswer, mail, discard }: Untouched): void {
  const { to, subject, html, attachments } = values;
  if (html !== '' || attachments.length > 0) return;
  if (!isAnswer && (to.length > 0 || subject !== '')) return;
  if (mail.settle()) discard(draft.id);
}

type AddresseesProps = {
  readonly id: string;
  readonly draft: MailDraft;
  readonly value: readonly string[];
  readonly onChange: (to: string[]) => void;
  readonly focusFirst: boolean;
};

function Addressees({ id, draft, value, onChange, focusFirst }: AddresseesProps) {
  const { t } = useTranslation('internal-mail');
  const { data } = useQuery(addresseesQuery);
  // Whom it is for already stands there before everybody else is known.
  const known = data?.addressees ?? draft.to;
  const group = (kind: 'person' | 'team') => ({
    label: t(`kind.${kind}`),
    options: known
      .filter((one) => one.kind === kind)
      .map((one) => ({ value: `${kind}:${one.id}`, label: one.name })),
  });
  return (
    <SeveralPickedField
      id={id}
      label={t('to')}
      groups={[group('team'), group('person')]}
      value={value}
      onChange={onChange}
      focusFirst={focusFirst}
    />
  );
}

type FilesProps = {
  readonly attached: readonly MailAttachment[];
  readonly uploads: readonly Uploading[];
  readonly onTakeOff: (id: string) => void;
  readonly onDrop: (id: string) => void;
};

/** What goes along, and what is on its way. */
function Files({ attached, uploads, onTakeOff, onDrop }: FilesProps) {
  const { t } = useTranslation('internal-mail');
  const format = useFormat();
  const { locale } = format.settings;
  if (attached.length + uploads.length === 0) return null;
  return (
    <Stack as="ul" gap={1} aria-label={t('attachments')}>
      {attached.map((file) => (
        <FileLine key={file.id} name={file.name} onTakeOff={() => onTakeOff(file.id)}>
          <Text as="span" size="caption" tone="muted">
            {spellBytes(file.bytes, locale)}
          </Text>
        </FileLine>
      ))}
      {uploads.map(({ id, file, bytesSent, failure }) => (
        <FileLine key={id} name={file.name} onTakeOff={() => onDrop(id)}>
          <Text as="span" size="caption" tone={failure ? 'late' : 'muted'} role="status">
            {failure instanceof Error && failureSentence(failure)}
            {typeof failure === 'string' && t(`refused.${failure}`)}
            {failure === null &&
              t('uploading', {
                done: spellBytes(bytesSent, locale),
                all: spellBytes(file.size, locale),
              })}
          </Text>
        </FileLine>
      ))}
    </Stack>
  );
}

type FileLineProps = {
  readonly name: string;
  readonly onTakeOff: () => void;
  readonly children: ReactNode;
};

function FileLine({ name, onTakeOff, children }: FileLineProps) {
  const { t } = useTranslation('internal-mail');
  return (
    <Row as="li" gap={2} wrap={false}>
      <IconPaperclip size={16} stroke={1.5} aria-hidden="true" />
      <Text as="bdi" clip>
        {name}
      </Text>
      {children}
      <IconButton
        size="compact"
        label={t('takeOff', { name })}
        icon={<IconX size={14} stroke={1.75} />}
        onClick={onTakeOff}
      />
    </Row>
  );
}

type AttachButtonProps = {
  readonly isFull: boolean;
  readonly onFiles: (files: Iterable<File>) => void;
};

function AttachButton({ isFull, onFiles }: AttachButtonProps) {
  const { t } = useTranslation('internal-mail');
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button
        icon={<IconPaperclip size={16} stroke={1.5} />}
        disabled={isFull}
        onClick={() => input.current?.click()}
      >
        {t('attach')}
      </Button>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        aria-label={t('attach')}
        accept={Object.keys(documentTypes).join(',')}
        onChange={({ currentTarget }) => {
          onFiles(Array.from(currentTarget.files ?? []));
          currentTarget.value = '';
        }}
      />
    </>
  );
}
