import type { ChatMessage } from '@bursar/contracts/office/chats';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { onTypingNotice } from '../../../lib/typing-events.ts';
import { useFormat } from '../../../ui/format/FormatProvider.tsx';
import { isolated } from '../../../ui/format/isolated.ts';
import { Box } from '../../../ui/layout/Box.tsx';
import classes from './Chats.module.css';

type TypingProps = {
  readonly chatId: string;
  readonly messages: readonly ChatMessage[] | undefined;
};

/** Shows who else is typing in a conversation; its space is always reserved. */
export function Typing(props: TypingProps) {
  const { t } = useTranslation('chats');
  const format = useFormat();
  const typing = useTyping(props);
  return (
    <Box
      flow="row"
      as="p"
      gap={2}
      wrap={false}
      pad={[0, 4]}
      tone="muted"
      size="caption"
      className={classes.typing}
      role="status"
    >
      {typing.length > 0 && (
        <>
          <span className={classes.dots} aria-hidden="true">
            <i />
            <i />
            <i />
          </span>
          {t('typing', { count: typing.length, names: format.list(typing) })}
        </>
      )}
    </Box>
  );
}

/** Duration of a typing notice: longer than a usual pause between two words. */
const TYPING_MS = 6_000;

/** Returns who else is typing, until they send a message or stop. */
function useTyping({ chatId, messages }: TypingProps): string[] {
  const [writers, setWriters] = useState<ReadonlyMap<string, { name: string; at: number }>>(
    new Map(),
  );
  useEffect(
    () =>
      onTypingNotice(({ chatId: of, author }) => {
        if (of !== chatId) return;
        setWriters((now) => new Map(now).set(author.id, { name: author.name, at: Date.now() }));
      }),
    [chatId],
  );
  useEffect(() => {
    if (writers.size === 0) return undefined;
    // The next expiry, not a full duration: a notice of one writer must not extend another's.
    const next = Math.min(...[...writers.values()].map(({ at }) => at)) + TYPING_MS;
    const timer = setTimeout(() => {
      const still = [...writers].filter(([, { at }]) => Date.now() - at < TYPING_MS);
      setWriters(new Map(still));
    }, next - Date.now());
    return () => clearTimeout(timer);
  }, [writers]);
  const last = messages?.at(-1);
  const [seen, setSeen] = useState(last?.id);
  if (last && last.id !== seen) {
    setSeen(last.id);
    if (writers.has(last.author.id)) {
      setWriters(new Map([...writers].filter(([id]) => id !== last.author.id)));
    }
  }
  const names = [...writers.values()].map(({ name }) => name);
  return names.map((name) => isolated(name));
}
