import type { Contact } from '@bursar/contracts/contacts';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { loadOf } from '../../lib/load-of.ts';
import { DayText } from '../../ui/format/DayText.tsx';
import { Money } from '../../ui/format/Money.tsx';
import { EmptyState } from '../../ui/page/EmptyState.tsx';
import { Loaded } from '../../ui/page/Loaded.tsx';
import { SkeletonLines } from '../../ui/page/Skeleton.tsx';
import { Timeline } from '../../ui/timeline/Timeline.tsx';
import { channelIcon } from './channel-icon.tsx';
import { contactsQuery, promisesQuery } from './contacts.queries.ts';
import { PromiseBadge } from './PromiseBadge.tsx';
import { PromisePanel } from './PromisePanel.tsx';
import classes from './ContactLog.module.css';

/** The promises on a loan and every contact about it, newest first. */
export function ContactLog({ loanId }: { loanId: string }) {
  const { t } = useTranslation('contacts');
  const query = useQuery(contactsQuery(loanId));
  // The promises stand above the contacts: shown once both are there, neither moves the other.
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
          <section className={classes.part} aria-label={t('list.title')}>
            <h2 className={classes.title}>{t('list.title')}</h2>
            {data.contacts.length === 0 ? (
              <EmptyState title={t('list.empty')} hint={t('list.emptyHint')} />
            ) : (
              <Timeline
                label={t('list.title')}
                events={data.contacts.map((contact) => ({
                  id: contact.id,
                  at: contact.contactedAt,
                  icon: channelIcon(contact.channel),
                  title: t(contact.direction === 'incoming' ? 'list.incoming' : 'list.line', {
                    channel: t(`channel.${contact.channel}`),
                    outcome: t(`outcome.${contact.outcome}`),
                  }),
                  detail: <Details contact={contact} />,
                  tone: contact.promise?.state === 'broken' ? 'late' : 'neutral',
                }))}
              />
            )}
          </section>
        </>
      )}
    </Loaded>
  );
}

function Details({ contact }: { contact: Contact }) {
  const { t } = useTranslation('contacts');
  const { note, loggedBy, promise } = contact;
  return (
    <>
      {promise && (
        <p className={classes.promise}>
          <span>
            <Money amountMinor={promise.amountMinor} currency={promise.currency} />
            {' · '}
            <DayText day={promise.promisedOn} />
          </span>
          <PromiseBadge state={promise.state} />
        </p>
      )}
      {note !== '' && (
        <p className={classes.note}>
          <bdi>{note}</bdi>
        </p>
      )}
      <p>{t('list.by', { name: loggedBy })}</p>
    </>
  );
}
