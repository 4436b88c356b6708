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

/** The loans to move: their selection and number. */
export type LoansToMove = { readonly selection: LoanSelection; readonly count: number };

export type MoveDialogProps = {
  readonly opened: boolean;
  readonly loans: LoansToMove;
  readonly onClose: () => void;
  /** Called after the loans were moved, to clear the selection. */
  readonly onMoved: () => void;
};

type MoveFormProps = Omit<MoveDialogProps, 'onMoved'> & {
  readonly textKey: 'assign' | 'takeBack';
  readonly move: LoanMove;
  /** The fields of this kind of move, above the reason. */
  readonly children: ReactNode;
};

/** The parts of every move dialog: the reason and the preview. */
export function MoveDialog({ opened, loans, onClose, textKey, move, children }: MoveFormProps) {
  const { t } = useTranslation('assignments');
  const format = useFormat();
  const { isSpread } = move.to;
  const counted = (count: number) => ({ count, figure: format.count(count) });
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title={t(`${textKey}.title`, counted(loans.count))}
      submitLabel={
        move.needsApproval ? t('ask') : t(`${textKey}.submit`, counted(move.movingCount))
      }
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
              onOtherwise: move.changed.reviewAgain,
            }
          : undefined
      }
      size={isSpread ? 'broad' : 'normal'}
    >
      <Box flow="stack" level="start" className={classes.parts} data-spread={isSpread || undefined}>
        <Stack>
          {children}
          <TextareaField
            id={`${textKey}-reason`}
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

/** Shows the effect of the move before it is made. */
function MovePreview({ move }: { move: LoanMove }) {
  const { t } = useTranslation('assignments');
  const format = useFormat();
  const { data, error, isLoading } = move.preview;
  const phrase = (textKey: string, count: number) =>
    t(`preview.${textKey}`, { count, figure: format.count(count) });
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
 * Shows each target's current loans and, below them, its loans after the move: two long amounts
 * side by side would not fit a narrow screen.
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

/** Takes loans back one step: a manager from teams and agents, a team from its agents. */
export function TakeBackDialog(dialog: MoveDialogProps) {
  const { t } = useTranslation('assignments');
  const move = useMoveLoans({ ...dialog, kind: 'take-back', nameOf: () => '' });
  return (
    <MoveDialog {...dialog} textKey="takeBack" move={move}>
      <p>{t('takeBack.meaning', { count: dialog.loans.count })}</p>
    </MoveDialog>
  );
}
