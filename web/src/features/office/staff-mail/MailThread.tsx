import type {
  MailAddressee,
  MailDraft,
  ReadMailThread,
  SentMail,
} from '@bursar/contracts/office/staff-mail';
import type { AnswerOf } from '@bursar/contracts/endpoint';
import {
  IconArrowBackUp,
  IconArrowBackUpDouble,
  IconArrowForwardUp,
  IconArrowLeft,
  IconDownload,
} from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { loadOf } from '../../../lib/load-of.ts';
import { useSession } from '../../../lib/session.ts';
import { Avatar } from '../../../ui/avatar/Avatar.tsx';
import { Button, IconButton } from '../../../ui/button/Button.tsx';
import { RichText } from '../../../ui/editor/RichText.tsx';
import { spellBytes } from '../../../ui/file/refuse-file.ts';
import { useFormat } from '../../../ui/format/FormatProvider.tsx';
import { InstantText } from '../../../ui/format/InstantText.tsx';
import { isolated } from '../../../ui/format/isolated.ts';
import { Box } from '../../../ui/layout/Box.tsx';
import { Row, Stack } from '../../../ui/layout/Layout.tsx';
import { Text } from '../../../ui/layout/Text.tsx';
import { Loaded } from '../../../ui/page/Loaded.tsx';
import { SkeletonLines } from '../../../ui/page/Skeleton.tsx';
import { useShortcut } from '../../../ui/shortcut/use-shortcut.ts';
import { attachmentAddress, threadQuery, useMarkMails } from './staff-mail.queries.ts';
import classes from './StaffMail.module.css';
import type { MailPlaceInApp } from './mail-address.ts';
import { LabelsOf, MailActions } from './MailActions.tsx';
import { MailComposer } from './MailComposer.tsx';
import { useBeginMail } from './use-mail-draft.ts';

type Thread = AnswerOf<ReadMailThread>;

type MailThreadProps = { readonly threadId: string; readonly place: MailPlaceInApp };

/** A conversation: its messages in order, the last two open, and the answer being written. */
export function MailThread({ threadId, place }: MailThreadProps) {
  const { t } = useTranslation('staff-mail');
  const query = useQuery(threadQuery(threadId));
  const back = () => place.go({ threadId: undefined });
  useShortcut('escape', back, { label: t('back'), opensNothing: true });
  useReadOnce(threadId, query.data);
  return (
    <Box as="section" max="52rem" aria-label={t('conversation')}>
      <Loaded load={loadOf(query)} waiting={<SkeletonLines lines={10} />}>
        {(thread) => <OpenThread thread={thread} place={place} onBack={back} />}
      </Loaded>
    </Box>
  );
}

/**
 * Marks a conversation as read when it opens and when a new message arrives. If the user then marks
 * it as unread, it stays unread until the next opening or message.
 */
function useReadOnce(threadId: string, thread: Thread | undefined): void {
  const { mutate: mark } = useMarkMails();
  const readAs = useRef('');
  const newest = thread?.mails.at(-1)?.id;
  const isUnread = thread?.isUnread;
  useEffect(() => {
    const opened = `${threadId} ${newest}`;
    if (newest === undefined || readAs.current === opened) return;
    readAs.current = opened;
    if (isUnread) mark({ threadIds: [threadId], isUnread: false });
  }, [threadId, newest, isUnread, mark]);
}

type OpenThreadProps = {
  readonly thread: Thread;
  readonly place: MailPlaceInApp;
  readonly onBack: () => void;
};

function OpenThread({ thread, place, onBack }: OpenThreadProps) {
  const { t } = useTranslation('staff-mail');
  const { mails, drafts } = thread;
  const answering = useAnswering(thread, place);
  const latest = mails.at(-1);
  useShortcut('r', () => latest && answering.reply(latest, 'sender'), { label: t('reply') });
  useShortcut('a', () => latest && answering.reply(latest, 'all'), { label: t('replyAll') });
  useShortcut('f', () => latest && answering.forward(latest), { label: t('forward') });
  return (
    <Stack gap={4}>
      <Box flow="row" gap={1} pad={[0, 0, 2]} line="below">
        <IconButton
          label={t('back')}
          icon={<IconArrowLeft size={18} stroke={1.5} className="mirrors" />}
          onClick={onBack}
        />
        <MailActions threads={[thread]} onMoved={onBack} />
      </Box>
      <Stack gap={2}>
        <Box as="h2" size="title" weight="medium" breaks className={classes.threadSubject}>
          <bdi>{thread.subject || t('noSubject')}</bdi>
        </Box>
        <LabelsOf labelIds={thread.labelIds} />
      </Stack>
      <Box as="ol">
        {mails.map((mail, at) => (
          <MailItem key={mail.id} mail={mail} startsOpen={at >= mails.length - 2} />
        ))}
      </Box>
      {drafts.map((draft) => (
        <MailComposer key={draft.id} draft={draft} isAnswer onDone={() => undefined} />
      ))}
      {latest && drafts.length === 0 && (
        <Row gap={2}>
          <Button
            kind="primary"
            icon={<IconArrowBackUp size={18} stroke={1.5} className="mirrors" />}
            shortcut="R"
            busy={answering.isBusy}
            onClick={() => answering.reply(latest, 'sender')}
          >
            {t('reply')}
          </Button>
          <Button
            icon={<IconArrowBackUpDouble size={16} stroke={1.5} className="mirrors" />}
            onClick={() => answering.reply(latest, 'all')}
          >
            {t('replyAll')}
          </Button>
          <Button
            icon={<IconArrowForwardUp size={16} stroke={1.5} className="mirrors" />}
            onClick={() => answering.forward(latest)}
          >
            {t('forward')}
          </Button>
        </Row>
      )}
    </Stack>
  );
}

/** Starts an answer as a draft in its conversation, and a forwarded message as a separate draft. */
function useAnswering(thread: Thread, place: MailPlaceInApp) {
  const { t } = useTranslation('staff-mail');
  const format = useFormat();
  const { isBusy, begin } = useBeginMail((id) => thread.drafts.some((draft) => draft.id === id));
  const ownId = useSession()?.id;
  return {
    isBusy,
    reply: (mail: SentMail, to: 'sender' | 'all') => {
      if (thread.drafts.length > 0) return;
      begin({
        answersId: mail.id,
        ...readersOf(mail, to, ownId),
        subject: thread.subject,
        html: '',
        attachmentIds: [],
      });
    },
    forward: (mail: SentMail) => {
      const head = t('forwardedFrom', {
        name: mail.from.name,
        at: format.instant(mail.sentAt, 'minute'),
      });
      begin(
        {
          answersId: null,
          accountIds: [],
          teamIds: [],
          ccAccountIds: [],
          ccTeamIds: [],
          subject: t('forwardedSubject', { subject: thread.subject }).slice(0, 200),
          html: `<p></p><p>${escaped(head)}</p><blockquote>${mail.html}</blockquote>`,
          attachmentIds: mail.attachments.map(({ id }) => id),
        },
        (draftId) => place.go({ threadId: undefined, draftId }),
      );
    },
  };
}

/**
 * Returns the recipients of an answer: the sender, or everybody; an answer to the user's own
 * message goes to the recipients of that message.
 */
function readersOf(mail: SentMail, to: 'sender' | 'all', ownId: string | undefined) {
  const isOwn = mail.from.id === ownId;
  const isForAll = to === 'all' || isOwn;
  const others = isForAll ? mail.to : [];
  const copies = isForAll ? mail.cc : [];
  const peopleAmong = (addressees: readonly MailAddressee[]) =>
    addressees.flatMap(({ kind, id }) => (kind === 'person' && id !== ownId ? [id] : []));
  const teamsAmong = (addressees: readonly MailAddressee[]) =>
    addressees.flatMap(({ kind, id }) => (kind === 'team' ? [id] : []));
  const people = peopleAmong(others);
  return {
    accountIds: isOwn ? people : [...new Set([mail.from.id, ...people])],
    teamIds: teamsAmong(others),
    ccAccountIds: peopleAmong(copies),
    ccTeamIds: teamsAmong(copies),
  };
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}

/** One message: its header opens and closes it, and a closed message shows its first words. */
function MailItem({ mail, startsOpen }: { mail: SentMail; startsOpen: boolean }) {
  const { t } = useTranslation('staff-mail');
  const format = useFormat();
  const [isOpen, setOpen] = useState(startsOpen);
  const { from, to, cc, sentAt, html } = mail;
  const namesOf = (addressees: readonly MailAddressee[]) =>
    format.list(addressees.map(({ name }) => isolated(name)));
  return (
    <Box as="li" line="below">
      <button
        type="button"
        className={classes.mailHead}
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        <Avatar name={from.name} />
        <Box flow="stack" as="span" gap={0} align="start" grow>
          <Text as="bdi" weight="medium" clip>
            {from.name}
          </Text>
          <Text as="span" size="caption" tone="muted" clip={!isOpen}>
            {cc.length === 0
              ? t('toNames', { names: namesOf(to) })
              : t('toNamesWithCopy', { names: namesOf(to), copies: namesOf(cc) })}
          </Text>
        </Box>
        <Box as="span" fixed size="caption" tone="muted">
          <InstantText at={sentAt} />
        </Box>
      </button>
      {isOpen && (
        <Box flow="stack" gap={4} pad={[0, 0, 5]} className={classes.mailBody}>
          <RichText html={html} />
          <Attachments mail={mail} />
        </Box>
      )}
    </Box>
  );
}

function Attachments({ mail: { attachments } }: { mail: Pick<MailDraft, 'attachments'> }) {
  const { t } = useTranslation('staff-mail');
  const format = useFormat();
  if (attachments.length === 0) return null;
  return (
    <Row as="ul" gap={2} aria-label={t('attachments')}>
      {attachments.map(({ id, name, bytes }) => (
        <li key={id}>
          <a href={attachmentAddress(id)} download={name} className={classes.attachment}>
            <IconDownload size={16} stroke={1.5} aria-hidden="true" />
            <Box as="bdi" clip max="18rem">
              {name}
            </Box>
            <Text as="span" size="caption" tone="muted">
              {spellBytes(bytes, format.settings.locale)}
            </Text>
          </a>
        </li>
      ))}
    </Row>
  );
}
