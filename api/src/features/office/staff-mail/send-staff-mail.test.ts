import { uuidv7 } from 'uuidv7';
import { expect, it } from 'vitest';
import { arrangePortfolio } from '../../../testing/arrange.ts';
import { createTestApp } from '../../../testing/test-app.ts';

it('a repeated send reports the recipients that the message had, also after the team has changed', async () => {
  const test = await createTestApp();
  const { manager, team, otherTeam } = await arrangePortfolio(test.owner);
  const client = await test.signIn(manager.email);
  const mail = {
    answersId: null,
    accountIds: [],
    teamIds: [team.id],
    subject: 'To the team',
    html: '<p>Please read.</p>',
    attachmentIds: [],
  };
  const path = `/api/internal-mails/${uuidv7()}/send`;
  const first = await client.post(path, mail);
  expect(first).toMatchObject({ status: 200, body: { replayed: false } });
  await test.owner`
    update accounts set team_id = ${otherTeam.id} where id = ${team.otherAgent.id}`;
  const again = await client.post(path, mail);
  expect(again).toEqual({ ...first, body: { ...first.body, replayed: true } });
});
