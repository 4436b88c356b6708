import type { Chat, ChatPerson, FindChatMessages } from '@bursar/contracts/office/chats';
import type { AnswerOf } from '@bursar/contracts/endpoint';
import { IconMessages } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { uuidv7 } from 'uuidv7';
import { colleaguesQuery } from '../../distribution/people/colleagues-query.ts';
import { failureSentence } from '../../../lib/failure-sentence.ts';
import { loadOf } from '../../../lib/load-of.ts';
import { paths } from '../../../lib/paths.ts';
import { useSearchState } from '../../../lib/search-state.ts';
import { useSession } from '../../../lib/session.ts';
import { Avatar } from '../../../ui/avatar/Avatar.tsx';
import { CreateButton } from '../../../ui/button/CreateButton.tsx';
import { SearchBox } from '../../../ui/filters/SearchBox.tsx';
import { excerptAround, matchesSearch } from '../../../ui/filters/search-text.ts';
import { Box } from '../../../ui/layout/Box.tsx';
import { Row, Stack } from '../../../ui/layout/Layout.tsx';
import { Text } from '../../../ui/layout/Text.tsx';
import { ListRow } from '../../../ui/list/ListRow.tsx';
import { notify } from '../../../ui/overlay/notify.ts';
import { EmptyState, type EmptyStateProps } from '../../../ui/page/EmptyState.tsx';
import { Loaded } from '../../../ui/page/Loaded.tsx';
import { PageHeader } from '../../../ui/page/PageHeader.tsx';
import { RowsToCome } from '../../../ui/page/PageShape.tsx';
import { SkeletonLines } from '../../../ui/page/Skeleton.tsx';
import { useShortcut } from '../../../ui/shortcut/use-shortcut.ts';
import { useMedia } from '../../../ui/state/use-media.ts';
import { chatsQuery, foundQuery, useStartChat } from './chats.queries.ts';
import { NewChatDialog } from './ChatDialogs.tsx';
import { ChatItem, SentAt, walk } from './ChatItem.tsx';
import { ChatFace, Conversation } from './Conversation.tsx';
import { partnerOf, titleOf } from './thread-state.ts';
import classes from './Chats.module.css';

/**
 * Conversations with colleagues: the list and, next to it, the conversation that the address names.
 */
export function ChatPage() {
  const { t } = useTranslation(['chats', 'app']);
  const address = useSearchState();
  const openId = address.read('id');
  const sought = address.read('m') ?? '';
  const query = useQuery(chatsQuery);
  const [isStarting, setStarting] = useState(false);
  useOpenNewest(query.isFetching ? undefined : query.data?.chats);
  useShortcut('n', () => setStarting(true), { label: t('start') });
  const chat = query.data?.chats.find(({ id }) => id === openId);
  const show = (id: string) => address.write({ id, m: null });
  const isEmpty = query.data?.chats.length === 0 && openId === undefined && !address.read('q');
  const start = (
    <CreateButton shortcut="N" onClick={() => setStarting(true)}>
      {t('start')}
    </CreateButton>
  );
  return (
    <Stack gap={0} className={classes.page} data-open={openId !== undefined || undefined}>
      <PageHeader title={t('app:title.appsChat')} description={t('about')} actions={start} />
      {isEmpty ? (
        <NoConversation title={t('none')} hint={t('noneHint')} action={start} />
      ) : (
        <Box flow="grid" columns="20rem minmax(0, 1fr)" gap={0} framed className={classes.frame}>
          <Box as="section" pad={3} className={classes.side} aria-label={t('conversations')}>
            <SearchBox
              filter={{ id: 'q', kind: 'search', label: t('search') }}
              value={address.read('q')}
              onChange={(q) => address.write({ q })}
            />
            <Loaded load={loadOf(query)} waiting={<RowsToCome mark="face" />}>
              {({ chats }) => (
                <ChatList
                  chats={chats}
                  openId={openId}
                  query={address.read('q')}
                  onShow={(id) => address.write({ id, m: null, q: null })}
                />
              )}
            </Loaded>
          </Box>
          {chat ? (
            <Conversation
              key={chat.id}
              chat={chat}
              sought={/^[1-9]\d{0,9}$/.test(sought) ? Number(sought) : null}
              backTo={paths.chats(address.read('q'))}
              onLeft={() => address.write({ id: null })}
            />
          ) : (
            <Box flow="stack" level="center">
              {query.data && (
                <NoConversation
                  title={t(openId === undefined ? 'choose' : 'gone')}
                  hint={t('chooseHint')}
                />
              )}
            </Box>
          )}
        </Box>
      )}
      <NewChatDialog
        opened={isStarting}
        onClose={() => setStarting(false)}
        onStarted={(id) => {
          setStarting(false);
          show(id);
        }}
      />
    </Stack>
  );
}

/**
 * Opens the newest conversation if the user comes to the page without one and the screen has space
 * for it. A conversation that arrives later does not open by itself, because it would count as read.
 */
function useOpenNewest(chats: readonly Chat[] | undefined): void {
  const address = useSearchState();
  const isWide = useMedia('(width >= 1024px)');
  const isSettled = useRef(false);
  useEffect(() => {
    if (!chats || isSettled.current) return;
    isSettled.current = true;
    const newest = chats[0]?.id;
    const isNamed = address.read('id') !== undefined || address.read('q') !== undefined;
    if (isWide && !isNamed && newest !== undefined) address.write({ id: newest });
  });
}

function NoConversation(texts: Pick<EmptyStateProps, 'title' | 'hint' | 'action'>) {
  return <EmptyState icon={<IconMessages size={22} stroke={1.5} />} {...texts} />;
}

type ChatListProps = {
  readonly chats: readonly Chat[];
  readonly openId: string | undefined;
  readonly query: string | undefined;
  readonly onShow: (id: string) => void;
};

/**
 * The conversations that match the search, colleagues of that name without a conversation, and
 * messages.
 */
function ChatList({ chats, openId, query, onShow }: ChatListProps) {
  const readerId = useSession()?.id ?? '';
  const found = chats.filter((chat) => !query || matchesSearch(textOf(chat), query));
  return (
    <div className={classes.found}>
      <ul className={classes.list}>
        {found.map((chat) => (
          <ChatItem key={chat.id} chat={chat} isOpen={chat.id === openId} readerId={readerId} />
        ))}
      </ul>
      {query && (
        <FoundElsewhere
          query={query}
          chats={chats}
          isFound={found.length > 0}
          readerId={readerId}
          onShow={onShow}
        />
      )}
    </div>
  );
}

const textOf = ({ name, members }: Chat): string =>
  [name ?? '', ...members.map((member) => member.name)].join(' ');

type FoundElsewhereProps = {
  readonly query: string;
  readonly chats: readonly Chat[];
  /** True if the name or a member of a conversation matches the search. */
  readonly isFound: boolean;
  readonly readerId: string;
  readonly onShow: (id: string) => void;
};

function FoundElsewhere(props: FoundElsewhereProps) {
  const { query, chats, isFound, readerId, onShow } = props;
  const { t } = useTranslation(['chats', 'apps']);
  const { data } = useQuery(colleaguesQuery);
  const found = useQuery(foundQuery(query));
  // The mutation is here and not in the row, because the colleague disappears from the results
  // afterwards.
  const starting = useStartChat();
  const start = (accountId: string) =>
    starting.mutate(
      { id: uuidv7(), name: '', accountIds: [accountId] },
      {
        onSuccess: ({ id }) => onShow(id),
        onError: (cause) => notify.error(failureSentence(cause)),
      },
    );
  const known = new Set(
    chats.flatMap((chat) => (chat.name === null ? (partnerOf(chat, readerId)?.id ?? []) : [])),
  );
  const people = (data?.colleagues ?? []).filter(
    ({ id, name }) => id !== readerId && !known.has(id) && matchesSearch(name, query),
  );
  const isNothing = !isFound && people.length === 0 && found.data?.found.length === 0;
  return (
    <>
      {people.length > 0 && <FoundPeople people={people} onStart={start} />}
      {isNothing && <EmptyState title={t('apps:noMatch')} />}
      <Loaded load={loadOf(found)} waiting={<SkeletonLines lines={3} />}>
        {(answer) => <FoundMessages {...answer} query={query} chats={chats} readerId={readerId} />}
      </Loaded>
    </>
  );
}

type FoundPeopleProps = {
  readonly people: readonly { id: string; name: string; role: ChatPerson['role'] }[];
  readonly onStart: (accountId: string) => void;
};

function FoundPeople({ people, onStart }: FoundPeopleProps) {
  const { t } = useTranslation(['chats', 'app']);
  return (
    <>
      <FoundHeading>{t('people')}</FoundHeading>
      <ul className={classes.list}>
        {people.map(({ id, name, role }) => (
          <li key={id}>
            <ListRow as="button" onKeyDown={walk} onClick={() => onStart(id)}>
              <Avatar name={name} />
              <Box flow="stack" as="span" gap={0} grow>
                <Text as="bdi" weight="medium" clip>
                  {name}
                </Text>
                <Text as="span" tone="muted" size="caption" clip>
                  {t(`app:role.${role}`)}
                </Text>
              </Box>
            </ListRow>
          </li>
        ))}
      </ul>
    </>
  );
}

function FoundHeading({ children }: { readonly children: string }) {
  return (
    <Box as="h2" size="caption" tone="muted" weight="medium" pad={[3, 2, 1]}>
      {children}
    </Box>
  );
}

type FoundMessagesProps = AnswerOf<FindChatMessages> & {
  readonly query: string;
  readonly chats: readonly Chat[];
  readonly readerId: string;
};

/** Messages that match the search, each linked to its position in its conversation. */
function FoundMessages({ found, hasMore, query, chats, readerId }: FoundMessagesProps) {
  const { t } = useTranslation('chats');
  const address = useSearchState();
  const [openId, openNumber] = [address.read('id'), Number(address.read('m'))];
  const shown = found.flatMap(({ chatId, message }) => {
    const chat = chats.find(({ id }) => id === chatId);
    return chat ? [{ chat, message }] : [];
  });
  if (shown.length === 0) return null;
  return (
    <>
      <FoundHeading>{t('messages')}</FoundHeading>
      <ul className={classes.list}>
        {shown.map(({ chat, message: { id, number, author, sentAt, text, file } }) => (
          <li key={id}>
            <ListRow
              as={Link}
              to={`?${new URLSearchParams({ id: chat.id, m: String(number), q: query }).toString()}`}
              replace
              preventScrollReset
              onKeyDown={walk}
              aria-current={(chat.id === openId && number === openNumber) || undefined}
            >
              <ChatFace chat={chat} readerId={readerId} />
              <Box flow="stack" as="span" gap={0} grow>
                <Row as="span" gap={2} wrap={false} justify="between">
                  <Text as="bdi" weight="medium" clip>
                    {titleOf(chat, readerId)}
                  </Text>
                  <SentAt at={sentAt} />
                </Row>
                <Box
                  as="span"
                  tone="muted"
                  size="caption"
                  breaks
                  className={classes.foundText}
                  dir="auto"
                >
                  {t('messageBy', {
                    name: author.id === readerId ? t('you') : author.name.split(' ')[0],
                    text: excerptAround(file?.name ?? text, query),
                  })}
                </Box>
              </Box>
            </ListRow>
          </li>
        ))}
      </ul>
      {hasMore && (
        <Box as="p" tone="muted" size="caption" pad={[3, 2, 1]}>
          {t('moreFound')}
        </Box>
      )}
    </>
  );
}
