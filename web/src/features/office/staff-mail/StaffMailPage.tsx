import { mailFolders, type MailFolder } from '@bursar/contracts/choices';
import type { MailLabel } from '@bursar/contracts/office/staff-mail';
import { IconArrowLeft, IconChevronDown, IconPencil, IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { loadOf } from '../../../lib/load-of.ts';
import { mailCountsQuery } from '../../../lib/unread-queries.ts';
import { Button, IconButton } from '../../../ui/button/Button.tsx';
import { CreateButton } from '../../../ui/button/CreateButton.tsx';
import { SearchBox } from '../../../ui/filters/SearchBox.tsx';
import { useFormat } from '../../../ui/format/FormatProvider.tsx';
import { Box } from '../../../ui/layout/Box.tsx';
import { Row, Stack } from '../../../ui/layout/Layout.tsx';
import { Text } from '../../../ui/layout/Text.tsx';
import { Menu } from '../../../ui/menu/Menu.tsx';
import { Loaded } from '../../../ui/page/Loaded.tsx';
import { PageHeader } from '../../../ui/page/PageHeader.tsx';
import { SkeletonLines } from '../../../ui/page/Skeleton.tsx';
import { useShortcut } from '../../../ui/shortcut/use-shortcut.ts';
import { Tag } from '../../../ui/status/Tag.tsx';
import { ListRow } from '../../../ui/list/ListRow.tsx';
import { draftQuery, mailLabelsQuery } from './staff-mail.queries.ts';
import classes from './StaffMail.module.css';
import { folderIcons } from './folder-icons.ts';
import { LabelDialog } from './LabelDialog.tsx';
import { useMailAddress, type MailPlaceInApp } from './mail-address.ts';
import { EraseDialog } from './MailActions.tsx';
import { MailComposer } from './MailComposer.tsx';
import { MailList } from './MailList.tsx';
import { MailThread } from './MailThread.tsx';
import { useBeginMail, useLeaveUnread } from './use-mail-draft.ts';

/** Mail between colleagues: folders and labels at the side, the conversations, and the composer. */
export function StaffMailPage({ boxes }: { boxes?: ReactNode }) {
  const { t } = useTranslation(['staff-mail', 'app']);
  const place = useMailAddress();
  const begin = useNewMail(place);
  useShortcut('c', begin.run, { label: t('write') });
  const { threadId, draftId } = place.address;
  const write = (
    <CreateButton
      shortcut="C"
      icon={<IconPencil size={18} stroke={1.5} />}
      busy={begin.isBusy}
      onClick={begin.run}
    >
      {t('write')}
    </CreateButton>
  );
  return (
    <>
      <PageHeader title={t('app:title.appsMailbox')} description={t('about')} actions={write} />
      {boxes && <Box below={5}>{boxes}</Box>}
      <Box flow="grid" columns="12.5rem minmax(0, 1fr)" gap={6} className={classes.mailbox}>
        <Folders place={place} />
        <Box shrinks>
          {draftId !== undefined ? (
            <NewMail key={draftId} draftId={draftId} place={place} />
          ) : threadId !== undefined ? (
            <MailThread key={threadId} threadId={threadId} place={place} />
          ) : (
            <Listed place={place} write={write} />
          )}
        </Box>
      </Box>
    </>
  );
}

/**
 * Starts a new message. The server saves it as a draft at once, so that a reload continues with it.
 */
function useNewMail(place: MailPlaceInApp) {
  const { isBusy, begin } = useBeginMail((id) => id === place.address.draftId);
  return {
    isBusy,
    run: () =>
      begin(
        {
          answersId: null,
          accountIds: [],
          teamIds: [],
          ccAccountIds: [],
          ccTeamIds: [],
          subject: '',
          html: '',
          attachmentIds: [],
        },
        (draftId) => place.go({ draftId, threadId: undefined }),
      ),
  };
}

function NewMail({ draftId, place }: { draftId: string; place: MailPlaceInApp }) {
  const { t } = useTranslation('staff-mail');
  const query = useQuery(draftQuery(draftId));
  useLeaveUnread(draftId, query.isPending);
  const back = (how: { replace?: boolean } = {}) => place.go({ draftId: undefined }, how);
  useShortcut('escape', () => back(), { label: t('back'), opensNothing: true });
  return (
    <Stack gap={3}>
      <Box flow="row" gap={2} pad={[0, 0, 2]} line="below">
        <IconButton
          label={t('back')}
          icon={<IconArrowLeft size={18} stroke={1.5} className="mirrors" />}
          onClick={() => back()}
        />
        <Box as="h2" size="title" weight="medium" breaks className={classes.threadSubject}>
          {t('new')}
        </Box>
      </Box>
      <Loaded load={loadOf(query)} waiting={<SkeletonLines lines={8} />}>
        {(draft) => (
          <MailComposer draft={draft} isAnswer={false} onDone={() => back({ replace: true })} />
        )}
      </Loaded>
    </Stack>
  );
}

function Listed({ place, write }: { place: MailPlaceInApp; write: ReactNode }) {
  const { t } = useTranslation('staff-mail');
  const { folder, q, labelId } = place.address;
  const [isErasing, setErasing] = useState(false);
  return (
    <Stack gap={3}>
      <Row gap={2} justify="between">
        <Box flow="row" gap={2} wrap={false} grow>
          <FolderMenu place={place} />
          <SearchBox
            filter={{ id: 'q', kind: 'search', label: t('search'), placeholder: t('searchHint') }}
            value={q}
            // A search covers all folders except the trash, because users seldom know the folder; a
            // search in the drafts or the trash stays there.
            onChange={(text) =>
              place.go(
                { q: text, ...(text && isEverywhere(folder) && { folder: 'all' }) },
                { replace: q !== undefined },
              )
            }
          />
        </Box>
        {folder === 'trash' && (
          <Button size="compact" onClick={() => setErasing(true)}>
            {t('emptyTrash')}
          </Button>
        )}
      </Row>
      <MailList key={`${folder} ${q} ${labelId}`} place={place} write={write} />
      <EraseDialog
        threads={isErasing ? 'all' : null}
        onClose={() => setErasing(false)}
        onErased={() => undefined}
      />
    </Stack>
  );
}

const isEverywhere = (folder: MailFolder): boolean => folder !== 'drafts' && folder !== 'trash';

/** The folders and the user's labels at the side of a wide page. */
function Folders({ place }: { place: MailPlaceInApp }) {
  const { t } = useTranslation('staff-mail');
  const labels = useQuery(mailLabelsQuery).data?.labels ?? [];
  const [open, setOpen] = useState<MailLabel | 'new' | null>(null);
  const { labelId } = place.address;
  return (
    <>
      <nav className={classes.rail} aria-label={t('folders')}>
        <Box as="ul">
          {mailFolders.map((one) => (
            <li key={one}>
              <FolderLink folder={one} place={place} />
            </li>
          ))}
        </Box>
        <Row gap={1} justify="between" wrap={false} className={classes.railHead}>
          <Text as="h2" size="caption" tone="muted" weight="medium">
            {t('labels')}
          </Text>
          <IconButton
            size="compact"
            label={t('label.new')}
            icon={<IconPlus size={16} stroke={1.5} />}
            onClick={() => setOpen('new')}
          />
        </Row>
        <Box as="ul">
          {labels.map((label) => (
            <Row key={label.id} as="li" gap={0} wrap={false} className={classes.labelled}>
              <ListRow
                as={Link}
                way
                grow
                height="compact"
                pad={3}
                to={labelAt(place, label.id)}
                aria-current={label.id === labelId ? 'page' : undefined}
              >
                <Tag colour={label.colour}>{label.name}</Tag>
              </ListRow>
              <IconButton
                size="compact"
                className={classes.change}
                label={t('label.change', { name: label.name })}
                icon={<IconPencil size={14} stroke={1.5} />}
                onClick={() => setOpen(label)}
              />
            </Row>
          ))}
        </Box>
      </nav>
      <LabelDialog
        open={open}
        onClose={() => setOpen(null)}
        onRemoved={() => place.go({ labelId: undefined })}
      />
    </>
  );
}

/** The folders and labels of a narrow page, next to its search. */
function FolderMenu({ place }: { place: MailPlaceInApp }) {
  const { t } = useTranslation('staff-mail');
  const labels = useQuery(mailLabelsQuery).data?.labels ?? [];
  const { folder, labelId } = place.address;
  const shown = labels.find(({ id }) => id === labelId)?.name ?? t(`folder.${folder}`);
  return (
    <div className={classes.railOnPhone}>
      <Menu
        align="start"
        trigger={
          <Button size="compact" aria-label={`${t('folders')}: ${shown}`}>
            <Row as="span" gap={1} wrap={false}>
              <bdi>{shown}</bdi>
              <IconChevronDown size={14} stroke={1.75} aria-hidden="true" />
            </Row>
          </Button>
        }
        actions={[
          ...mailFolders.map((one) => ({
            id: one,
            label: t(`folder.${one}`),
            to: folderAt(place, one),
          })),
          ...labels.map(({ id, name }) => ({ id, label: name, to: labelAt(place, id) })),
        ]}
      />
    </div>
  );
}

const elsewhere = { q: undefined, threadId: undefined, draftId: undefined };

const folderAt = (place: MailPlaceInApp, folder: MailFolder): string =>
  place.to({ ...elsewhere, folder, labelId: undefined });

const labelAt = (place: MailPlaceInApp, labelId: string): string =>
  place.to({ ...elsewhere, folder: 'all', labelId });

function FolderLink({ folder, place }: { folder: MailFolder; place: MailPlaceInApp }) {
  const { t } = useTranslation('staff-mail');
  const format = useFormat();
  const counts = useQuery(mailCountsQuery).data;
  const Icon = folderIcons[folder];
  const { folder: shown, labelId } = place.address;
  const count =
    folder === 'inbox' ? counts?.unread : folder === 'drafts' ? counts?.drafts : undefined;
  return (
    <ListRow
      as={Link}
      way
      height="compact"
      pad={3}
      to={folderAt(place, folder)}
      aria-current={shown === folder && !labelId ? 'page' : undefined}
    >
      <Icon size={18} stroke={1.5} aria-hidden="true" />
      <Box as="span" grow>
        {t(`folder.${folder}`)}
      </Box>
      {count ? (
        <Text as="span" size="caption" tabular weight="medium">
          {format.count(count)}
        </Text>
      ) : null}
    </ListRow>
  );
}
