import type { ListBorrowerHistory } from '@bursar/contracts/borrowers';
import type { AnswerOf } from '@bursar/contracts/endpoint';
import { factsWith, keysOf } from '@bursar/contracts/fact-kinds';
import { borrowerFacts } from '@bursar/contracts/facts';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { loadOf } from '../../lib/load-of.ts';
import { useFormat } from '../../ui/format/FormatProvider.tsx';
import { Loaded } from '../../ui/page/Loaded.tsx';
import { SkeletonLines } from '../../ui/page/Skeleton.tsx';
import { Timeline } from '../../ui/timeline/Timeline.tsx';
import classes from './Borrower.module.css';
import { borrowerHistoryQuery } from './borrowers.queries.ts';

type HistoryEvent = AnswerOf<ListBorrowerHistory>['events'][number];

/** Who changed what of the card, and every consent given or withdrawn. */
export function BorrowerHistory({ borrowerId }: { borrowerId: string }) {
  const { t } = useTranslation('borrowers');
  const query = useQuery(borrowerHistoryQuery(borrowerId));
  return (
    <Loaded
      load={loadOf(query)}
      waiting={<SkeletonLines lines={3} />}
      empty={<p className={classes.none}>{t('noHistory')}</p>}
      isEmpty={({ events }) => events.length === 0}
    >
      {({ events }) => (
        <div className={classes.history}>
          <Timeline
            label={t('part.history')}
            events={events.map((event) => ({
              id: event.id,
              at: event.at,
              title: <Sentence event={event} />,
              detail: <bdi>{event.by}</bdi>,
            }))}
          />
        </div>
      )}
    </Loaded>
  );
}

const facts = keysOf(factsWith(borrowerFacts, 'editedWith'));

function Sentence({ event }: { event: HistoryEvent }) {
  const { t } = useTranslation(['borrowers', 'contacts', 'facts']);
  const format = useFormat();
  const { consent, changed } = event;
  if (consent) {
    const { channel, state, means } = consent;
    return (
      <>
        {t(`history.${state}`, {
          channel: t(`contacts:channel.${channel}`),
          means: t(`means.${means}`),
        })}
      </>
    );
  }
  const names = [
    ...facts.filter((fact) => changed.includes(fact)).map((fact) => t(`facts:${fact}`)),
    ...(changed.includes('contacts') ? [t('contacts')] : []),
  ];
  return <>{t('history.changed', { facts: format.list(names) })}</>;
}
