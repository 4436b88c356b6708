import { attachmentsMax } from '@bursar/contracts/records/document-types';
import type { MailAddressee, MailDraft } from '@bursar/contracts/office/staff-mail';
import { IconSend, IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState, type KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { failureSentence } from '../../../lib/failure-sentence.ts';
import { Button, IconButton } from '../../../ui/button/Button.tsx';
import { RichTextField } from '../../../ui/editor/RichTextField.tsx';
import { SeveralPickedField } from '../../../ui/form/SeveralPickedField.tsx';
import { TextField } from '../../../ui/form/TextField.tsx';
import { Box } from '../../../ui/layout/Box.tsx';
import { isTypingHeld } from '../../../ui/shortcut/typed-ahead.ts';
import { Row } from '../../../ui/layout/Layout.tsx';
import { Text } from '../../../ui/layout/Text.tsx';
import { notify } from '../../../ui/overlay/notify.ts';
import { addresseesQuery, useDiscardDraft, useDiscardEmptyDraft } from './staff-mail.queries.ts';
import classes from './StaffMail.module.css';
import { AttachButton, MailFiles } from './MailFiles.tsx';
import { isUntouched, useAttachmentUploads, useMailDraft, useOnLeave } from './use-mail-draft.ts';

type MailComposerProps = {
  readonly draft: MailDraft;
  /** True in a conversation, which already has a subject. */
  readonly isAnswer: boolean;
  /** Called after the message was sent or discarded. */
  readonly onDone: () => void;
};

/** The composer of a message: saves a draft while the user types, and sends with Ctrl+Enter. */
export function MailComposer({ draft, isAnswer, onDone }: MailComposerProps) {
  const { t } = useTranslation('staff-mail');
  const { values, change, state, ...mail } = useMailDraft(draft);
  const uploads = useAttachmentUploads(mail.attach);
  const discarding = useDiscardDraft();
  const { mutate: discardEmpty } = useDiscardEmptyDraft();
  useOnLeave(() => {
    if (!isUntouched(values, isAnswer)) return;
    void mail.finishSaving().then((wasOpen) => wasOpen && discardEmpty(draft.id));
  });
  const [isAskingCopies, setAskingCopies] = useState(false);
  const hasCopies = isAskingCopies || values.cc.length > 0;
  const copiesId = `mail-${draft.id}-cc`;
  useEffect(() => {
    if (isAskingCopies) document.getElementById(copiesId)?.focus();
  }, [isAskingCopies, copiesId]);
  const field = (name: string) => `mail-${draft.id}-${name}`;
  const firstId = field(isAnswer ? 'text' : 'to');
  useEffect(() => {
    // The saved draft of an answer is shown with its conversation and takes no focus. If typed keys
    // are held, the user has just started the answer with a shortcut.
    if (!isAnswer || isTypingHeld()) document.getElementById(firstId)?.focus();
  }, [isAnswer, firstId]);
  // A double click comes before the button renders as busy.
  const isUnderWay = useRef(false);
  const send = () => {
    if (isUnderWay.current || uploads.isBusy) return;
    isUnderWay.current = true;
    mail.send().then(
      ({ recipients }) => {
        notify.success(t('sent', { count: recipients }));
        onDone();
      },
      // The failure is shown above the button; the draft is unchanged.
      () => {
        isUnderWay.current = false;
      },
    );
  };
  const discard = async () => {
    if (isUnderWay.current) return;
    isUnderWay.current = true;
    await mail.finishSaving();
    discarding.mutate(draft.id, {
      onSuccess: onDone,
      onError: (cause) => {
        isUnderWay.current = false;
        mail.resumeSaving();
        notify.error(failureSentence(cause));
      },
    });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    send();
  };
  return (
    <Box
      flow="stack"
      as="section"
      gap={4}
      max="52rem"
      {...(isAnswer && { pad: 4, className: classes.answer })}
      aria-label={t(isAnswer ? 'answer' : 'new')}
      data-takes-keys
      // The shortcut works in every field of the form.
      onKeyDownCapture={onKeyDown}
    >
      <Row gap={2} align="end" wrap={false}>
        <Addressees
          id={field('to')}
          label={t('to')}
          known={draft.to}
          value={values.to}
          onChange={(to) => change({ to })}
        />
        {!hasCopies && (
          <Button kind="quiet" aria-label={t('addCopies')} onClick={() => setAskingCopies(true)}>
            {t('cc')}
          </Button>
        )}
      </Row>
      {hasCopies && (
        <Addressees
          id={copiesId}
          label={t('cc')}
          known={draft.cc}
          value={values.cc}
          onChange={(cc) => change({ cc })}
        />
      )}
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
      <MailFiles
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
          icon={<IconSend size={18} stroke={1.5} className="mirrors" />}
          busy={mail.sending.isPending || uploads.isBusy}
          onClick={send}
        >
          {t('send')}
        </Button>
        <AttachButton isFull={values.attachments.length >= attachmentsMax} onFiles={uploads.add} />
        <Text as="span" size="caption" tone={state === 'failed' ? 'late' : 'muted'} role="status">
          {t(`draft.${state}`)}
        </Text>
        <Box push>
          <IconButton
            label={t('discard')}
            icon={<IconTrash size={18} stroke={1.5} />}
            onClick={() => void discard()}
          />
        </Box>
      </Row>
    </Box>
  );
}

type AddresseesProps = {
  readonly id: string;
  readonly label: string;
  /** The recipients of the saved draft, to show their names until all colleagues are loaded. */
  readonly known: readonly MailAddressee[];
  readonly value: readonly string[];
  readonly onChange: (picked: string[]) => void;
};

function Addressees({ known, ...field }: AddresseesProps) {
  const { t } = useTranslation('staff-mail');
  const { data } = useQuery(addresseesQuery);
  const all = data?.addressees ?? known;
  const group = (kind: 'person' | 'team') => ({
    label: t(`kind.${kind}`),
    options: all
      .filter((one) => one.kind === kind)
      .map((one) => ({ value: `${kind}:${one.id}`, label: one.name })),
  });
  return (
    <Box grow>
      <SeveralPickedField {...field} groups={[group('team'), group('person')]} />
    </Box>
  );
}
