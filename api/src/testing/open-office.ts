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

/** Of an arranged loan: the first is due on 2026-06-01, fourteen days before the test's clock. */
export const INSTALMENT = 10_662;

/** A portfolio at work, with what most tests do to it: loans in an agent's hands, and payments. */
export type Office = {
  readonly test: TestApp;
  readonly portfolio: TestPortfolio;
  /** Anew where the clock has moved: a session lasts thirty minutes. */
  readonly signIn: (who: 'manager' | 'desk' | 'agent' | 'otherAgent') => Promise<TestClient>;
  /** A second manager, of whom there is none until a test asks for one. */
  readonly signInDeputy: () => Promise<TestClient>;
  /** A loan in the hands of the first agent, unless it is wished otherwise. */
  readonly arrangeHeld: (wishes?: LoanWishes) => Promise<TestLoan>;
};

/** `tag` keeps several offices of one app apart. */
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

/** One instalment in cash, with an id of its own. */
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
