import type { ApprovalFacts } from '@bursar/contracts/access/approvals';

/** The penalties that a command charges, as the approver sees them; nothing if there are none. */
export function penaltyFacts(
  charged: readonly { readonly chargedOn: string; readonly amountMinor: number }[],
): ApprovalFacts {
  if (charged.length === 0) return {};
  return { penalties: charged.map(({ chargedOn, amountMinor }) => ({ chargedOn, amountMinor })) };
}
