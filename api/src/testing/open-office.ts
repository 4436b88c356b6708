import { uuidv7 } from 'uuidv7';
import {
  arrangeDeputy,
  arrangeLoan,
  arrangePortfolio,
  type LoanWishes,
  type TestAccount,
  type TestLoan,
  type TestPortfolio,
} from './arrange.ts';
import { createTestApp, type TestApp, type TestClient } from './test-app.ts';

/**
 * The instalment of a test loan, in minor units. The first one is due on 2026-06-01, fourteen days
 * before the initial day of the test clock.
 */
export const INSTALMENT = 10_662;

/**
 * A portfolio with helpers that most tests need: to sign users in and to create loans of an agent.
 */
export type Office = {
  readonly test: TestApp;
  readonly portfolio: TestPortfolio;
  /**
   * Signs a user in. Sign in again after moving the clock, because a session lasts thirty minutes.
   */
  readonly signIn: (who: 'manager' | 'desk' | 'agent' | 'otherAgent') => Promise<TestClient>;
  /** Signs in a second manager, who is created on first use. */
  readonly signInDeputy: () => Promise<TestClient>;
  /** Creates a loan of the first agent, unless `wishes` name another holder. */
  readonly arrangeHeld: (wishes?: LoanWishes) => Promise<TestLoan>;
};

/** `tag` distinguishes several offices of one app. */
export async function openOffice(options: { test?: TestApp; tag?: string } = {}): Promise<Office> {
  const test = options.test ?? (await createTestApp());
  const portfolio = await arrangePortfolio(test.owner, options.tag);
  const { team, manager } = portfolio;
  const people = { manager, desk: team.desk, agent: team.agent, otherAgent: team.otherAgent };
  let deputy: Promise<TestAccount> | undefined;
  return {
    test,
    portfolio,
    signInDeputy: async () => {
      deputy ??= arrangeDeputy(test.owner, portfolio);
      return test.signIn((await deputy).email);
    },
    signIn: (who) => test.signIn(people[who].email),
    arrangeHeld: (wishes = {}) =>
      arrangeLoan(test.owner, portfolio, {
        teamId: team.id,
        agentId: team.agent.id,
        ...wishes,
      }),
  };
}

/** A cash payment of one instalment, with a new id. */
export function paymentOf(wishes: object = {}) {
  return {
    id: uuidv7(),
    amountMinor: INSTALMENT,
    currency: 'USD',
    valueDate: '2026-06-01',
    method: 'cash',
    ...wishes,
  };
}
