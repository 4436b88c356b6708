import type { LoanSelection } from '@bursar/contracts/assignments';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { TextareaField } from '../../ui/form/TextareaField.tsx';
import { useFormat } from '../../ui/format/FormatProvider.tsx';
import { FormDialog } from '../../ui/overlay/FormDialog.tsx';
import classes from './MoveDialog.module.css';
import type { LoanMove } from './use-move-loans.ts';
import { failureSentence } from '../../lib/failure-sentence.ts';
import { Money } from '../../ui/format/Money.tsx';
import { Skeleton } from '../../ui/page/Skeleton.tsx';
import { SpreadPreview } from './SpreadPreview.tsx';

/** The loans that a move is about: which, and how many the reader has picked. */
export type LoansToMove = { readonly selection: LoanSelection; readonly count: number };

export type MoveDialogProps = {
  readonly opened: boolean;
  readonly loans: LoansToMove;
  readonly onClose: () => void;
  /** The loans have moved: what was picked is picked no more. */
  readonly onMoved: () => void;
};

type MoveFormProps = Omit<MoveDialogProps, 'onMoved'> & {
  readonly words: 'assign' | 'takeBack';
  readonly move: LoanMove;
  /** What a move of this kind asks or says before its reason. */
  readonly children: ReactNode;
};

/** What every move of loans asks and shows: why, and what would move. */
export function MoveDialog({ opened, loans, onClose, words, move, children }: MoveFormProps) {
  const { t } = useTranslation('assignments');
  const format = useFormat();
  const { isSpread } = move.to;
  const counted = (count: number) => ({ count, figure: format.count(count) });
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title={t(`${words}.title`, counted(loans.count))}
      submitLabel={move.needsApproval ? t('ask') : t(`${words}.submit`, counted(move.movingCount))}
      onSubmit={move.submit}
      busy={move.isMoving}
      failure={move.failure}
      question={
        move.changed
          ? {
              question: move.changed.sentence,
              answer: t('goOn'),
              onAnswer: move.changed.goOn,
              otherwise: t('lookAgain'),
              onOtherwise: move.changed.lookAgain,
            }
          : undefined
      }
      size={isSpread ? 'broad' : 'normal'}
    >
      <div className={classes.parts} data-spread={isSpread || undefined}>
        <div className={classes.asked}>
          {children}
          <TextareaField
            id={`${words}-reason`}
            label={t('reason')}
            value={move.reason}
            onChange={move.setReason}
            rows={2}
            maxLength={500}
          />
        </div>
        <MovePreview move={move} />
      </div>
    </FormDialog>
  );
}

/** What the move would do, before it is done. */
function MovePreview({ move }: { move: LoanMove }) {
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
