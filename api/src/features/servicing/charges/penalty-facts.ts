import type { ApprovalFacts } from '@bursar/contracts/access/approvals';

type Penalty = { readonly chargedOn: string; readonly amountMinor: number };

export type MovedPenalties = {
  readonly charged: readonly Penalty[];
  readonly waived?: readonly Penalty[];
};

/** Returns the penalties that a command charges and waives, as the approver sees them. */
export function penaltyFacts({ charged, waived = [] }: MovedPenalties): ApprovalFacts {
  return {
    ...(charged.length > 0 && { penalties: charged.map(factOf) }),
    ...(waived.length > 0 && { waivedPenalties: waived.map(factOf) }),
  };
}

const factOf = ({ chargedOn, amountMinor }: Penalty) => ({ chargedOn, amountMinor });
