import { uuidv7 } from 'uuidv7';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Transaction } from '../../../platform/database.ts';
import { arrangeLoan, arrangePortfolio, type TestPortfolio } from '../../../testing/arrange.ts';
import { createTestApp, type TestApp, type TestClient } from '../../../testing/test-app.ts';
import { meetAt } from '../../../testing/while-held.ts';

describe('tags', () => {
  let test: TestApp;
  let portfolio: TestPortfolio;
  let manager: TestClient;
  let agent: TestClient;
  beforeEach(async () => {
    test = await createTestApp();
    portfolio = await arrangePortfolio(test.owner);
    manager = await test.signIn(portfolio.manager.email);
    agent = await test.signIn(portfolio.team.agent.email);
  });

  const inputs = (name: string) => ({ id: uuidv7(), name, colour: 'teal' });
  const makeTag = async (name: string): Promise<string> =>
    (await manager.post('/api/tags', inputs(name))).body.id;
  const arrangeHeld = (count: number) =>
    Promise.all(
      Array.from({ length: count }, () =>
        arrangeLoan(test.owner, portfolio, {
          teamId: portfolio.team.id,
          agentId: portfolio.team.agent.id,
        }),
      ),
    );
  const put = (client: TestClient, loanIds: readonly string[], tagId: string) =>
    client.post('/api/loan-tags', { selection: { loanIds }, putOn: [tagId] });
  const auditOf = (event: string) =>
    test.owner`select subject, before, after from audit_events where event = ${event}`;

  it('are created once, even if sent repeatedly', async () => {
    const tag = inputs(' Hardship ');
    const answers = [await manager.post('/api/tags', tag), await manager.post('/api/tags', tag)];
    for (const { status, body } of answers) {
      expect(status).toBe(200);
      expect(body).toEqual({ id: tag.id, name: 'Hardship', colour: 'teal' });
    }
    expect(await auditOf('create-tag')).toMatchObject([
      { subject: 'tag', after: { name: 'Hardship', colour: 'teal' } },
    ]);
    expect((await manager.post('/api/tags', { ...tag, colour: 'lapis' })).body.error).toBe(
      'id_reused_with_different_content',
    );
  });

  it('need a unique name, regardless of case', async () => {
    expect((await manager.post('/api/tags', inputs('  '))).body.error).toBe('name_missing');
    const first = inputs('Legal');
    await manager.post('/api/tags', first);
    const again = await manager.post('/api/tags', inputs('LEGAL'));
    expect(again).toMatchObject({ status: 409, body: { error: 'tag_name_already_used' } });
    const other = await makeTag('Other');
    const change = { name: 'legal', colour: 'sky', version: 1 };
    expect((await manager.put(`/api/tags/${other}`, change)).body).toMatchObject({
      error: 'tag_name_already_used',
      fields: { name: 'Another tag has this name.' },
    });
  });

  it('are changed only under their latest version', async () => {
    const id = await makeTag('Callback');
    const change = { name: 'Call back', colour: 'violet', version: 1 };
    expect((await manager.put(`/api/tags/${id}`, change)).status).toBe(200);
    expect((await manager.put(`/api/tags/${id}`, change)).body.error).toBe('changed_since');
    expect((await manager.put(`/api/tags/${uuidv7()}`, change)).body.error).toBe('not_found');
    const { body } = await manager.get('/api/tags');
    expect(body.tags).toEqual([{ id, name: 'Call back', colour: 'violet', version: 2, loans: 0 }]);
    expect(await auditOf('change-tag')).toMatchObject([
      { before: { name: 'Callback' }, after: { name: 'Call back', colour: 'violet' } },
    ]);
  });

  it('appear in loan lists, on the loan and in the export, and filter them', async () => {
    const [first, second] = await arrangeHeld(2);
    const [vip, legal] = [await makeTag('VIP'), await makeTag('Legal')];
    await put(agent, [first?.id ?? ''], vip);
    await put(agent, [first?.id ?? '', second?.id ?? ''], legal);
    const list = (query: string) => agent.get(`/api/loans?view=all${query}`);
    const both = await list(`&tagIds=${vip},${legal}`);
    expect(both.body.sums.count).toBe(2);
    const named = await list(`&tagIds=${vip}`);
    expect(named.body.rows).toMatchObject([
      { id: first?.id, tags: [{ name: 'Legal', colour: 'teal' }, { name: 'VIP' }] },
    ]);
    const one = await agent.get(`/api/loans/${second?.id}`);
    expect(one.body.tags).toEqual([{ id: legal, name: 'Legal', colour: 'teal' }]);
    const { body } = await agent.post('/api/loans/export.csv', {
      filter: { view: 'all', tagIds: vip },
    });
    expect(String(body)).toContain('"Legal, VIP"');
    expect((await list('&tagIds=no-tag')).body.error).toBe('invalid_request');
  });

  it('are added to all matching loans, not counting loans that had the tag already', async () => {
    const loans = await arrangeHeld(3);
    const tagId = await makeTag('Campaign');
    await put(agent, [loans[0]?.id ?? ''], tagId);
    const all = { filter: { view: 'all' }, expectedCount: 3 };
    const answer = await manager.post('/api/loan-tags', { selection: all, putOn: [tagId] });
    expect(answer).toMatchObject({ status: 200, body: { count: 3, changed: 2 } });
    const off = await manager.post('/api/loan-tags', { selection: all, takeOff: [tagId] });
    expect(off.body).toEqual({ count: 3, changed: 3 });
    expect(await test.owner`select from loan_tags`).toHaveLength(0);
    expect(await auditOf('tag-loans')).toMatchObject([
      { subject: 'loan', after: { tag: 'Campaign', loans: 1 } },
      { subject: 'tag', after: { tag: 'Campaign', loans: 2 } },
      { subject: 'tag', before: { tag: 'Campaign', loans: 3 } },
    ]);
  });

  it('are refused for a changed or empty selection, a loan out of scope and an unknown tag', async () => {
    const [loan] = await arrangeHeld(1);
    const elsewhere = await arrangeLoan(test.owner, portfolio);
    const foreign = await arrangePortfolio(test.owner, 'foreign');
    const foreignManager = await test.signIn(foreign.manager.email);
    const { body: foreignTag } = await foreignManager.post('/api/tags', inputs('Foreign'));
    const tagId = await makeTag('VIP');
    const tag = (body: object) => agent.post('/api/loan-tags', body);
    const selection = { loanIds: [loan?.id ?? ''] };
    const refusals: readonly [object, string][] = [
      [{ selection: {}, putOn: [tagId] }, 'nothing_selected'],
      [{ selection }, 'tag_not_found'],
      [{ selection, putOn: [foreignTag.id] }, 'tag_not_found'],
      [{ selection: { loanIds: [elsewhere.id] }, putOn: [tagId] }, 'selection_changed'],
      [
        { selection: { filter: { view: 'all' }, expectedCount: 2 }, putOn: [tagId] },
        'selection_changed',
      ],
      [
        { selection: { filter: { view: 'all', status: 'closed' } }, putOn: [tagId] },
        'nothing_selected',
      ],
    ];
    for (const [body, error] of refusals) expect((await tag(body)).body.error).toBe(error);
    expect(await test.owner`select from loan_tags`).toHaveLength(0);
    expect((await agent.get('/api/tags')).body.tags).toHaveLength(1);
  });

  it('count the loans that the reader can see, and disappear from all loans when removed', async () => {
    const loans = await arrangeHeld(2);
    const elsewhere = await arrangeLoan(test.owner, portfolio);
    const tagId = await makeTag('VIP');
    const loanIds = [...loans, elsewhere].map(({ id }) => id);
    await put(manager, loanIds, tagId);
    expect((await agent.get('/api/tags')).body.tags).toMatchObject([{ loans: 2 }]);
    expect((await manager.get('/api/tags')).body.tags).toMatchObject([{ loans: 3 }]);
    const removed = await manager.post(`/api/tags/${tagId}/remove`);
    expect(removed).toMatchObject({ status: 200, body: { loans: 3 } });
    expect((await agent.get(`/api/loans/${loanIds[0]}`)).body.tags).toEqual([]);
    expect((await manager.post(`/api/tags/${tagId}/remove`)).body.error).toBe('not_found');
    expect(await auditOf('remove-tag')).toMatchObject([{ before: { name: 'VIP', loans: 3 } }]);
  });

  it('can be added by two users at once', async () => {
    const loans = await arrangeHeld(20);
    const tagId = await makeTag('VIP');
    const loanIds = loans.map(({ id }) => id);
    const answers = await Promise.all([
      put(manager, loanIds, tagId),
      put(agent, loanIds.toReversed(), tagId),
    ]);
    const changed: number[] = answers.map(({ body }) => body.changed);
    expect(changed.toSorted((left, right) => left - right)).toEqual([0, 20]);
    expect(await test.owner`select from loan_tags`).toHaveLength(20);
  });

  it('are removed once by two simultaneous requests, and then cannot be changed', async () => {
    const tagId = await makeTag('VIP');
    const hold = (transaction: Transaction) =>
      transaction`select from tags where id = ${tagId} for update`;
    const remove = (client: TestClient) => client.post(`/api/tags/${tagId}/remove`);
    const change = { name: 'V.I.P.', colour: 'teal', version: 1 };
    const answers = await meetAt(test.owner, hold, [
      () => remove(manager),
      () => remove(manager),
      () => manager.put(`/api/tags/${tagId}`, change),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 404, 404]);
    expect(await auditOf('remove-tag')).toHaveLength(1);
    expect(await auditOf('change-tag')).toHaveLength(0);
  });
});
