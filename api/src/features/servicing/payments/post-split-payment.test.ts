import { uuidv7 } from 'uuidv7';
import { expect, it } from 'vitest';
import { partId } from '../../../platform/owned-id.ts';
import { openOffice } from '../../../testing/open-office.ts';
import { meetAt } from '../../../testing/while-held.ts';

const { test, arrangeHeld, signIn, portfolio } = await openOffice();
const agent = await signIn('agent');

async function arrangeTwo() {
  const first = await arrangeHeld();
  const second = await arrangeHeld({ borrowerId: first.borrowerId });
  return [first.id, second.id] as const;
}

const splitOf = (parts: readonly (readonly [string, number])[], wishes: object = {}) => ({
  id: uuidv7(),
  amountMinor: parts.reduce((sum, [, amountMinor]) => sum + amountMinor, 0),
  currency: 'USD',
  valueDate: '2026-06-15',
  method: 'cash',
  payer: 'An employer',
  externalReference: 'TRX 77',
  parts: parts.map(([loanId, amountMinor]) => ({ loanId, amountMinor })),
  ...wishes,
});
const post = (body: object, client = agent) => client.post('/api/split-payments', body);
const paymentsOf = (loanIds: readonly string[]) => test.owner`
  select loan_id, amount_minor, split_id, payer, external_reference from payments
  where loan_id = any(${[...loanIds]}::uuid[]) order by amount_minor`;

it('one payment becomes a payment on each loan, once, that balances and is reversed alone', async () => {
  const [first, second] = await arrangeTwo();
  const body = splitOf([
    [first, 10_662],
    [second, 4_338],
  ]);
  const posted = await post(body);
  expect(posted.body).toMatchObject({ replayed: false });
  expect((await post(body)).body).toMatchObject({ replayed: true });
  const shared = { splitId: body.id, payer: 'An employer', externalReference: 'TRX 77' };
  expect(await paymentsOf([first, second])).toEqual([
    { loanId: second, amountMinor: 4_338, ...shared },
    { loanId: first, amountMinor: 10_662, ...shared },
  ]);
  const [books] = await test.owner`
    select count(distinct audit.id) as audits,
      (select sum(line.debit_minor - line.credit_minor) from ledger_lines line
        join ledger_transactions made on made.portfolio_id = line.portfolio_id
          and made.id = line.transaction_id and made.loan_id in (${first}, ${second}))
        as difference,
      (select count(*) from ledger_transactions where loan_id in (${first}, ${second})) as entries
    from audit_events audit
    where audit.event = 'post-payment' and audit.subject_id in (${first}, ${second})`;
  expect(books).toMatchObject({ audits: 2, difference: '0', entries: 2 });
  const other = await post({
    ...body,
    parts: [body.parts[0], { loanId: second, amountMinor: 4_337 }],
    amountMinor: 14_999,
  });
  expect(other.body.error).toBe('id_reused_with_different_content');

  const part = posted.body.payments.find(({ loanId }: { loanId: string }) => loanId === second);
  const manager = await signIn('manager');
  const reversed = await manager.post(`/api/loans/${second}/payments/${part.payment.id}/reversal`, {
    id: uuidv7(),
    reason: 'Wrong loan',
  });
  expect(reversed.status).toBe(200);
  const { body: list } = await agent.get(`/api/loans/${first}/payments`);
  expect(list.payments).toMatchObject([{ amountMinor: 10_662, splitId: body.id, reversal: null }]);
});

it('a part that is refused posts nothing, and the refusal names its loan', async () => {
  const [first, second] = await arrangeTwo();
  const refused = await post(
    splitOf([
      [first, 1_000],
      [second, 99_000_000],
    ]),
  );
  expect(refused.body).toMatchObject({
    error: 'amount_exceeds_payoff',
    details: { loanId: second },
  });
  expect(await paymentsOf([first, second])).toEqual([]);
  await agent.post(`/api/loans/${second}/payments`, {
    ...splitOf([]),
    parts: undefined,
    amountMinor: 2_000,
  });
  const again = splitOf([
    [first, 1_000],
    [second, 2_000],
  ]);
  const asked = await post(again);
  expect(asked.body).toMatchObject({
    error: 'payment_looks_posted_already',
    details: { loanId: second },
  });
  const { paymentId } = asked.body.details;
  const parts = again.parts.map((part) =>
    part.loanId === second ? { ...part, confirmedDuplicateOf: paymentId } : part,
  );
  expect((await post({ ...again, parts })).status).toBe(200);
});

it('refuses other borrowers, loans out of reach, a loan twice, a wrong sum and no permission', async () => {
  const [first, second] = await arrangeTwo();
  const stranger = await arrangeHeld();
  const theirs = await arrangeHeld({
    teamId: portfolio.team.id,
    agentId: portfolio.team.otherAgent.id,
  });
  const errorOf = async (body: object) => (await post(body)).body.error;
  const over = (other: string) =>
    splitOf([
      [first, 1_000],
      [other, 2_000],
    ]);
  expect(await errorOf(over(stranger.id))).toBe('loans_of_different_borrowers');
  expect(await errorOf(over(theirs.id))).toBe('not_found');
  expect(await errorOf(over(first))).toBe('split_loan_twice');
  expect(await errorOf({ ...over(second), amountMinor: 3_001 })).toBe('split_differs_from_amount');
  await test.owner`
    insert into role_permissions (role, permission, granted, changed_by, changed_at)
    values ('agent', 'post-payment', false, ${portfolio.manager.id}, now())`;
  expect((await post(over(second), await signIn('agent'))).status).toBe(403);
  await test.owner`delete from role_permissions`;
  expect(await paymentsOf([first, second, stranger.id, theirs.id])).toEqual([]);
});

it('two splits in opposite order wait for each other', async () => {
  const [first, second] = await arrangeTwo();
  const bodies = [
    splitOf([
      [first, 1_001],
      [second, 1_002],
    ]),
    splitOf([
      [second, 1_003],
      [first, 1_004],
    ]),
  ];
  const answers = await Promise.all([...bodies, ...bodies].map((body) => post(body)));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  expect(await paymentsOf([first, second])).toHaveLength(4);
});

it('the id of a payment over other loans is refused and posts nothing', async () => {
  const [first, second] = await arrangeTwo();
  const [third, fourth] = await arrangeTwo();
  const body = splitOf([
    [first, 1_000],
    [second, 2_000],
  ]);
  expect((await post(body)).status).toBe(200);
  const other = splitOf(
    [
      [third, 1_000],
      [fourth, 2_000],
    ],
    { id: body.id },
  );
  expect((await post(other)).body.error).toBe('id_reused_with_different_content');
  expect(await paymentsOf([third, fourth])).toEqual([]);
});

it('of two simultaneous payments with one id over different loans, one is refused', async () => {
  const [first, second] = await arrangeTwo();
  const [third, fourth] = await arrangeTwo();
  const id = uuidv7();
  const over = (one: string, other: string) => () =>
    post(
      splitOf(
        [
          [one, 1_000],
          [other, 2_000],
        ],
        { id },
      ),
    );
  // Reads pass this lock and inserts wait for it, so both calls have looked for the id by then.
  const answers = await meetAt(
    test.owner,
    (transaction) => transaction`lock table payments in share row exclusive mode`,
    [over(first, second), over(third, fourth)],
  );
  expect(answers.map(({ status, body }) => [status, body.error])).toEqual([
    [200, undefined],
    [409, 'id_reused_with_different_content'],
  ]);
  expect(await paymentsOf([third, fourth])).toEqual([]);
});

it('is refused if a simultaneous payment on another loan has the id of one of its parts', async () => {
  const [first, second] = await arrangeTwo();
  const other = await arrangeHeld();
  const body = splitOf([
    [first, 1_000],
    [second, 2_000],
  ]);
  const { parts: _parts, ...ordinary } = { ...body, id: partId(first, body.id) };
  const answers = await meetAt(
    test.owner,
    // The ordinary payment has stored its id when it waits to write its audit event.
    (transaction) => transaction`lock table audit_events in share row exclusive mode`,
    [() => agent.post(`/api/loans/${other.id}/payments`, ordinary), () => post(body)],
  );
  expect(answers.map(({ status, body: answer }) => [status, answer.error])).toEqual([
    [200, undefined],
    [409, 'id_reused_with_different_content'],
  ]);
  expect(await paymentsOf([first, second])).toEqual([]);
});
