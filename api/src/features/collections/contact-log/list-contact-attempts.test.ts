import type { ContactAttempt } from '@bursar/contracts/collections/contact-log';
import { uuidv7 } from 'uuidv7';
import { expect, it } from 'vitest';
import { openOffice } from '../../../testing/open-office.ts';

const { arrangeHeld, signIn } = await openOffice();
const agent = await signIn('agent');

it('the contact attempts of a loan are listed page by page, newest first, each with its promise', async () => {
  const { id } = await arrangeHeld();
  const path = `/api/loans/${id}/contacts`;
  // Two contacts share a moment; pages must neither repeat nor omit one of them.
  const moments = ['09:00', '10:00', '10:00', '11:00', '11:30'];
  for (const [place, moment] of moments.entries()) {
    const promise = {
      id: uuidv7(),
      currency: 'USD',
      lines: [{ amountMinor: 100, promisedOn: '2026-06-20' }],
    };
    const { status } = await agent.post(path, {
      id: uuidv7(),
      channel: 'call',
      note: String(place),
      contactedAt: `2026-06-15T${moment}:00.000Z`,
      ...(place === 1 ? { outcome: 'promised', promise } : { outcome: 'answered' }),
    });
    expect(status).toBe(200);
  }
  const whole: { contactAttempts: ContactAttempt[]; nextCursor: null } = (await agent.get(path))
    .body;
  expect(whole).toMatchObject({ nextCursor: null, count: 5 });
  expect(whole.contactAttempts.map(({ note }) => note)).toEqual(['4', '3', '2', '1', '0']);
  const read: ContactAttempt[] = [];
  let after = '';
  do {
    const { body } = await agent.get(`${path}?limit=2${after}`);
    expect(body.contactAttempts.length).toBeLessThanOrEqual(2);
    expect(body.count).toBe(5);
    read.push(...body.contactAttempts);
    after = body.nextCursor === null ? '' : `&after=${encodeURIComponent(body.nextCursor)}`;
  } while (after !== '');
  expect(read).toEqual(whole.contactAttempts);
  const promising = read.filter(({ promise }) => promise !== null);
  expect(promising).toMatchObject([{ note: '1', promise: { lines: [{ amountMinor: 100 }] } }]);
});
