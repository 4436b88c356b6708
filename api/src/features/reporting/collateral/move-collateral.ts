import type { AnswerOf, FailureOf, InputOf } from '@bursar/contracts/endpoint';
import type { MoveCollateral, OpposeCollateral } from '@bursar/contracts/reporting/collateral';
import { exactDecimal } from '@bursar/loan-maths';
import { auditCommand } from '../../../platform/audit.ts';
import type { CommandContext } from '../../../platform/command-context.ts';
import type { Database, Transaction } from '../../../platform/database.ts';
import { refuse, succeed, type Outcome } from '../../../platform/outcome.ts';
import { transactionOrConflict } from '../../../platform/unique-violation.ts';
import {
  findAsset,
  findEvent,
  findLoan,
  insertEvent,
  type CollateralEvent,
} from './collateral.store.ts';

type Moved = Outcome<AnswerOf<MoveCollateral>, FailureOf<MoveCollateral>>;
type Movement = InputOf<MoveCollateral>['body'] & { readonly loanId: string };

const notHeld = {
  collateral_is_held: refuse('more_than_is_held', { field: 'quantity' }),
};

/**
 * Pledges or releases a quantity. The database refuses to release more than is held on that day or
 * on any later day.
 */
export function moveCollateral(
  database: Database,
  command: Movement,
  context: CommandContext,
): Promise<Moved> {
  return transactionOrConflict(database, notHeld, (transaction) =>
    move(transaction, command, context),
  );
}

async function move(
  transaction: Transaction,
  command: Movement,
  context: CommandContext,
): Promise<Moved> {
  const { session, now } = context;
  const loan = await findLoan(transaction, {
    scope: session.scope,
    loanId: command.loanId,
    held: true,
  });
  if (!loan) return refuse('not_found');
  const { portfolioId } = loan;
  const custody = command.custody.trim();
  const earlier = await findEvent(transaction, { portfolioId, id: command.id });
  if (earlier) {
    const isSame =
      earlier.loanId === command.loanId &&
      earlier.assetId === command.assetId &&
      earlier.event === command.event &&
      earlier.valueDate === command.valueDate &&
      earlier.custody === custody &&
      earlier.madeBy === session.account.id &&
      isSameDecimal(earlier.quantity, command.quantity);
    return isSame
      ? succeed({ id: command.id, replayed: true })
      : refuse('id_reused_with_different_content');
  }
  const asset = await findAsset(transaction, { portfolioId, id: command.assetId });
  if (!asset) return refuse('asset_not_found', { field: 'assetId' });
  const exact = exactDecimal(command.quantity);
  if (!exact || exact.units === 0n) return refuse('quantity_not_positive', { field: 'quantity' });
  if (exact.decimals > asset.decimals) {
    const details = { symbol: asset.symbol, decimals: asset.decimals };
    return refuse('quantity_too_exact', { field: 'quantity', details });
  }
  if (command.valueDate > session.businessDate) {
    const details = { businessDate: session.businessDate };
    return refuse('value_date_in_future', { field: 'valueDate', details });
  }
  await book(transaction, context, {
    ...command,
    custody,
    portfolioId,
    reason: '',
    opposesId: null,
    madeBy: session.account.id,
    madeAt: now.toISOString(),
    symbol: asset.symbol,
  });
  return succeed({ id: command.id, replayed: false });
}

type Opposed = Outcome<AnswerOf<OpposeCollateral>, FailureOf<OpposeCollateral>>;
type Opposition = InputOf<OpposeCollateral>['body'] & {
  readonly loanId: string;
  readonly collateralId: string;
};

/** Reverses a pledge or a release with an opposite event; both stay on record. */
export function opposeCollateral(
  database: Database,
  command: Opposition,
  context: CommandContext,
): Promise<Opposed> {
  return transactionOrConflict(
    database,
    { collateral_is_held: refuse('more_than_is_held') },
    (started) => oppose(started, command, context),
  );
}

async function oppose(
  transaction: Transaction,
  { id, loanId, collateralId, reason: typed }: Opposition,
  context: CommandContext,
): Promise<Opposed> {
  const { session, now } = context;
  const loan = await findLoan(transaction, { scope: session.scope, loanId, held: true });
  if (!loan) return refuse('not_found');
  const { portfolioId } = loan;
  const reason = typed.trim();
  if (reason === '') return refuse('reason_missing', { field: 'reason' });
  const opposed = await findEvent(transaction, { portfolioId, id: collateralId });
  if (!opposed || opposed.loanId !== loanId) return refuse('not_found');
  const earlier = await findEvent(transaction, { portfolioId, id });
  if (earlier) {
    const isSame =
      earlier.opposesId === collateralId &&
      earlier.reason === reason &&
      earlier.madeBy === session.account.id;
    return isSame ? succeed({ id, replayed: true }) : refuse('id_reused_with_different_content');
  }
  const opposite = oppositeOf(opposed.event);
  if (opposed.isOpposed || opposite === null) return refuse('already_opposed');
  const asset = await findAsset(transaction, { portfolioId, id: opposed.assetId });
  await book(transaction, context, {
    ...opposed,
    id,
    event: opposite,
    reason,
    opposesId: collateralId,
    madeBy: session.account.id,
    madeAt: now.toISOString(),
    symbol: asset?.symbol ?? '',
  });
  return succeed({ id, replayed: false });
}

/**
 * Returns the event that reverses another; null for an opposite event, which cannot be reversed:
 * the correct movement is entered again.
 */
function oppositeOf(event: CollateralEvent['event']): CollateralEvent['event'] | null {
  if (event === 'pledge') return 'undo-pledge';
  return event === 'release' ? 'undo-release' : null;
}

async function book(
  transaction: Transaction,
  context: CommandContext,
  event: CollateralEvent & { readonly symbol: string },
): Promise<void> {
  await insertEvent(transaction, event);
  await auditCommand(transaction, context, {
    portfolioId: event.portfolioId,
    event: event.opposesId === null ? 'move-collateral' : 'oppose-collateral',
    subject: 'loan',
    subjectId: event.loanId,
    after: {
      collateral: event.event,
      quantity: event.quantity,
      asset: event.symbol,
      valueDate: event.valueDate,
      custody: event.custody,
      reason: event.reason,
    },
  });
}

function isSameDecimal(one: string, other: string): boolean {
  const [left, right] = [exactDecimal(one), exactDecimal(other)];
  return left?.units === right?.units && left?.decimals === right?.decimals;
}
