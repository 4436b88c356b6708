import { permissionNames } from '@bursar/contracts/access/permissions';
import { roles } from '@bursar/contracts/roles';
import { uuidv7 } from 'uuidv7';
import { beforeAll, describe, expect, it } from 'vitest';
import { arrangeAdmin } from '../../../testing/arrange.ts';
import { applicationOf, lendingBy } from '../../../testing/lending.ts';
import { openOffice } from '../../../testing/open-office.ts';

const { test, signIn, signInDeputy, arrangeHeld } = await openOffice();
const manager = await signIn('manager');
const agent = await signIn('agent');
const otherAgent = await signIn('otherAgent');
const desk = await signIn('desk');
const { at, product } = lendingBy(manager, await signInDeputy());

describe('applications, with every permission granted to every role', () => {
  beforeAll(async () => {
    const admin = await test.signIn((await arrangeAdmin(test.owner)).email);
    for (const permission of permissionNames) {
      for (const role of roles) {
        await admin.put(`/api/permissions/${permission}/${role}`, { granted: true });
      }
    }
  });

  const borrowerOf = async (loanId: string) => {
    const [loan] = await test.owner<{ borrowerId: string }[]>`
      select borrower_id from loans where id = ${loanId}`;
    return { kind: 'known', id: loan?.borrowerId };
  };
  const listed = async (client: typeof agent) => {
    const { body } = await client.get('/api/applications?limit=200');
    const { rows, counts } = body as { rows: { id: string }[]; counts: { count: number }[] };
    const counted = counts.reduce((sum, { count }) => sum + count, 0);
    expect(counted).toBe(rows.length);
    return rows.map(({ id }) => id);
  };

  it('are read and moved by an agent only for borrowers in scope or their own applications', async () => {
    const { versionId } = await product();
    const held = await arrangeHeld();
    const foreignApplication = applicationOf(versionId);
    const ofBorrower = applicationOf(versionId, { borrower: await borrowerOf(held.id) });
    const own = applicationOf(versionId);
    await manager.post('/api/applications', foreignApplication);
    await manager.post('/api/applications', ofBorrower);
    expect((await agent.post('/api/applications', own)).status).toBe(200);

    expect(await listed(agent)).toEqual([own.id, ofBorrower.id]);
    expect(await listed(desk)).toEqual([ofBorrower.id]);
    expect(await listed(otherAgent)).toEqual([]);
    expect((await listed(manager)).length).toBe(3);
    expect((await agent.get(at(own.id))).status).toBe(200);
    expect((await agent.get(at(foreignApplication.id))).status).toBe(404);
    expect((await agent.get(`/api/applications?q=Amina`)).body.rows).toMatchObject([
      { id: own.id },
    ]);
    const event = { id: uuidv7(), event: 'reject', reason: 'not mine' };
    expect((await agent.post(at(foreignApplication.id, '/events'), event)).status).toBe(404);
    const again = await agent.post('/api/applications', {
      ...foreignApplication,
      purpose: 'A lorry',
    });
    expect(again.body.error).toBe('id_reused_with_different_content');
  });

  it('cannot be created by an agent for another agent’s borrower', async () => {
    const { versionId } = await product();
    const held = await arrangeHeld();
    const borrower = await borrowerOf(held.id);
    const refused = await otherAgent.post(
      '/api/applications',
      applicationOf(versionId, { borrower }),
    );
    expect(refused.body.error).toBe('borrower_not_found');
  });
});
