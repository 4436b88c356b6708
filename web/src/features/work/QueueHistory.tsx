import type { QueueItem } from '@bursar/contracts/work';
import { useTranslation } from 'react-i18next';
import { InstantText } from '../../ui/format/InstantText.tsx';
import classes from './QueueHistory.module.css';

/** What was last written and said about a loan: nobody calls without knowing it. */
export function QueueHistory({ item: { lastNote, history } }: { item: QueueItem }) {
  const { t } = useTranslation(['work', 'contacts']);
  if (lastNote === null && history.length === 0) return null;
  return (
    <section className={classes.history} aria-label={t('history.title')}>
      {lastNote && (
        <blockquote className={classes.note}>
          <bdi>{lastNote.text}</bdi>
          <footer className={classes.source}>
            <bdi>{lastNote.by}</bdi> · <InstantText at={lastNote.at} style="ago" />
          </footer>
        </blockquote>
      )}
      {history.length > 0 && (
        <ul className={classes.contacts}>
          {history.map((contact) => (
            <li key={contact.id}>
              <span>
                {t(
                  contact.direction === 'incoming'
                    ? 'contacts:list.incoming'
                    : 'contacts:list.line',
                  {
                    channel: t(`contacts:channel.${contact.channel}`),
                    outcome: t(`contacts:outcome.${contact.outcome}`),
                  },
                )}
                {contact.note !== '' && (
                  <>
                    {' – '}
                    <bdi>{contact.note}</bdi>
                  </>
                )}
              </span>
              <span className={classes.source}>
                <bdi>{contact.by}</bdi> · <InstantText at={contact.at} style="ago" />
              </span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
