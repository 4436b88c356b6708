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

/** A move of loans being prepared: where to, what it would do, and doing it once. */
export function useMoveLoans(options: MoveOptions) {
  const { opened, loans, onClose, onMoved, kind, nameOf } = options;
  const [draft, setDraft] = useFreshDraft(opened);
  const target = kind === 'take-back' ? { kind } : targetOf(draft.to);
  const { borrowersTogether } = draft;
  const preview = usePreview(loans, { target, borrowersTogether }, opened);
  const assigning = useAssignLoans();
  const announce = useMovedAnnouncement();
  // Kept from the first preview, so that later changes are pointed out instead of accepted unseen.
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
    // Other loans move then, so what was seen before no longer counts.
    keepTogether: (isKept: boolean) =>
      setDraft({ ...draft, borrowersTogether: isKept, seen: null, refusal: null }),
    reason: draft.reason,
    setReason: (reason: string) => setDraft({ ...draft, reason }),
    isTargetMissing: draft.wasTried && !target,
    preview,
    /** How many of the loans picked the server still finds where they were picked. */
    matched,
    picked: loans.count,
    movingCount: preview.data?.count ?? loans.count,
    needsApproval: preview.data?.needsApproval ?? false,
    isMoving: assigning.isPending,
    failure: draft.refusal && !meanwhile ? failureSentence(draft.refusal) : undefined,
    submit: () => submit(),
    /** Some of the loans moved since they were looked at: to go on all the same, or to look again. */
    changed: meanwhile && {
      sentence: failureSentence(draft.refusal),
      goOn: () => submit(meanwhile),
      lookAgain: () => setDraft({ ...draft, seen: meanwhile, refusal: null }),
    },
  };
}

/** Where the loans are now, as a refusal tells it to whoever saw them elsewhere. */
function seenIn(refusal: Error | null): string | null {
  const seen = refusal instanceof ApiFailure ? refusal.details['seen'] : undefined;
  return typeof seen === 'string' ? seen : null;
}

export type LoanMove = ReturnType<typeof useMoveLoans>;

type Draft = {
  /** The batch’s id, made as the dialog opens and kept on every retry. */
  readonly id: string;
  readonly to: TargetDraft;
  /** Whether the other loans of the same borrowers go along, and a borrower’s go to one target. */
  readonly borrowersTogether: boolean;
  readonly reason: string;
  /** Stands for where the loans were when they were looked at first. */
  readonly seen: string | null;
  readonly wasTried: boolean;
  readonly refusal: Error | null;
};

/** A draft that begins afresh, with an id of its own, each time the dialog opens. */
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

/** Says what has moved, with the way back. */
function useMovedAnnouncement() {
  const { t } = useTranslation('assignments');
  const format = useFormat();
  const undoing = useUndoAssignment();
  return ({ outcome, batchId, count, kind, name }: Moved) => {
    const undoId = uuidv7();
    const figures = { count, figure: format.count(count), name };
    // What waits for a second person has not moved: there is nothing to undo.
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
