import { chatMembersMax } from '@bursar/contracts/office/chat-limits';
import type { Chat } from '@bursar/contracts/office/chats';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { uuidv7 } from 'uuidv7';
import { colleaguesQuery } from '../../distribution/people/colleagues-query.ts';
import { useContractForm } from '../../../lib/contract-form.ts';
import { failureSentence } from '../../../lib/failure-sentence.ts';
import { useSession } from '../../../lib/session.ts';
import { Avatar } from '../../../ui/avatar/Avatar.tsx';
import { Button } from '../../../ui/button/Button.tsx';
import { matchesSearch } from '../../../ui/filters/search-text.ts';
import { TextField } from '../../../ui/form/TextField.tsx';
import { TickBox } from '../../../ui/form/TickBox.tsx';
import { useFormat } from '../../../ui/format/FormatProvider.tsx';
import { Box } from '../../../ui/layout/Box.tsx';
import { Row, Stack } from '../../../ui/layout/Layout.tsx';
import { Text } from '../../../ui/layout/Text.tsx';
import { ListRow } from '../../../ui/list/ListRow.tsx';
import { DrawerSection } from '../../../ui/overlay/DrawerSection.tsx';
import { ConfirmDialog } from '../../../ui/overlay/ConfirmDialog.tsx';
import { FormDialog } from '../../../ui/overlay/FormDialog.tsx';
import { notify } from '../../../ui/overlay/notify.ts';
import { SideDrawer } from '../../../ui/overlay/SideDrawer.tsx';
import { useAddMembers, useRemoveMember, useRenameGroup, useStartChat } from './chats.queries.ts';
import classes from './Chats.module.css';

type NewChatDialogProps = {
  readonly opened: boolean;
  readonly onClose: () => void;
  readonly onStarted: (id: string) => void;
};

/** Starts a conversation with one colleague, or a named group with several. */
export function NewChatDialog({ opened, onClose, onStarted }: NewChatDialogProps) {
  const { t } = useTranslation('chats');
  const readerId = useSession()?.id ?? '';
  const form = useContractForm({
    name: 'chat',
    opened,
    empty: (): { id: string; name: string; accountIds: readonly string[] } => ({
      id: uuidv7(),
      name: '',
      accountIds: [],
    }),
    rules: ({ name, accountIds }) => ({
      accountIds: accountIds.length === 0 ? t('nobodyChosen') : undefined,
      name: accountIds.length > 1 && name.trim() === '' ? t('nameMissing') : undefined,
    }),
    body: (values) => values,
    mutation: useStartChat(),
    onSent: ({ id }) => onStarted(id),
  });
  const { values, change, field, controlProps } = form;
  const isGroup = values.accountIds.length > 1;
  return (
    <FormDialog
      {...form.dialog}
      opened={opened}
      onClose={onClose}
      title={t('new')}
      submitLabel={t(isGroup ? 'createGroup' : 'open')}
    >
      <PeoplePicker
        {...controlProps('accountIds')}
        except={[readerId]}
        chosen={values.accountIds}
        onChange={(accountIds) => change({ accountIds })}
      />
      {isGroup && <TextField {...field('name')} label={t('groupName')} maxLength={80} required />}
    </FormDialog>
  );
}

type PeoplePickerProps = {
  readonly id: string;
  readonly error?: string | undefined;
  readonly except: readonly string[];
  readonly chosen: readonly string[];
  readonly onChange: (chosen: readonly string[]) => void;
};

/** Selects colleagues, with a search by name. */
function PeoplePicker({ id, error, except, chosen, onChange }: PeoplePickerProps) {
  const { t } = useTranslation(['chats', 'app', 'apps']);
  const { data } = useQuery(colleaguesQuery);
  const [query, setQuery] = useState('');
  const people = (data?.colleagues ?? []).filter((one) => !except.includes(one.id));
  const shown = people.filter(({ name }) => query === '' || matchesSearch(name, query));
  const toggle = (one: string) =>
    onChange(chosen.includes(one) ? chosen.filter((other) => other !== one) : [...chosen, one]);
  return (
    <Stack gap={2}>
      <TextField
        id={id}
        label={t('withWhom')}
        placeholder={t('searchPeople')}
        value={query}
        onChange={setQuery}
        maxLength={100}
        error={error}
        focusFirst
      />
      <ul className={classes.people} aria-label={t('people')}>
        {shown.map(({ id: one, name, role }) => (
          <li key={one}>
            <ListRow as="label">
              <TickBox checked={chosen.includes(one)} onChange={() => toggle(one)} />
              <Avatar name={name} />
              <Box flow="stack" as="span" gap={0} grow>
                <bdi>{name}</bdi>
                <Text as="span" tone="muted" size="caption">
                  {t(`app:role.${role}`)}
                </Text>
              </Box>
            </ListRow>
          </li>
        ))}
      </ul>
      {data && shown.length === 0 && <Text tone="muted">{t('apps:noMatch')}</Text>}
    </Stack>
  );
}

type GroupDrawerProps = {
  readonly chat: Chat;
  readonly opened: boolean;
  readonly onClose: () => void;
  readonly onLeft: () => void;
};

/** The members of a group. Its owner manages them and its name; every member may leave. */
export function GroupDrawer({ chat, opened, onClose, onLeft }: GroupDrawerProps) {
  const { t } = useTranslation('chats');
  const readerId = useSession()?.id ?? '';
  const [isLeaving, setLeaving] = useState(false);
  const removing = useRemoveMember();
  const isOwner = chat.ownerId === readerId;
  const leave = () =>
    removing.mutate({ chatId: chat.id, accountId: readerId }, { onSuccess: onLeft });
  return (
    <>
      <SideDrawer
        hasFirstField
        opened={opened && !isLeaving}
        onClose={onClose}
        title={<bdi>{chat.name}</bdi>}
        footer={<Button onClick={() => setLeaving(true)}>{t('leave')}</Button>}
      >
        <Stack gap={5}>
          {isOwner && <GroupName chat={chat} />}
          <GroupMembers chat={chat} readerId={readerId} />
          {isOwner && chat.members.length < chatMembersMax && <AddPeople chat={chat} />}
        </Stack>
      </SideDrawer>
      <ConfirmDialog
        opened={isLeaving}
        onClose={() => setLeaving(false)}
        title={t('leaveTitle', { name: chat.name })}
        confirmLabel={t('leave')}
        tone="danger"
        busy={removing.isPending}
        failure={removing.error ? failureSentence(removing.error) : undefined}
        onConfirm={leave}
      >
        {t(isOwner ? 'leaveMeaningOwner' : 'leaveMeaning')}
      </ConfirmDialog>
    </>
  );
}

function GroupName({ chat }: { chat: Chat }) {
  const { t } = useTranslation(['chats', 'apps']);
  const form = useContractForm({
    name: 'group',
    empty: () => ({ name: chat.name ?? '' }),
    rules: ({ name }) => ({ name: name.trim() === '' ? t('nameMissing') : undefined }),
    body: ({ name }) => ({ chatId: chat.id, name: name.trim() }),
    mutation: useRenameGroup(),
    onSent: () => notify.success(t('done.renamed')),
  });
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        form.submit();
      }}
    >
      <Box flow="grid" columns="1fr auto" level="end" gap={2}>
        <TextField {...form.field('name')} label={t('groupName')} maxLength={80} required />
        {form.failure && <Text tone="late">{form.failure}</Text>}
        <Button type="submit" busy={form.isBusy}>
          {t('apps:save')}
        </Button>
      </Box>
    </form>
  );
}

function GroupMembers({ chat, readerId }: { chat: Chat; readerId: string }) {
  const { t } = useTranslation(['chats', 'app', 'apps']);
  const format = useFormat();
  const count = chat.members.length;
  const removing = useRemoveMember();
  const isOwner = chat.ownerId === readerId;
  const takeOut = (accountId: string) =>
    removing.mutate(
      { chatId: chat.id, accountId },
      { onError: (cause) => notify.error(failureSentence(cause)) },
    );
  return (
    <DrawerSection title={t('members', { count, figure: format.count(count) })}>
      <ul className={classes.list}>
        {chat.members.map(({ id, name, role, isActive }) => (
          <Box flow="row" as="li" key={id} gap={3} wrap={false} pad={[1, 0]}>
            <Avatar name={name} />
            <Box flow="stack" as="span" gap={0} grow>
              <bdi>{id === readerId ? t('nameAndYou', { name }) : name}</bdi>
              <Text as="span" tone="muted" size="caption">
                {id === chat.ownerId && `${t('owner')} · `}
                {t(isActive ? `app:role.${role}` : 'isSuspended')}
              </Text>
            </Box>
            {isOwner && id !== readerId && (
              <Button
                size="compact"
                kind="quiet"
                aria-label={t('takeOut', { name })}
                onClick={() => takeOut(id)}
              >
                {t('apps:remove')}
              </Button>
            )}
          </Box>
        ))}
      </ul>
    </DrawerSection>
  );
}

function AddPeople({ chat }: { chat: Chat }) {
  const { t } = useTranslation('chats');
  const form = useContractForm({
    name: 'group-people',
    empty: (): { accountIds: readonly string[] } => ({ accountIds: [] }),
    rules: ({ accountIds }) => ({
      accountIds: accountIds.length === 0 ? t('nobodyChosen') : undefined,
    }),
    body: ({ accountIds }) => ({ chatId: chat.id, accountIds: [...accountIds] }),
    mutation: useAddMembers(),
    announce: () => notify.success(t('done.added')),
    onSent: () => form.startAnew({ accountIds: [] }),
  });
  return (
    <DrawerSection title={t('addPeople')}>
      <PeoplePicker
        {...form.controlProps('accountIds')}
        except={chat.members.map(({ id }) => id)}
        chosen={form.values.accountIds}
        onChange={(accountIds) => form.change({ accountIds })}
      />
      {form.failure && <Text tone="late">{form.failure}</Text>}
      <Row justify="end">
        <Button busy={form.isBusy} onClick={form.submit}>
          {t('add')}
        </Button>
      </Row>
    </DrawerSection>
  );
}
