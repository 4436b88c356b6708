import type {
  AssignmentTarget,
  LoanSelection,
  PreviewAssignment,
} from '@bursar/contracts/distribution/assignments';
import type { AnswerOf, FailureOf } from '@bursar/contracts/endpoint';
import type { Database } from '../../../platform/database.ts';
import { refuse, succeed, type Outcome } from '../../../platform/outcome.ts';
import type { Actor } from '../../../platform/session.ts';
import { needsApproval } from '../../access/approvals/four-eyes.ts';
import { resolveTargets, takesOthersAlong } from './assignment-target.ts';
import { readSelection, type SelectedLoan } from './selected-loans.store.ts';
import { countTakenAway } from './describe-reassignment.ts';
import { planShares, type Share } from './plan-shares.ts';
import { readHistoryEnd, seenOf } from './seen-loans.ts';

type Asked = {
  readonly selection: LoanSelection;
  readonly target: AssignmentTarget;
  readonly borrowersTogether: boolean;
};
type Previewed = Outcome<AnswerOf<PreviewAssignment>, FailureOf<PreviewAssignment> | 'not_found'>;

/**
 * Previews an assignment for the dialog: what each holder would have and whether approval is
 * needed.
 */
export async function previewAssignment(
  database: Database,
  { selection, target, borrowersTogether }: Asked,
  { scope, businessDate, portfolio }: Actor,
): Promise<Previewed> {
  if (!portfolio) return refuse('not_found');
  const targets = await resolveTargets(database, { scope, target });
  if (!targets.ok) return targets;
  if (!selection.loanIds && !selection.filter) return refuse('nothing_selected');
  const { id: portfolioId, currency } = portfolio;
  const historyEnd = await readHistoryEnd(database);
  const withOthers = takesOthersAlong({ target, borrowersTogether });
  const viewer = { scope, businessDate };
  const selected = await readSelection(database, { ...viewer, selection, withOthers });
  const holders = targets.value;
  const shares = await planShares(database, {
    portfolioId,
    selected,
    holders,
    target,
    borrowersTogether,
  });
  const needed = { portfolioId, kind: 'reassign-loans', loans: countTakenAway(shares) } as const;
  return succeed({
    ...toPreview(shares, selected),
    currency,
    needsApproval: await needsApproval(database, needed),
    seen: seenOf(selected, historyEnd),
  });
}

function toPreview(
  shares: readonly Share[],
  selected: readonly SelectedLoan[],
): Omit<AnswerOf<PreviewAssignment>, 'currency' | 'needsApproval' | 'seen'> {
  const moving = shares.flatMap((share) => share.moving);
  return {
    count: moving.length,
    outstandingMinor: moving.reduce((total, loan) => total + loan.outstandingMinor, 0),
    alreadyThere: selected.length - moving.length,
    picked: selected.filter(({ isPicked }) => isPicked).length,
    borrowers: new Set(moving.map(({ borrowerId }) => borrowerId)).size,
    alongCount: moving.filter(({ isPicked }) => !isPicked).length,
    targets: shares.flatMap(({ target, moving: own, before, after }) =>
      target
        ? {
            ...target,
            receives: own.length,
            loansBefore: before.loans,
            loansAfter: after.loans,
            outstandingBeforeMinor: before.outstandingMinor,
            outstandingAfterMinor: after.outstandingMinor,
          }
        : [],
    ),
  };
}
