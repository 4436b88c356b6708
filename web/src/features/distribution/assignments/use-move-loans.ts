import type { AssignLoans, AssignmentTarget } from '@bursar/contracts/distribution/assignments';
import type { AnswerOf } from '@bursar/contracts/endpoint';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { uuidv7 } from 'uuidv7';
import { ApiFailure } from '../../../lib/api-client.ts';
import { failureSentence } from '../../../lib/failure-sentence.ts';
import { useFormat } from '../../../ui/format/FormatProvider.tsx';
import { notify } from '../../../ui/overlay/notify.ts';
import { noTarget, targetOf } from './move-target.ts';
import type { TargetDraft } from './move-target.ts';
import type { LoansToMove, MoveDialogProps } from './MoveDialog.tsx';
import {
  assignmentPreviewQuery,
  useAssignLoans,
  useUndoAssignment,
} from './assignments.queries.ts';

type MoveOptions = MoveDialogProps & {
  readonly kind: 'assign' | 'take-back';
  readonly nameOf: (target: AssignmentTarget) => string;
};

/** The state of a move dialog: target, preview and submission. */
export function useMoveLoans(options: MoveOptions) {
  const { opened, loans, onClose, onMoved, kind, nameOf } = options;
  const [draft, setDraft] = useFreshDraft(opened);
  const target = kind === 'take-back' ? { kind } : targetOf(draft.to);
  const { borrowersTogether } = draft;
  const preview = usePreview(loans, { target, borrowersTogether }, opened);
  const assigning = useAssignLoans();
  const announce = useMovedAnnouncement();
  // Stores the state of the loans at the first preview, so that the server refuses the move if
  // loans have changed since, and the user sees the change first.
  if (draft.seen === null && preview.data) setDraft({ ...draft, seen: preview.data.seen });
  const matched = preview.data?.picked ?? loans.count;
  const meanwhile = seenIn(draft.refusal);
  const submit = (seen = draft.seen) => {
    if (assigning.isPending) return;
    setDraft({ ...draft, seen, wasTried: true, refusal: null });
    if (!target) return;
    assigning.mutate(
      {
        id: draft.id,
        // The user has confirmed the preview’s figures: no other number of loans may move.
        selection: { ...loans.selection, expectedCount: matched },
        target,
        borrowersTogether,
        reason: draft.reason.trim(),
        ...(seen !== null && { seen }),
      },
      {
        onSuccess: ({ outcome, batchId, count }) => {
          announce({ outcome, batchId, count, kind, name: nameOf(target) });
          onMoved();
          onClose();
        },
        onError: (refusal) => setDraft((now) => ({ ...now, refusal })),
      },
    );
  };

  return {
    target,
    to: draft.to,
    aim: (to: TargetDraft) => setDraft({ ...draft, to, refusal: null }),
    borrowersTogether,
    // The choice changes which loans move, so the state of the previous preview is discarded.
    setBorrowersTogether: (areTogether: boolean) =>
      setDraft({ ...draft, borrowersTogether: areTogether, seen: null, refusal: null }),
    reason: draft.reason,
    setReason: (reason: string) => setDraft({ ...draft, reason }),
    isTargetMissing: draft.wasTried && !target,
    preview,
    /** The number of selected loans that still match the selection. */
    matched,
    picked: loans.count,
    movingCount: preview.data?.count ?? loans.count,
    needsApproval: preview.data?.needsApproval ?? false,
    isMoving: assigning.isPending,
    failure: draft.refusal && !meanwhile ? failureSentence(draft.refusal) : undefined,
    submit: () => submit(),
    /** Set if some loans moved since the preview: the user can go on or preview again. */
    changed: meanwhile && {
      sentence: failureSentence(draft.refusal),
      goOn: () => submit(meanwhile),
      reviewAgain: () => setDraft({ ...draft, seen: meanwhile, refusal: null }),
    },
  };
}

/** Reads the loans' current state from a refusal; null if it has none. */
function seenIn(refusal: Error | null): string | null {
  const seen = refusal instanceof ApiFailure ? refusal.details['seen'] : undefined;
  return typeof seen === 'string' ? seen : null;
}

export type LoanMove = ReturnType<typeof useMoveLoans>;

type Draft = {
  /** The batch’s id, created when the dialog opens and repeated on every retry. */
  readonly id: string;
  readonly to: TargetDraft;
  /** True if the borrowers' other loans move too; all loans of a borrower go to one target. */
  readonly borrowersTogether: boolean;
  readonly reason: string;
  /** Identifies the state of the loans at the first preview. */
  readonly seen: string | null;
  readonly wasTried: boolean;
  readonly refusal: Error | null;
};

/** A draft that resets, with a new id, each time the dialog opens. */
function useFreshDraft(opened: boolean) {
  const [wasOpened, setWasOpened] = useState(opened);
  const [draft, setDraft] = useState(emptyDraft);
  if (opened !== wasOpened) {
    setWasOpened(opened);
    if (opened) setDraft(emptyDraft());
  }
  return [draft, setDraft] as const;
}

function emptyDraft(): Draft {
  return {
    id: uuidv7(),
    to: noTarget,
    borrowersTogether: true,
    reason: '',
    seen: null,
    wasTried: false,
    refusal: null,
  };
}

type Prepared = {
  readonly target: AssignmentTarget | null;
  readonly borrowersTogether: boolean;
};

function usePreview(loans: LoansToMove, { target, borrowersTogether }: Prepared, opened: boolean) {
  const move = {
    selection: loans.selection,
    target: target ?? { kind: 'take-back' as const },
    borrowersTogether,
  };
  return useQuery({ ...assignmentPreviewQuery(move), enabled: opened && target !== null });
}

type Moved = Pick<AnswerOf<AssignLoans>, 'outcome' | 'batchId' | 'count'> & {
  readonly kind: MoveOptions['kind'];
  readonly name: string;
};

/** Returns a function that shows a toast with the number of moved loans and an undo. */
function useMovedAnnouncement() {
  const { t } = useTranslation('assignments');
  const format = useFormat();
  const undoing = useUndoAssignment();
  return ({ outcome, batchId, count, kind, name }: Moved) => {
    const undoId = uuidv7();
    const figures = { count, figure: format.count(count), name };
    // A move that waits for approval has not happened: there is nothing to undo.
    if (outcome === 'awaiting-approval') {
      notify.success(t('awaitingApproval', figures));
      return;
    }
    const undo = () =>
      undoing
        .mutateAsync({ batchId, undoId })
        .then((undone) =>
          notify.success(t(undone.outcome === 'undone' ? 'undone' : 'undoAwaits', figures)),
        )
        .catch((cause: unknown) => notify.error(failureSentence(cause)));
    notify.undo(t(kind === 'assign' ? 'assigned' : 'takenBack', figures), {
      label: t('undo'),
      run: () => void undo(),
    });
  };
}
