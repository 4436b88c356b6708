import { chatTextMax } from '@bursar/contracts/office/chat-limits';
import type { ChatMessage } from '@bursar/contracts/office/chats';
import { IconDots, IconFile, IconFileTypePdf, IconPhoto, IconTable } from '@tabler/icons-react';
import { useEffect, useState, type ComponentProps, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { failureSentence } from '../../../lib/failure-sentence.ts';
import { mayBeSentAgain } from '../../../lib/upload-file.ts';
import { Avatar } from '../../../ui/avatar/Avatar.tsx';
import { Button, IconButton } from '../../../ui/button/Button.tsx';
import { spellBytes } from '../../../ui/file/refuse-file.ts';
import { useFormat } from '../../../ui/format/FormatProvider.tsx';
import { InstantText } from '../../../ui/format/InstantText.tsx';
import { isolated } from '../../../ui/format/isolated.ts';
import { Box } from '../../../ui/layout/Box.tsx';
import { Row } from '../../../ui/layout/Layout.tsx';
import { Text } from '../../../ui/layout/Text.tsx';
import { Menu } from '../../../ui/menu/Menu.tsx';
import { ConfirmDialog } from '../../../ui/overlay/ConfirmDialog.tsx';
import { useChangeMessage, useRemoveMessage } from './chats.queries.ts';
import { useGrowing } from './Composer.tsx';
import type { Unsent } from './outbox.ts';
import { useDayOf } from './use-day-of.ts';
import classes from './Chats.module.css';

const DAY_MS = 24 * 60 * 60_000;

export function DayLine({ day }: { day: string }) {
  const { t } = useTranslation('chats');
  const format = useFormat();
  const dayOf = useDayOf();
  const [now] = useState(Date.now);
  const today = dayOf(new Date(now).toISOString());
  const yesterday = dayOf(new Date(now - DAY_MS).toISOString());
  return (
    <LogLine as="h3" tone="muted" pad={[3, 4, 2]} className={classes.dayLine}>
      {day === today ? t('today') : day === yesterday ? t('yesterday') : format.day(day, 'long')}
    </LogLine>
  );
}

export function NewLine() {
  const { t } = useTranslation('chats');
  return (
    <LogLine as="p" tone="accent" pad={[1, 4]} className={classes.newLine}>
      {t('newMessages')}
    </LogLine>
  );
}

/** A text on a line across the conversation. */
function LogLine({ children, ...rest }: ComponentProps<typeof Box>) {
  return (
    <Box {...rest} flow="row" wrap={false} size="caption" weight="medium">
      <span>{children}</span>
    </Box>
  );
}

type MessageItemProps = {
  readonly chatId: string;
  readonly message: ChatMessage;
  readonly isOwn: boolean;
  readonly goesOn: boolean;
  readonly isEditing: boolean;
  readonly onEdit: (id: string | null) => void;
};

export function MessageItem(props: MessageItemProps) {
  const { chatId, message, isOwn, goesOn, isEditing, onEdit } = props;
  const { author, sentAt, event, isRemoved } = message;
  if (event) return <EventLine message={message} />;
  return (
    <Article author={author.name} at={sentAt} goesOn={goesOn}>
      {isEditing ? (
        <Rewording chatId={chatId} message={message} onDone={() => onEdit(null)} />
      ) : (
        <Translate chatId={chatId} message={message} />
      )}
      {isOwn && !isRemoved && !isEditing && (
        <OwnActions chatId={chatId} message={message} onEdit={() => onEdit(message.id)} />
      )}
    </Article>
  );
}

type ArticleProps = {
  readonly author: string;
  readonly at: string;
  readonly goesOn: boolean;
  readonly children: ReactNode;
};

function Article({ author, at, goesOn, children }: ArticleProps) {
  return (
    <article className={classes.message} data-goes-on={goesOn || undefined} aria-label={author}>
      <span className={classes.gutter}>
        {goesOn ? (
          <span className={classes.gutterTime}>
            <InstantText at={at} style="time" />
          </span>
        ) : (
          <Avatar name={author} />
        )}
      </span>
      <Box grow>
        {!goesOn && (
          <Row as="p" gap={2} wrap={false} align="baseline">
            <Text as="bdi" weight="strong">
              {author}
            </Text>
            <Text as="span" tone="muted" size="caption">
              <InstantText at={at} style="time" />
            </Text>
          </Row>
        )}
        {children}
      </Box>
    </article>
  );
}

function Translate({ chatId, message }: { chatId: string; message: ChatMessage }) {
  const { t } = useTranslation('chats');
  const { text, file, isRemoved, editedAt } = message;
  if (isRemoved) {
    return (
      <Text tone="muted" className={classes.removed}>
        {t('removed')}
      </Text>
    );
  }
  if (file) {
    const address = `/api/chats/${chatId}/messages/${message.id}/content`;
    return (
      <a href={address} download={file.name} className={classes.file}>
        <FileDescription name={file.name} mediaType={file.mediaType} bytes={file.bytes} />
      </a>
    );
  }
  return (
    <p className={classes.words} dir="auto">
      {text}
      {editedAt && (
        <Text as="span" tone="muted" size="caption" className={classes.edited}>
          {t('edited')}
        </Text>
      )}
    </p>
  );
}

type FileDescriptionProps = {
  readonly name: string;
  readonly mediaType: string;
  readonly bytes: number;
};

function FileDescription({ name, mediaType, bytes }: FileDescriptionProps) {
  const { locale } = useFormat().settings;
  return (
    <>
      <Box
        flow="row"
        as="span"
        inline
        gap={0}
        wrap={false}
        align="stretch"
        tone="accent"
        aria-hidden="true"
      >
        <KindIcon mediaType={mediaType} />
      </Box>
      <Box flow="stack" as="span" gap={0} breaks shrinks>
        <bdi>{name}</bdi>
        <Text as="span" tone="muted" size="caption">
          {spellBytes(bytes, locale)}
        </Text>
      </Box>
    </>
  );
}

function KindIcon({ mediaType }: { mediaType: string }) {
  const iconProps = { size: 20, stroke: 1.5 };
  if (mediaType === 'application/pdf') return <IconFileTypePdf {...iconProps} />;
  if (mediaType.startsWith('image/')) return <IconPhoto {...iconProps} />;
  return /sheet|csv/.test(mediaType) ? <IconTable {...iconProps} /> : <IconFile {...iconProps} />;
}

function EventLine({ message }: { message: ChatMessage }) {
  const { t } = useTranslation('chats');
  const format = useFormat();
  const { author, event, text } = message;
  if (!event) return null;
  const people = format.list(event.people.map(({ name }) => isolated(name)));
  return (
    <Box as="p" tone="muted" size="caption" pad={[1, 4]} text="center" className={classes.event}>
      {t(`event.${event.kind}`, { name: isolated(author.name), people, title: isolated(text) })}
    </Box>
  );
}

type OwnProps = { readonly chatId: string; readonly message: ChatMessage };

function OwnActions({ chatId, message, onEdit }: OwnProps & { onEdit: () => void }) {
  const { t } = useTranslation(['chats', 'apps']);
  const [isAsked, setAsked] = useState(false);
  const removing = useRemoveMessage(chatId);
  return (
    <div className={classes.actions}>
      <Menu
        trigger={
          <IconButton
            size="compact"
            label={t('actions')}
            icon={<IconDots size={16} stroke={1.5} />}
          />
        }
        actions={[
          ...(message.file ? [] : [{ id: 'edit', label: t('edit'), onSelect: onEdit }]),
          { id: 'remove', label: t('apps:remove'), onSelect: () => setAsked(true) },
        ]}
      />
      <ConfirmDialog
        opened={isAsked}
        onClose={() => setAsked(false)}
        title={t('removeTitle')}
        confirmLabel={t('apps:remove')}
        tone="danger"
        busy={removing.isPending}
        failure={removing.error ? failureSentence(removing.error) : undefined}
        onConfirm={() => removing.mutate(message.id, { onSuccess: () => setAsked(false) })}
      >
        {t('removeMeaning')}
      </ConfirmDialog>
    </div>
  );
}

function Rewording({ chatId, message, onDone }: OwnProps & { onDone: () => void }) {
  const { t } = useTranslation(['chats', 'apps']);
  const [text, setText] = useState(message.text);
  const field = useGrowing(text);
  const changing = useChangeMessage(chatId);
  useEffect(() => field.current?.focus(), [field]);
  const save = () => {
    if (text.trim() === '') return;
    changing.mutate({ id: message.id, text: text.trim() }, { onSuccess: onDone });
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
    >
      <Box flow="stack" gap={2} max="46rem" pad={[1, 0]}>
        <textarea
          ref={field}
          className={`${classes.field} ${classes.rewording}`}
          rows={1}
          value={text}
          maxLength={chatTextMax}
          aria-label={t('edit')}
          onChange={(event) => setText(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key === 'Escape') onDone();
            if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
            event.preventDefault();
            save();
          }}
        />
        {changing.error && (
          <Text tone="late" size="caption" role="alert">
            {failureSentence(changing.error)}
          </Text>
        )}
        <Row gap={2}>
          <Button type="submit" size="compact" kind="primary" busy={changing.isPending}>
            {t('apps:save')}
          </Button>
          <Button size="compact" kind="quiet" onClick={onDone}>
            {t('apps:cancel')}
          </Button>
        </Row>
      </Box>
    </form>
  );
}

type UnsentItemProps = {
  readonly unsent: Unsent;
  readonly onRetry: () => void;
  readonly onDiscard: () => void;
};

/**
 * A message that is being sent or could not be sent; its text stays visible until the message
 * arrives.
 */
export function UnsentItem({ unsent, onRetry, onDiscard }: UnsentItemProps) {
  const { t } = useTranslation('chats');
  const { text, file, at, failure } = unsent;
  return (
    <Article author={t('you')} at={at} goesOn={false}>
      <div className={classes.unsent} data-failed={failure !== null || undefined}>
        {file ? (
          <span className={classes.file}>
            <FileDescription name={file.name} mediaType={file.type} bytes={file.size} />
          </span>
        ) : (
          <p className={classes.words} dir="auto">
            {text}
          </p>
        )}
      </div>
      {failure ? (
        <Row gap={2} role="alert">
          <Text tone="late" size="caption">
            {t('notSent', { reason: failureSentence(failure) })}
          </Text>
          {mayBeSentAgain(failure) && (
            <Button size="compact" onClick={onRetry}>
              {t('retry')}
            </Button>
          )}
          <Button size="compact" kind="quiet" onClick={onDiscard}>
            {t('discard')}
          </Button>
        </Row>
      ) : (
        <Text tone="muted" size="caption">
          {t('sending')}
        </Text>
      )}
    </Article>
  );
}
