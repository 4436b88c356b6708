import type { ContactLogEntry } from '@bursar/contracts/collections/contact-log';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { loadOf } from '../../../lib/load-of.ts';
import { useMay } from '../../../lib/session-query.ts';
import { Button } from '../../../ui/button/Button.tsx';
import { DayText } from '../../../ui/format/DayText.tsx';
import { Money } from '../../../ui/format/Money.tsx';
import { Box } from '../../../ui/layout/Box.tsx';
import { EmptyLine } from '../../../ui/page/EmptyLine.tsx';
import { Loaded } from '../../../ui/page/Loaded.tsx';
import { SkeletonLines } from '../../../ui/page/Skeleton.tsx';
import { Timeline } from '../../../ui/timeline/Timeline.tsx';
import { InstantText } from '../../../ui/format/InstantText.tsx';
import { WrittenText } from '../../../ui/format/WrittenText.tsx';
import { MoreRows } from '../../../ui/table/MoreRows.tsx';
import { Row } from '../../../ui/layout/Layout.tsx';
import { Text } from '../../../ui/layout/Text.tsx';
import { channelIcon } from './channel-icon.tsx';
import { contactAttemptsQuery, joinContactAttempts, promisesQuery } from './contact-log.queries.ts';
import { PromiseBadge } from './PromiseBadge.tsx';
import { PromisePanel } from './PromisePanel.tsx';
import { usePromiseRows, type PromiseRow } from './promise-rows.ts';

const SentMessageDialog = lazy(async () => ({
  default: (await import('./SentMessageDialog.tsx')).SentMessageDialog,
}));

/** A loan's promises and contact attempts, newest first. */
export function ContactLog({ loanId }: { readonly loanId: string }) {
  const { t } = useTranslation('contact-log');
  const mayWork = useMay('work-loans');
  const query = useInfiniteQuery({ ...contactAttemptsQuery(loanId), select: joinContactAttempts });
  // The contacts wait until the promises above them are loaded, so that the promises do not move
  // them.
  const { isPending } = useQuery(promisesQuery(loanId));
  const load = loadOf(query);
  return (
    <Loaded
      load={isPending ? { ...load, data: undefined } : load}
      waiting={<SkeletonLines lines={6} />}
    >
      {(data) => (
        <>
          <PromisePanel loanId={loanId} />
          <Box as="section" below={8} aria-label={t('list.title')}>
            <Box as="h2" size="body" weight="strong" below={3}>
              {t('list.title')}
            </Box>
            {data.contactAttempts.length === 0 ? (
              <EmptyLine title={t('list.empty')} hint={mayWork && t('list.emptyHint')} />
            ) : (
              <>
                <ContactAttempts loanId={loanId} contactAttempts={data.contactAttempts} />
                <MoreRows shown={data.contactAttempts.length} all={data.count} pages={query} />
              </>
            )}
          </Box>
        </>
      )}
    </Loaded>
  );
}

type ContactAttemptsProps = {
  readonly loanId: string;
  readonly contactAttempts: readonly ContactLogEntry[];
};

function ContactAttempts({ loanId, contactAttempts }: ContactAttemptsProps) {
  const { t } = useTranslation('contact-log');
  const promises = usePromiseRows(loanId);
  return (
    <Timeline
      label={t('list.title')}
      events={contactAttempts.map((contact) => ({
        id: contact.id,
        at: contact.contactedAt,
        icon: channelIcon(contact.channel),
        title: t(contact.direction === 'incoming' ? 'list.incoming' : 'list.line', {
          channel: t(`channel.${contact.channel}`),
          outcome: t(`outcome.${contact.outcome}`),
        }),
        detail: (
          <Details
            loanId={loanId}
            contact={contact}
            promises={promises.filter(({ contactId }) => contactId === contact.id)}
          />
        ),
        by: contact.loggedBy,
        tone: contact.promise?.lines.some(({ state }) => state === 'broken') ? 'late' : 'neutral',
      }))}
    />
  );
}

type DetailsProps = {
  readonly loanId: string;
  readonly contact: ContactLogEntry;
  /** The lines of the promise made in this contact attempt. */
  readonly promises: readonly PromiseRow[];
};

function Details({ loanId, contact, promises }: DetailsProps) {
  const { t } = useTranslation('contact-log');
  const [isOpen, setOpen] = useState(false);
  const { note, party, tryAgainAt } = contact;
  return (
    <>
      {promises.map((line) => (
        <Row as="p" key={line.id} gap={3} lines={0} align="stretch" tone="ink">
          <span>
            <Money amountMinor={line.amountMinor} currency={line.currency} />
            {' · '}
            <DayText day={line.promisedOn} />
          </span>
          <PromiseBadge state={line.state} />
        </Row>
      ))}
      {party && (
        <Text tone="ink">
          {t(`with.${party.role}`, { name: party.name ?? t('with.nameless') })}
        </Text>
      )}
      {tryAgainAt && (
        <Text tone="ink">
          {t('list.callBack')} <InstantText at={tryAgainAt} />
        </Text>
      )}
      {note !== '' && <WrittenText tone="soft">{note}</WrittenText>}
      {contact.outcome === 'sent' && (
        <Button kind="quiet" size="compact" onClick={() => setOpen(true)}>
          {t('message.open')}
        </Button>
      )}
      {isOpen && (
        <Suspense fallback={null}>
          <SentMessageDialog
            loanId={loanId}
            messageId={contact.id}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      )}
    </>
  );
}
