import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { uuidv7 } from 'uuidv7';
import { ApiFailure } from '../../../lib/api-client.ts';
import { useContractForm, type FormMutation } from '../../../lib/contract-form.ts';
import { failureSentence } from '../../../lib/failure-sentence.ts';
import { DraftNotice } from '../../../ui/form/FormMessages.tsx';
import { TextareaField } from '../../../ui/form/TextareaField.tsx';
import { DayText } from '../../../ui/format/DayText.tsx';
import { Money } from '../../../ui/format/Money.tsx';
import { FormDialog } from '../../../ui/overlay/FormDialog.tsx';
import { notify } from '../../../ui/overlay/notify.ts';
import { useLastShown } from '../../../ui/overlay/use-overlay.ts';
import { ErrorState } from '../../../ui/page/ErrorState.tsx';
import { SkeletonLines } from '../../../ui/page/Skeleton.tsx';
import { FigureTable, type FigureColumn } from '../../../ui/table/FigureTable.tsx';
import {
  undoWriteOffPreviewQuery,
  useUndoWriteOff,
  useWriteOffLoan,
  writeOffPreviewQuery,
  type Loss,
  type LossBack,
} from './write-offs.queries.ts';

/** The action of the dialog: it writes off a loan, or undoes a write-off. */
export type LossWay = 'write-off' | 'undo';

export type WriteOffDialogProps = {
  readonly loan: { readonly id: string; readonly reference: string };
  /** Null while the dialog is closed. */
  readonly way: LossWay | null;
  readonly onClose: () => void;
};

/**
 * Writes a loan off or undoes a write-off: asks for a reason, shows the effect on the ledger, and
 * says whether a second person must approve.
 */
export function WriteOffDialog({ loan, way: asked, onClose }: WriteOffDialogProps) {
  const { t } = useTranslation('loans');
  const way = useLastShown(asked);
  const lossPreview = useQuery({
    ...writeOffPreviewQuery(loan.id),
    enabled: asked === 'write-off',
  });
  const backPreview = useQuery({ ...undoWriteOffPreviewQuery(loan.id), enabled: asked === 'undo' });
  const preview = way === 'undo' ? backPreview : lossPreview;
  const form = useLossForm({ loan, way: asked, lost: lossPreview.data, onDone: onClose });
  if (way === null) return null;
  const isAsked = preview.data?.needsApproval === true;
  return (
    <FormDialog
      opened={asked !== null}
      onClose={onClose}
      title={t(`loss.${way}.title`, { reference: loan.reference })}
      submitLabel={isAsked ? t('loss.ask') : t(`loss.${way}.submit`)}
      submitKind={way === 'write-off' && !isAsked ? 'danger' : 'primary'}
      {...form.dialog}
      draftOnClose={form.isBusy ? undefined : form.dialog.draftOnClose}
    >
      <DraftNotice hasDraft={form.hasDraft} onDiscard={form.discard} />
      <p>
        {t(`loss.${way}.meaning`)}
        {isAsked && <> {t('loss.needsApproval')}</>}
      </p>
      <TextareaField
        {...form.field('reason')}
        label={t('loss.reason')}
        rows={2}
        focusFirst
        maxLength={500}
        required
      />
      {way === 'write-off' && lossPreview.data && <LossEffect loss={lossPreview.data} />}
      {way === 'undo' && backPreview.data && <LossBackEffect back={backPreview.data} />}
      {preview.isLoading && <SkeletonLines lines={4} />}
      {preview.error && (
        <ErrorState
          title={failureSentence(preview.error)}
          onRetry={() => void preview.refetch()}
          retrying={preview.isFetching}
        />
      )}
    </FormDialog>
  );
}

/** The id and the reason of the request, saved in the browser until it is sent. */
type Draft = { readonly id: string; readonly reason: string };
type Body = Draft & { readonly principalMinor: number };
type Answer = { readonly outcome: 'done' | 'awaiting-approval' };

const empty = (): Draft => ({ id: uuidv7(), reason: '' });

type LossForm = Pick<WriteOffDialogProps, 'loan' | 'way'> & {
  /** The loss as shown; the server refuses the request if the loss has changed since then. */
  readonly lost: Loss | undefined;
  readonly onDone: () => void;
};

function useLossForm({ loan, way, lost, onDone }: LossForm) {
  const { t } = useTranslation('loans');
  const writing = useWriteOffLoan(loan.id);
  const undoing = useUndoWriteOff(loan.id);
  const mutation: FormMutation<Body, Answer> =
    way === 'undo'
      ? {
          isPending: undoing.isPending,
          mutateAsync: ({ id, reason }) => undoing.mutateAsync({ id, reason }),
        }
      : writing;
  const form = useContractForm<Draft, Body, Answer>({
    name: 'loss',
    empty,
    opened: way !== null,
    draftName: `loss.${way ?? ''}.${loan.id}`,
    rules: ({ reason }) => ({ reason: reason.trim() === '' ? t('loss.reasonMissing') : undefined }),
    body: ({ id, reason }) =>
      way === 'write-off' && !lost
        ? null
        : { id, reason: reason.trim(), principalMinor: lost?.principalMinor ?? 0 },
    mutation,
    announce: ({ outcome }) => {
      const { reference } = loan;
      notify.success(
        outcome === 'done'
          ? t(`loss.${way ?? 'write-off'}.done`, { reference })
          : t('loss.asked', { reference }),
      );
    },
    onSent: onDone,
    // Another request already used the draft's id, or the request was decided, so the next attempt
    // needs a new id.
    onRefused: (refusal) => {
      if (refusal instanceof ApiFailure && endsDraft.has(refusal.code)) form.removeDraft();
    },
  });
  return form;
}

const endsDraft = new Set<ApiFailure['code']>([
  'id_reused_with_different_content',
  'request_already_decided',
]);

type Line = { readonly id: string; readonly label: string; readonly amountMinor: number };

/** The loss of principal, the claims that were never booked, and the income that stays. */
function LossEffect({ loss }: { loss: Loss }) {
  const { t } = useTranslation('loans');
  const lines: readonly Line[] = [
    { id: 'lost', label: t('loss.effect.lost'), amountMinor: loss.principalMinor },
    ...linesOf('unpaid', loss.unpaid),
    ...linesOf('received', loss.received),
  ];
  function linesOf(side: 'unpaid' | 'received', parts: Loss['unpaid']): readonly Line[] {
    return components
      .map((component) => ({
        id: `${side}-${component}`,
        label: t(`loss.effect.${side}.${component}`),
        amountMinor: parts[component],
      }))
      .filter(({ amountMinor, id }) => amountMinor > 0 || id.endsWith('interestMinor'));
  }
  return <Lines label={t('loss.effect.label')} currency={loss.currency} lines={lines} />;
}

const components = ['interestMinor', 'feeMinor', 'penaltyMinor'] as const;

/**
 * The amounts that the borrower owes again after the undo, and the due day of the oldest unpaid
 * instalment.
 */
function LossBackEffect({ back }: { back: LossBack }) {
  const { t } = useTranslation('loans');
  const lines: readonly Line[] = [
    { id: 'back', label: t('loss.effect.back'), amountMinor: back.principalMinor },
    { id: 'arrears', label: t('loss.effect.arrears'), amountMinor: back.arrearsMinor },
    ...(back.penaltyMinor > 0
      ? [{ id: 'penalty', label: t('loss.effect.penalty'), amountMinor: back.penaltyMinor }]
      : []),
  ];
  return (
    <>
      <Lines label={t('loss.effect.label')} currency={back.currency} lines={lines} />
      {back.oldestUnpaidDueOn !== null && (
        <p>
          {t('loss.effect.oldest')} <DayText day={back.oldestUnpaidDueOn} />
        </p>
      )}
    </>
  );
}

type LinesProps = {
  readonly label: string;
  readonly currency: string;
  readonly lines: readonly Line[];
};

function Lines({ label, currency, lines }: LinesProps) {
  const { t } = useTranslation('loans');
  const columns: readonly FigureColumn<Line>[] = [
    { id: 'part', header: t('loss.effect.part'), cell: (line) => line.label, wide: true },
    {
      id: 'amount',
      header: t('loss.effect.amount'),
      cell: ({ amountMinor }) => <Money amountMinor={amountMinor} currency={currency} />,
      align: 'end',
    },
  ];
  return (
    <div aria-live="polite">
      <FigureTable label={label} columns={columns} rows={lines} rowId={({ id }) => id} />
    </div>
  );
}
