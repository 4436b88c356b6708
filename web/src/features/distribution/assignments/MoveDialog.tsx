import type { LoanSelection } from '@bursar/contracts/distribution/assignments';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { failureSentence } from '../../../lib/failure-sentence.ts';
import { TextareaField } from '../../../ui/form/TextareaField.tsx';
import { useFormat } from '../../../ui/format/FormatProvider.tsx';
import { Money } from '../../../ui/format/Money.tsx';
import { Box } from '../../../ui/layout/Box.tsx';
import { Row, Stack } from '../../../ui/layout/Layout.tsx';
import { Text } from '../../../ui/layout/Text.tsx';
import { FormDialog } from '../../../ui/overlay/FormDialog.tsx';
import { Skeleton } from '../../../ui/page/Skeleton.tsx';
import { FigureTable } from '../../../ui/table/FigureTable.tsx';
import type { AssignmentPreview } from './assignments.queries.ts';
import classes from './MoveDialog.module.css';
import { type LoanMove, useMoveLoans } from './use-move-loans.ts';

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
      <Box flow="stack" level="start" className={classes.parts} data-spread={isSpread || undefined}>
        <Stack>
          {children}
          <TextareaField
            id={`${words}-reason`}
            label={t('reason')}
            value={move.reason}
            onChange={move.setReason}
            rows={2}
            maxLength={500}
          />
        </Stack>
        <MovePreview move={move} />
      </Box>
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
    <Box
      flow="stack"
      as="section"
      gap={1}
      pad={[4, 0, 0]}
      line="above"
      className={classes.preview}
      aria-label={t('preview.title')}
      aria-live="polite"
    >
      {!move.target && (
        <Text tone="muted">
          {t(move.to.isSpread ? 'spread.chooseTargets' : 'preview.chooseTarget')}
        </Text>
      )}
      {isLoading && <Skeleton width="14rem" height="1.25rem" />}
      {error && <Text tone="late">{failureSentence(error)}</Text>}
      {data && (
        <>
          <Row as="p" lines={1} gap={4} align="stretch" justify="between" weight="medium">
            <span>{phrase('moving', data.count)}</span>
            <Money amountMinor={data.outstandingMinor} currency={data.currency} />
          </Row>
          {data.borrowers > 0 && <Text tone="muted">{phrase('borrowers', data.borrowers)}</Text>}
          {data.alongCount > 0 && <Text tone="soon">{phrase('along', data.alongCount)}</Text>}
          {data.alreadyThere > 0 && (
            <Text tone="muted">{phrase('alreadyThere', data.alreadyThere)}</Text>
          )}
          {move.target?.spread && <SpreadPreview preview={data} />}
          {data.needsApproval && <Text tone="soon">{t('preview.needsApproval')}</Text>}
          {move.matched !== move.picked && (
            <Text tone="soon">{phrase('changed', move.matched)}</Text>
          )}
        </>
      )}
    </Box>
  );
}

/**
 * Who would get how much: what each holds now and, below it, what it would hold, since two long
 * amounts side by side would not fit a phone.
 */
function SpreadPreview({ preview }: { preview: AssignmentPreview }) {
  const { t } = useTranslation('assignments');
  const format = useFormat();
  const { targets, currency } = preview;
  const money = (amountMinor: number) => (
    <Money amountMinor={amountMinor} currency={currency} withCurrency={false} />
  );
  return (
    <Box above={3} className={classes.shares}>
      <FigureTable
        label={t('spread.shares')}
        rows={targets}
        rowId={(target) => target.id}
        columns={[
          {
            id: 'target',
            header: t('spread.target'),
            cell: (target) => <bdi>{target.name}</bdi>,
            wide: true,
          },
          {
            id: 'gets',
            header: t('spread.gets'),
            cell: (target) => format.count(target.receives),
            align: 'end',
          },
          {
            id: 'loans',
            header: t('spread.loans'),
            cell: ({ loansBefore, loansAfter }) => (
              <>
                <Text tone="muted">{format.count(loansBefore)}</Text>
                {format.count(loansAfter)}
              </>
            ),
            align: 'end',
          },
          {
            id: 'outstanding',
            header: t('spread.outstanding'),
            cell: ({ outstandingBeforeMinor, outstandingAfterMinor }) => (
              <>
                <Text tone="muted">{money(outstandingBeforeMinor)}</Text>
                {money(outstandingAfterMinor)}
              </>
            ),
            align: 'end',
          },
        ]}
      />
    </Box>
  );
}

/** Takes loans back one step: from teams and agents by the manager, from agents by their team. */
export function TakeBackDialog(dialog: MoveDialogProps) {
  const { t } = useTranslation('assignments');
  const move = useMoveLoans({ ...dialog, kind: 'take-back', nameOf: () => '' });
  return (
    <MoveDialog {...dialog} words="takeBack" move={move}>
      <p>{t('takeBack.meaning', { count: dialog.loans.count })}</p>
    </MoveDialog>
  );
}
