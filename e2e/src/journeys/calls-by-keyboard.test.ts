import { expect, type Page } from '@playwright/test';
import { arrangeLoan, arrangePhone } from '@bursar/api/testing/arrange';
import { test } from '../stack/journey.ts';
import { workedLoan } from '../steps/work-queue.ts';

/** Presses keys and counts them: a key with Ctrl counts once, and so does each typed character. */
function countingKeys(page: Page) {
  let count = 0;
  const press = async (...keys: readonly string[]) => {
    for (const key of keys) await page.keyboard.press(key);
    count += keys.length;
  };
  return {
    press,
    type: (text: string) => press(...text.split('')),
    counted: () => {
      const pressed = count;
      count = 0;
      return pressed;
    },
  };
}

type Keys = ReturnType<typeof countingKeys>;
type Call = {
  readonly outcome: string;
  readonly most: number;
  readonly work: (keys: Keys, form: ReturnType<Page['getByRole']>) => Promise<void>;
};

const plain = (outcome: string, key: string, most: number): Call => ({
  outcome,
  most,
  work: async ({ press }, form) => {
    await press(key);
    await expect(form).toBeVisible();
    await press('Control+Enter');
  },
});

const calls: readonly Call[] = [
  plain('answered', '1', 2),
  {
    outcome: 'promised',
    most: 12,
    work: async ({ press, type }, form) => {
      await press('2');
      await expect(form.getByRole('textbox', { name: 'Promised amount' })).toBeFocused();
      await type('106.62');
      await press('Tab');
      await type('+3');
      await expect(form.getByText('Thursday, 18 June 2026')).toBeVisible();
      await press('Control+Enter');
    },
  },
  {
    outcome: 'paid',
    most: 6,
    work: async ({ press, type }, form) => {
      await press('3');
      await expect(form.getByRole('textbox', { name: 'Paid today' })).toBeFocused();
      await type('20');
      await expect(form.getByRole('region', { name: 'Allocation' })).toBeVisible();
      await press('Control+Enter');
    },
  },
  {
    outcome: 'call-back',
    most: 5,
    work: async ({ press }, form) => {
      await press('4');
      await expect(form.getByRole('radio', { name: 'In an hour' })).toBeFocused();
      await press('Space', 'Control+Enter');
    },
  },
  plain('no-response', '5', 2),
  plain('wrong-number', '6', 3),
  plain('third-party', '7', 2),
  {
    outcome: 'disputed',
    most: 3,
    work: async ({ press }, form) => {
      await press('8');
      await expect(form.getByRole('radio', { name: 'Already paid' })).toBeFocused();
      await press('Space', 'Control+Enter');
    },
  },
  plain('refused', '9', 2),
];

const BORROWERS = 20;

test('an agent works 20 borrowers with 9 outcomes by keyboard alone', async ({
  visit,
  portfolio,
  stack: { owner },
}) => {
  test.slow();
  const { team } = portfolio;
  await owner`
    update portfolios set quiet_from = '00:00', quiet_until = '00:00' where id = ${portfolio.id}`;
  for (let nth = 0; nth < BORROWERS; nth += 1) {
    const { id } = await arrangeLoan(owner, portfolio, {
      teamId: team.id,
      agentId: team.agent.id,
      borrowerName: `Borrower ${nth}`,
      disbursedOn: '2026-04-10',
    });
    await arrangePhone(owner, id, `+1202555${String(1000 + nth)}`);
  }
  const { page } = await visit(team.agent);
  await page.clock.setSystemTime('2026-06-15T12:00:00Z');
  await page.goto('/');
  const card = workedLoan(page);
  const keys = countingKeys(page);
  const form = page.getByRole('region', { name: /^Log contact on/ });
  const counts = new Map<string, number>();
  for (let nth = 0; nth < BORROWERS; nth += 1) {
    const call = calls[nth % calls.length];
    if (!call) throw new Error('the calls are a fixed list');
    await expect(card).toBeVisible();
    const reference = (await card.getAttribute('aria-label')) ?? '';
    keys.counted();
    await call.work(keys, form);
    const pressed = keys.counted();
    expect(pressed, `keys for ${call.outcome}`).toBeLessThanOrEqual(call.most);
    counts.set(call.outcome, Math.max(pressed, counts.get(call.outcome) ?? 0));
    // After saving, the form closes and the next borrower is on the card.
    await expect(form).toBeHidden();
    await expect(card).not.toHaveAttribute('aria-label', reference);
  }
  test.info().annotations.push({ type: 'keys', description: JSON.stringify([...counts]) });

  const logged = await owner`
    select outcome, count(*) from contact_attempts where portfolio_id = ${portfolio.id}
    group by outcome order by outcome`;
  expect(logged.map(({ outcome, count }) => [outcome, count])).toEqual(
    calls
      .map(({ outcome }, at) => [outcome, at < BORROWERS % calls.length ? 3 : 2])
      .toSorted(([one], [other]) => (String(one) < String(other) ? -1 : 1)),
  );
  const [made] = await owner`
    select (select count(*) from payments where portfolio_id = ${portfolio.id}) as payments,
      (select count(*) from promises where portfolio_id = ${portfolio.id}) as promises,
      (select count(*) from contact_pauses where portfolio_id = ${portfolio.id}) as pauses,
      (select count(*) from borrower_contacts where portfolio_id = ${portfolio.id}
        and retired_reason = 'wrong') as wrong_numbers`;
  expect(made).toEqual({ payments: 2, promises: 3, pauses: 2, wrongNumbers: 2 });
});
