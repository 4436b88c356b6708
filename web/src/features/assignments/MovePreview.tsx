import { useTranslation } from 'react-i18next';
import { failureSentence } from '../../lib/failure-sentence.ts';
import { useFormat } from '../../ui/format/FormatProvider.tsx';
import { Money } from '../../ui/format/Money.tsx';
import { Skeleton } from '../../ui/page/Skeleton.tsx';
import classes from './MovePreview.module.css';
import { SpreadPreview } from './SpreadPreview.tsx';
import type { LoanMove } from './use-move-loans.ts';

/** What the move would do, before it is done. */
export function MovePreview({ move }: { move: LoanMove }) {
  const { t } = useTranslation('assignments');
  const format = useFormat();
  const { data, error, isLoading } = move.preview;
  const phrase = (words: string, count: number) =>
    t(`preview.${words}`, { count, figure: format.count(count) });
  return (
    <section className={classes.preview} aria-label={t('preview.title')} aria-live="polite">
      {!move.target && (
        <p className={classes.muted}>
          {t(move.to.isSpread ? 'spread.chooseTargets' : 'preview.chooseTarget')}
        </p>
      )}
      {isLoading && <Skeleton width="14rem" height="1.25rem" />}
      {error && <p className={classes.late}>{failureSentence(error)}</p>}
      {data && (
        <>
          <p className={classes.moving}>
            <span>{phrase('moving', data.count)}</span>
            <Money amountMinor={data.outstandingMinor} currency={data.currency} />
          </p>
          {data.alreadyThere > 0 && (
            <p className={classes.muted}>{phrase('alreadyThere', data.alreadyThere)}</p>
          )}
          {move.target?.spread && <SpreadPreview preview={data} />}
          {data.needsApproval && <p className={classes.soon}>{t('preview.needsApproval')}</p>}
          {move.matched !== move.picked && (
            <p className={classes.soon}>{phrase('changed', move.matched)}</p>
          )}
        </>
      )}
    </section>
  );
}
