import { chatTextMax } from '@bursar/contracts/office/chat-limits';
import type { SendTyping } from '@bursar/contracts/office/chats';
import { documentBytesMax, documentTypes } from '@bursar/contracts/records/document-types';
import { IconPaperclip, IconSend2 } from '@tabler/icons-react';
import { useLayoutEffect, useRef, useState, type KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { callApi } from '../../../lib/api-client.ts';
import { draftKey, forgetDraft, readDraft, writeDraft } from '../../../lib/saved-draft.ts';
import { IconButton } from '../../../ui/button/Button.tsx';
import { refuseFile, spellBytes } from '../../../ui/file/refuse-file.ts';
import { useFormat } from '../../../ui/format/FormatProvider.tsx';
import { notify } from '../../../ui/overlay/notify.ts';
import classes from './Chats.module.css';

type ComposerProps = {
  readonly chatId: string;
  readonly title: string;
  readonly onSend: (text: string) => void;
  readonly onFile: (file: File) => void;
  /** Called on Up in an empty field: edits the user's last message. */
  readonly onEditLast: () => void;
};

/**
 * The message field: Enter sends, Shift+Enter starts a new line. Unsent text is saved in this
 * browser.
 */
export function Composer({ chatId, title, onSend, onFile, onEditLast }: ComposerProps) {
  const { t } = useTranslation('chats');
  const key = draftKey(`chat.${chatId}`);
  const [text, setText] = useState(() => readDraft(key, { text: '' })?.text ?? '');
  const field = useGrowing(text);
  const sendTyping = useTypingNotice(chatId);
  const write = (next: string) => {
    setText(next);
    if (next.trim() === '') return forgetDraft(key);
    writeDraft(key, { text: next });
    return sendTyping();
  };
  const send = () => {
    if (text.trim() === '') return;
    onSend(text.trim());
    write('');
    field.current?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    // While an input method composes a word, Enter confirms the word.
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Enter' && !event.shiftKey) {
      event.preventDefault();
      send();
    }
    if (event.key === 'ArrowUp' && text === '') {
      event.preventDefault();
      onEditLast();
    }
  };
  return (
    <form
      className={classes.composer}
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <Attach onFile={onFile} />
      <textarea
        ref={field}
        className={classes.field}
        rows={1}
        value={text}
        maxLength={chatTextMax}
        aria-label={t('write', { name: title })}
        placeholder={t('write', { name: title })}
        enterKeyHint="send"
        onChange={(event) => write(event.currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      <IconButton
        type="submit"
        className={classes.send}
        disabled={text.trim() === ''}
        label={t('send')}
        icon={<IconSend2 size={18} stroke={1.5} className="mirrors" />}
      />
    </form>
  );
}

const endings = Object.keys(documentTypes);

function Attach({ onFile }: Pick<ComposerProps, 'onFile'>) {
  const { t } = useTranslation(['chats', 'ui']);
  const format = useFormat();
  const input = useRef<HTMLInputElement>(null);
  const take = (file: File | undefined) => {
    if (!file) return;
    const reason = refuseFile(file, { endings, largestBytes: documentBytesMax });
    if (reason === null) return onFile(file);
    const { locale } = format.settings;
    notify.error(
      t(`ui:file.${reason}`, {
        name: file.name,
        endings: format.list(endings),
        size: spellBytes(file.size, locale),
        largest: spellBytes(documentBytesMax, locale),
      }),
    );
  };
  return (
    <>
      <IconButton
        label={t('attach')}
        icon={<IconPaperclip size={18} stroke={1.5} />}
        onClick={() => input.current?.click()}
      />
      <input
        ref={input}
        type="file"
        hidden
        accept={endings.join(',')}
        aria-label={t('attach')}
        onChange={(event) => {
          take(event.currentTarget.files?.[0]);
          // Cleared, so that the same file can be chosen again.
          event.currentTarget.value = '';
        }}
      />
    </>
  );
}

/** Makes a text field as high as its content, up to the style sheet's limit. */
export function useGrowing(text: string) {
  const field = useRef<HTMLTextAreaElement>(null);
  useLayoutEffect(() => {
    const element = field.current;
    if (!element) return;
    element.style.blockSize = 'auto';
    element.style.blockSize = `${element.scrollHeight + 2}px`;
  }, [text]);
  return field;
}

/** Minimum time between two typing notices. Other users see each notice for twice as long. */
const NOTIFY_EVERY_MS = 3_000;

function useTypingNotice(chatId: string): () => void {
  const notifiedAt = useRef(0);
  return () => {
    if (Date.now() - notifiedAt.current < NOTIFY_EVERY_MS) return;
    notifiedAt.current = Date.now();
    // A failure is ignored: only the message itself must arrive.
    callApi<SendTyping>('POST /api/chats/:chatId/typing', { params: { chatId } }).catch(
      () => undefined,
    );
  };
}
