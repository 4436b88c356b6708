import { uuidv7 } from 'uuidv7';
import { describe, expect } from 'vitest';
import { arrangeApprovalRule } from './arrange.ts';
import { expectStatuses, openRaceOffice, pay, reverse } from './race-office.ts';
import type { TestClient } from './test-app.ts';

const { portfolio, arrangeHeld, manager, desk, agent, test, run } = await openRaceOffice();
const { owner } = test;
await arrangeApprovalRule(owner, portfolio, { kind: 'reverse-payment', required: false });
const promise = (client: TestClient, loanId: string, amountMinor = 5_000) =>
  client.post(`/api/loans/${loanId}/promises`, {
    id: uuidv7(),
    earlier: 'replace',
    currency: 'USD',
    lines: [{ amountMinor, promisedOn: '2026-06-20' }],
  });

/** Expects that payments fill one instalment after the other, whichever payment was reversed. */
async function expectNoHoles(loanId: string): Promise<void> {
  const rows = await owner<{ number: number; open: number; paid: number }[]>`
    select number, principal_minor - principal_paid_minor + interest_minor - interest_paid_minor as open,
      principal_paid_minor + interest_paid_minor as paid
    from instalments where loan_id = ${loanId} order by number`;
  const firstOpen = rows.findIndex(({ open }) => open > 0);
  expect(rows.slice(firstOpen + 1).filter(({ paid }) => paid > 0)).toEqual([]);
}

// Identical payments would be refused as possible duplicates, so the methods differ.
const methods = ['cash', 'card', 'cheque'];

describe('simultaneous money events', () => {
  run({
    'two payments of one day and the reversal of each': async () => {
      const { id } = await arrangeHeld();
      const ids = [uuidv7(), uuidv7(), uuidv7()];
      const answers = await Promise.all(
        ids.map((paymentId, place) =>
          pay(place === 1 ? desk : agent, id, { id: paymentId, method: methods[place] }),
        ),
      );
      expectStatuses(answers, [200, 200, 200]);
      for (const paymentId of ids.slice(0, 2)) {
        expect(await reverse(desk, id, paymentId)).toMatchObject({ status: 200 });
        await expectNoHoles(id);
      }
    },
    'a payment and the reversal of an earlier one': async () => {
      const { id } = await arrangeHeld();
      const { body } = await pay(desk, id);
      const answers = await Promise.all([
        pay(agent, id, { method: 'card' }),
        reverse(desk, id, body.payment.id),
      ]);
      expectStatuses(answers, [200, 200]);
      await expectNoHoles(id);
    },
    'two reversals of the same payment': async () => {
      const { id } = await arrangeHeld();
      const { body } = await pay(desk, id);
      const answers = await Promise.all([
        reverse(desk, id, body.payment.id),
        reverse(manager, id, body.payment.id),
      ]);
      expectStatuses(answers, [200, 409]);
      await expectNoHoles(id);
    },
    'two requests for one payment, and one under its id on another loan': async () => {
      const [first, second] = [await arrangeHeld(), await arrangeHeld()];
      const sent = { id: uuidv7() };
      const answers = await Promise.all([
        pay(agent, first.id, sent),
        pay(agent, first.id, sent),
        pay(agent, second.id, sent),
      ]);
      expectStatuses(answers, [200, 200, 409], [200, 409, 409]);
      const posted = await owner`select from payments where id = ${sent.id}`;
      expect(posted).toHaveLength(1);
    },
    'a promise and a payment': async () => {
      const { id } = await arrangeHeld();
      const answers = await Promise.all([
        promise(agent, id),
        pay(desk, id, { valueDate: '2026-06-15', amountMinor: 5_000 }),
      ]);
      expectStatuses(answers, [200, 200]);
      const stateOf = async () => {
        const { body } = await agent.get(`/api/loans/${id}/promises`);
        return body.promises[0].lines[0].state;
      };
      const state = await stateOf();
      // Whichever request came first, another payment does not change the state of the promise.
      await pay(desk, id, { valueDate: '2026-06-02' });
      expect(await stateOf()).toBe(state);
    },
    'two promises on one loan': async () => {
      const { id } = await arrangeHeld();
      const answers = await Promise.all([promise(agent, id), promise(desk, id, 6_000)]);
      expectStatuses(answers, [200, 200]);
      const { body } = await agent.get(`/api/loans/${id}/promises`);
      const states = body.promises.map(
        ({ lines }: { lines: { state: string }[] }) => lines[0]?.state,
      );
      expect(states).toEqual(['waiting', 'replaced']);
    },
  });
});
