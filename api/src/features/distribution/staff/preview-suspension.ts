import type { AnswerOf } from '@bursar/contracts/endpoint';
import type { PreviewSuspension } from '@bursar/contracts/access/suspensions';
import type { Queryable } from '../../../platform/database.ts';
import type { Scope } from '../../../platform/scope.ts';
import { needsApproval } from '../../access/approvals/four-eyes.ts';
import { countHeldLoans } from '../assignments/move-held-loans.ts';

type PreviewRequest = { readonly scope: Scope; readonly accountIds: readonly string[] };

/**
 * Previews a suspension for the dialog: whether moving the loans needs approval in any of the
 * portfolios.
 */
export async function previewSuspension(
  sql: Queryable,
  { scope, accountIds }: PreviewRequest,
): Promise<AnswerOf<PreviewSuspension>> {
  const { loans, portfolioIds } = await countHeldLoans(sql, { scope, accountIds });
  const waits = await Promise.all(
    portfolioIds.map((portfolioId) =>
      needsApproval(sql, { portfolioId, kind: 'move-held-loans', loans }),
    ),
  );
  return { loans, needsApproval: waits.includes(true) };
}
