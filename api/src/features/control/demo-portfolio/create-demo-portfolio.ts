import { randomInt } from 'node:crypto';
import type { CreateDemoPortfolio } from '@bursar/contracts/control/demo-portfolio';
import type { AnswerOf, FailureOf } from '@bursar/contracts/endpoint';
import { auditCommand } from '../../../platform/audit.ts';
import { dayIn } from '../../../platform/clock.ts';
import type { CommandContext } from '../../../platform/command-context.ts';
import type { Database, Transaction } from '../../../platform/database.ts';
import { refuse, succeed, type Outcome } from '../../../platform/outcome.ts';
import { newSecret } from '../../../platform/secrets/random-secret.ts';
import { transactionOrConflict } from '../../../platform/unique-violation.ts';
import { hashPassword } from '../../access/accounts/passwords.ts';
import { findDemoPortfolio, lockDemoState } from './demo-portfolio.store.ts';

/** Features must not depend on the seed, so the app supplies this function. */
export type AddDemoPortfolio = (
  transaction: Transaction,
  demo: {
    readonly portfolioId: string;
    readonly today: string;
    readonly now: Date;
    readonly passwordHash: string;
    /** The part of the accounts' addresses after the @, which no other account has. */
    readonly domain: string;
    /** Makes the ids differ from those of other demo data. */
    readonly seed: number;
  },
) => Promise<{ readonly loans: number; readonly payments: number }>;

type Created = Outcome<AnswerOf<CreateDemoPortfolio>, FailureOf<CreateDemoPortfolio>>;

const SEEDS = 2 ** 31;

/**
 * Adds a portfolio of demo data in one transaction, so that an interruption leaves nothing. Nobody
 * knows the accounts' password until an administrator sets one.
 */
export async function createDemoPortfolio(
  { database, addDemo }: { readonly database: Database; readonly addDemo: AddDemoPortfolio },
  { id }: { readonly id: string },
  context: CommandContext,
): Promise<Created> {
  if (context.session.scope.role !== 'admin') return refuse('not_found');
  const passwordHash = await hashPassword(newSecret());
  const create = async (transaction: Transaction): Promise<Created> => {
    const state = await lockDemoState(transaction, id);
    const present = await findDemoPortfolio(transaction);
    if (state) {
      return present?.id === id
        ? succeed({ demo: present })
        : refuse('id_reused_with_different_content');
    }
    if (present) return refuse('demo_portfolio_exists');
    const seed = randomInt(SEEDS);
    const added = await addDemo(transaction, {
      portfolioId: id,
      today: dayIn('UTC', context.now),
      now: context.now,
      passwordHash,
      domain: `demo-${seed.toString(36)}.example`,
      seed,
    });
    // Record the event without its portfolio, because administrators do not see events of demo
    // data.
    await auditCommand(transaction, context, {
      portfolioId: null,
      event: 'create-demo-portfolio',
      subject: 'portfolio',
      subjectId: id,
      after: { loans: added.loans },
    });
    const demo = await findDemoPortfolio(transaction);
    if (!demo) throw new Error(`demo portfolio ${id} was stored but is missing`);
    return succeed({ demo });
  };
  const taken = refuse('demo_portfolio_exists');
  const conflicts = { portfolios_pkey: taken, portfolios_one_demo: taken };
  return transactionOrConflict(database, conflicts, create);
}
