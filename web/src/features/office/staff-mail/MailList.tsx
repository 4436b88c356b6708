import type { MailFolder } from '@bursar/contracts/choices';
import type { ListedMail } from '@bursar/contracts/office/staff-mail';
import { IconPaperclip, IconTrash } from '@tabler/icons-react';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useMemo, useRef, useState, type ReactNode, type RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { failureSentence } from '../../../lib/failure-sentence.ts';
import { useSession } from '../../../lib/session.ts';
import { Button, IconButton } from '../../../ui/button/Button.tsx';
import { useFormat } from '../../../ui/format/FormatProvider.tsx';
import { InstantText } from '../../../ui/format/InstantText.tsx';
import { isolated } from '../../../ui/format/isolated.ts';
import { TickBox } from '../../../ui/form/TickBox.tsx';
import { Box } from '../../../ui/layout/Box.tsx';
import { Row } from '../../../ui/layout/Layout.tsx';
import { Text } from '../../../ui/layout/Text.tsx';
import { notify } from '../../../ui/overlay/notify.ts';
import { EmptyState } from '../../../ui/page/EmptyState.tsx';
import { ErrorState } from '../../../ui/page/ErrorState.tsx';
import { RowsToCome } from '../../../ui/page/PageShape.tsx';
import { useShortcut } from '../../../ui/shortcut/use-shortcut.ts';
import { TagRow } from '../../../ui/status/Tag.tsx';
import { BulkBar } from '../../../ui/table/BulkBar.tsx';
import { MoreRows } from '../../../ui/table/MoreRows.tsx';
import { isRowSelected, nothingSelected, selectRows } from '../../../ui/table/row-selection.ts';
import { loadOf } from '../../../lib/load-of.ts';
import {
  mailLabelsQuery,
  mailListQuery,
  useDiscardDraft,
  useMarkMails,
} from './staff-mail.queries.ts';
import classes from './StaffMail.module.css';
import { folderIcons } from './folder-icons.ts';
import type { MailPlaceInApp } from './mail-address.ts';
import { MailActions, Star } from './MailActions.tsx';

type MailListProps = {
  readonly place: MailPlaceInApp;
  /** The button that starts a message: the action of an empty folder. */
  readonly write: ReactNode;
};

/** The conversations of a folder, newest first; J and K move, Enter opens, X selects. */
export function MailList({ place, write }: MailListProps) {
  const { t } = useTranslation('staff-mail');
  const { folder, q, labelId } = place.address;
  const query = useInfiniteQuery(mailListQuery({ folder, q, labelId }));
  const rows = useMemo(() => query.data?.pages.flatMap((page) => page.rows) ?? [], [query.data]);
  const [selection, setSelection] = useState(nothingSelected);
  const list = useRef<HTMLDivElement>(null);
  const selected = rows.filter(({ id }) => isRowSelected(selection, id));
  const clear = () => setSelection(nothingSelected);
  const toggle = (id: string) =>
    setSelection((now) => selectRows(now, [id], !isRowSelected(now, id)));
  const walked = useWalk(list);
  useShortcut('x', () => walked() && toggle(walked()), {
    label: t('select'),
    opensNothing: true,
  });

  const { failure } = loadOf(query);
  if (!query.data) return failure ? <ErrorState {...failure} /> : <RowsToCome mark="box" oneLine />;
  if (rows.length === 0) {
    if (q !== undefined || labelId !== undefined) return <EmptyState title={t('noMatch')} />;
    const Icon = folderIcons[folder];
    return (
      <EmptyState
        icon={<Icon size={22} stroke={1.5} />}
        title={t(`none.${folder}`)}
        hint={t(`noneHint.${folder}`)}
        action={filledByWriting.has(folder) && write}
      />
    );
  }
  return (
    <div ref={list}>
      <Box as="ul" className={classes.list} aria-label={t(`folder.${folder}`)}>
        {rows.map((mail) => (
          <MailRow
            key={mail.id}
            mail={mail}
            place={place}
            isSelected={isRowSelected(selection, mail.id)}
            onToggle={() => toggle(mail.id)}
          />
        ))}
      </Box>
      <MoreRows shown={rows.length} pages={query} />
      <BulkBar
        anchor={list}
        selection={selected.length > 0 ? selection : nothingSelected}
        loadedCount={rows.length}
        matchCount={undefined}
        onSelectionChange={setSelection}
        onClear={clear}
        actions={
          folder === 'drafts' ? (
            <DiscardDrafts drafts={selected} onDone={clear} />
          ) : (
            <MailActions threads={selected} onMoved={clear} />
          )
        }
      />
    </div>
  );
}

const filledByWriting: ReadonlySet<MailFolder> = new Set(['inbox', 'sent', 'drafts', 'all']);

/**
 * Moves the focus through the rows with J and K. Returns a function that gives the id of the
 * focused row, or an empty string.
 */
function useWalk(list: RefObject<HTMLElement | null>) {
  const { t } = useTranslation('staff-mail');
  const links = () => [...(list.current?.querySelectorAll<HTMLElement>('[data-mail]') ?? [])];
  const walk = (step: 1 | -1) => {
    const all = links();
    const at = all.findIndex((link) => link === document.activeElement);
    all[at === -1 ? (step === 1 ? 0 : all.length - 1) : at + step]?.focus();
  };
  useShortcut('j', () => walk(1), { label: t('next'), opensNothing: true });
  useShortcut('k', () => walk(-1), { label: t('previous'), opensNothing: true });
  return () => {
    const focused = document.activeElement;
    return focused instanceof HTMLElement ? (focused.dataset['mail'] ?? '') : '';
  };
}

type MailRowProps = {
  readonly mail: ListedMail;
  readonly place: MailPlaceInApp;
  readonly isSelected: boolean;
  readonly onToggle: () => void;
};

function MailRow({ mail, place, isSelected, onToggle }: MailRowProps) {
  const { t } = useTranslation('staff-mail');
  const marking = useMarkMails();
  const people = usePeopleOf(mail);
  const labels = useQuery(mailLabelsQuery).data?.labels ?? [];
  const put = labels.filter(({ id }) => mail.labelIds.includes(id));
  const { id, isDraft, isUnread, isStarred, at } = mail;
  const subject = mail.subject || t('noSubject');
  const unread = isUnread ? ({ tone: 'ink', weight: 'strong' } as const) : {};
  const opens =
    isDraft && mail.id === mail.threadId ? { draftId: id } : { threadId: mail.threadId };
  return (
    <Box
      flow="row"
      as="li"
      gap={0}
      wrap={false}
      line="below"
      className={classes.row}
      data-selected={isSelected || undefined}
    >
      <Row as="span" gap={1} wrap={false} className={classes.marks}>
        <TickBox
          aria-label={t('selectOne', { subject })}
          checked={isSelected}
          onChange={onToggle}
        />
        {!isDraft && (
          <IconButton
            size="compact"
            className={classes.star}
            label={t(isStarred ? 'unstar' : 'star')}
            aria-pressed={isStarred}
            icon={<Star isStarred={isStarred} />}
            onClick={() =>
              marking.mutate(
                { threadIds: [id], isStarred: !isStarred },
                { onError: (cause) => notify.error(failureSentence(cause)) },
              )
            }
          />
        )}
      </Row>
      <Link to={place.to(opens)} className={classes.open} data-mail={id} preventScrollReset>
        <Text as="span" clip {...unread} className={classes.people}>
          {isUnread && <span className="unseen">{t('unread')} </span>}
          <bdi>{people}</bdi>
          {mail.mails > 1 && <Mails count={mail.mails} />}
        </Text>
        {/* Blocks, so that a text in the other direction is cut at its own end. */}
        <Box flow="row" as="span" gap={2} wrap={false} clip className={classes.text}>
          <Text as="bdi" clip tone="ink" {...unread} className={classes.subject}>
            {subject}
          </Text>
          <Text as="bdi" clip tone="muted">
            {mail.preview}
          </Text>
        </Box>
        <Box
          flow="row"
          as="span"
          gap={2}
          wrap={false}
          tone="muted"
          max="14rem"
          className={classes.facts}
        >
          {put.length > 0 && <TagRow tags={put} oneLine />}
          {mail.hasAttachments && (
            <IconPaperclip size={16} stroke={1.5} role="img" aria-label={t('hasAttachments')} />
          )}
        </Box>
        <Box as="span" text="end" clip size="caption" tone="muted" tabular className={classes.when}>
          <InstantText at={at} style="ago" />
        </Box>
      </Link>
    </Box>
  );
}

function Mails({ count }: { count: number }) {
  const format = useFormat();
  return (
    <Text as="span" size="caption" tone="muted" tabular className={classes.count}>
      {format.count(count)}
    </Text>
  );
}

/**
 * Returns the names of the senders, with the user as "me"; for a draft, or if only the user wrote,
 * the names of the recipients.
 */
function usePeopleOf({ from, to, isDraft }: ListedMail): string {
  const { t } = useTranslation('staff-mail');
  const format = useFormat();
  const ownId = useSession()?.id;
  const others = from.filter(({ id }) => id !== ownId);
  if (isDraft || others.length === 0) {
    return to.length === 0 ? t('toNobody') : t('toNames', { names: format.list(to.map(isolated)) });
  }
  return format.list(from.map(({ id, name }) => (id === ownId ? t('me') : isolated(name))));
}

function DiscardDrafts({ drafts, onDone }: { drafts: readonly ListedMail[]; onDone: () => void }) {
  const { t } = useTranslation('staff-mail');
  const discarding = useDiscardDraft();
  const discard = async () => {
    try {
      for (const { id } of drafts) await discarding.mutateAsync(id);
      onDone();
    } catch (cause) {
      notify.error(failureSentence(cause));
    }
  };
  return (
    <Button
      size="compact"
      icon={<IconTrash size={16} stroke={1.5} />}
      busy={discarding.isPending}
      onClick={() => void discard()}
    >
      {t('discard')}
    </Button>
  );
}
