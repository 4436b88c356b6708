import type {
  ListReportRecipients,
  SetReportRecipients,
} from '@bursar/contracts/collections/collection-reports';
import type { AnswerOf, FailureOf } from '@bursar/contracts/endpoint';
import { auditCommand } from '../../../platform/audit.ts';
import type { CommandContext } from '../../../platform/command-context.ts';
import type { Database, Queryable } from '../../../platform/database.ts';
import { refuse, succeed, type Outcome } from '../../../platform/outcome.ts';
import type { Actor } from '../../../platform/session.ts';
import { lockPortfolio } from '../../access/approvals/approval-rules.store.ts';
import { listRecipients, saveRecipients } from './collection-reports.store.ts';

type Listed = AnswerOf<ListReportRecipients>;
type Delivery = Pick<Listed, 'isMailDelivered'>;

export async function readRecipients(
  sql: Queryable,
  { isMailDelivered }: Delivery,
  { scope }: Pick<Actor, 'scope'>,
): Promise<Outcome<Listed, 'not_found'>> {
  if (scope.role !== 'user') return refuse('not_found');
  const people = await listRecipients(sql, scope.portfolioId);
  return succeed({
    people: people.map(({ id: accountId, name, email, team, chosenAt }) => ({
      accountId,
      name,
      email,
      team,
      isChosen: chosenAt !== null,
    })),
    isMailDelivered,
  });
}

type Sent = Delivery & { readonly accountIds: readonly string[] };
type Changed = Outcome<AnswerOf<SetReportRecipients>, FailureOf<SetReportRecipients>>;

/** Replaces the recipients; only people of the portfolio who may follow the work can be chosen. */
export function setRecipients(
  database: Database,
  { accountIds, ...delivery }: Sent,
  context: CommandContext,
): Promise<Changed> {
  const { scope, account } = context.session;
  return database.begin(async (transaction): Promise<Changed> => {
    if (scope.role !== 'user') return refuse('not_found');
    const { portfolioId } = scope;
    await lockPortfolio(transaction, portfolioId);
    const people = await listRecipients(transaction, portfolioId);
    const wanted = new Set(accountIds);
    const chosen = people.filter(({ id }) => wanted.has(id));
    if (chosen.length < wanted.size) return refuse('not_found');
    const before = people.filter(({ chosenAt }) => chosenAt !== null);
    const at = context.now.toISOString();
    await saveRecipients(transaction, { portfolioId, accountIds: [...wanted], by: account.id, at });
    const named = (list: typeof people) =>
      list
        .map(({ email }) => email)
        .toSorted()
        .join(', ');
    if (named(before) !== named(chosen)) {
      await auditCommand(transaction, context, {
        portfolioId,
        event: 'set-report-recipients',
        subject: 'portfolio',
        subjectId: portfolioId,
        before: { recipients: named(before) },
        after: { recipients: named(chosen) },
      });
    }
    return readRecipients(transaction, delivery, context.session);
  });
}
