import { useTranslation } from 'react-i18next';
import { percentOf } from '../../lib/percent.ts';
import { useFormat } from '../../ui/format/FormatProvider.tsx';
import { Count } from '../../ui/format/Count.tsx';
import { Money } from '../../ui/format/Money.tsx';
import { ProgressBar } from '../../ui/progress/ProgressBar.tsx';
import type { Queue } from './work.queries.ts';
import classes from './AgentQueue.module.css';

/** How far the day is, and what it has brought. */
export function QueueProgress({ queue }: { queue: Queue }) {
  const { t } = useTranslation('work');
  const format = useFormat();
  const { progress, left, currency } = queue;
  const { done, contacts, promises, collectedMinor, promisesKept, promisesSettled } = progress;
  const kept = percentOf(promisesKept, promisesSettled);
  return (
    <div className={classes.progress}>
      <div className={classes.bar}>
        <ProgressBar label={t('progress.title')} done={done} all={done + left} />
      </div>
      <dl className={classes.figures}>
        <div>
          <dt>{t('progress.contacts')}</dt>
          <dd>
            <Count value={contacts} />
          </dd>
        </div>
        <div>
          <dt>{t('progress.promises')}</dt>
          <dd>
            <Count value={promises} />
          </dd>
        </div>
        <div>
          <dt>{t('progress.collected')}</dt>
          <dd>
            <Money amountMinor={collectedMinor} currency={currency} />
          </dd>
        </div>
        <div>
          <dt>{t('progress.kept')}</dt>
          <dd>{kept === null ? '–' : format.percent(kept, 0)}</dd>
        </div>
      </dl>
    </div>
  );
}
