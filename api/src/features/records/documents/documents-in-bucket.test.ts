import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { uuidv7 } from 'uuidv7';
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { placeWithin, type BucketPlace } from '../../../platform/document-place.ts';
import { arrangeLoan, arrangePortfolio, type TestPortfolio } from '../../../testing/arrange.ts';
import { startBucketServer, type BucketServer } from '../../../testing/bucket-server.ts';
import { createBareDatabase, createTestDatabase } from '../../../testing/test-database.ts';
import { createTestApp, type TestApp, type TestClient } from '../../../testing/test-app.ts';
import { restoreBackup } from '../../control/backups/restore-backup.ts';
import { takeBackup } from '../../control/backups/take-backup.ts';
import { claimDocumentFolder } from './claim-document-folder.ts';
import { openDocumentFolder } from './document-folder.ts';
import { openFileStore } from './file-store.ts';
import { sweepDocuments } from './sweep-documents.ts';

const pdf = Buffer.from('%PDF-1.7\nnot much of one');
const now = new Date('2026-06-15T12:00:00Z');

describe('documents in a bucket', () => {
  let server: BucketServer;
  let test: TestApp;
  let place: BucketPlace;
  let portfolio: TestPortfolio;
  let agent: TestClient;
  let loanId: string;
  beforeEach(async () => {
    server = await startBucketServer();
    test = await createTestApp({ bucket: server.bucket });
    place = { bucket: server.bucket, prefix: '', uploads: test.documentsFolder };
    portfolio = await arrangePortfolio(test.owner);
    agent = await test.signIn(portfolio.team.agent.email);
    const holder = { teamId: portfolio.team.id, agentId: portfolio.team.agent.id };
    loanId = (await arrangeLoan(test.owner, portfolio, holder)).id;
  });

  afterEach(() => server.close());

  const send = async (id: string, content = pdf) => {
    const response = await test.app.server.inject({
      method: 'POST',
      url: `/api/documents?${new URLSearchParams({ id, loanId, fileName: 'Pay slip.pdf' }).toString()}`,
      cookies: { ...agent.cookies },
      headers: {
        'x-xsrf-token': agent.cookies['XSRF-TOKEN'] ?? '',
        'content-type': 'application/octet-stream',
      },
      payload: content,
    });
    return { status: response.statusCode, body: response.json() };
  };
  const fetchBytes = (id: string) =>
    test.app.server.inject({
      method: 'GET',
      url: `/api/documents/${id}/content`,
      cookies: { ...agent.cookies },
    });
  const keyOf = (id: string) => ({ portfolioId: portfolio.id, id });
  const countRows = async () => (await test.owner`select from documents`).length;

  it('are filed once, downloaded byte for byte, and gone once withdrawn', async () => {
    const id = uuidv7();
    expect(await send(id)).toEqual({ status: 200, body: { id, replayed: false } });
    expect(await send(id)).toEqual({ status: 200, body: { id, replayed: true } });
    expect((await fetchBytes(id)).rawPayload.equals(pdf)).toBe(true);
    expect(readdirSync(join(test.documentsFolder, 'incoming'))).toEqual([]);
    const body = { reason: 'Of another borrower' };
    expect((await agent.post(`/api/documents/${id}/withdraw`, body)).status).toBe(200);
    expect(await openDocumentFolder(place).has(keyOf(id))).toBe(false);
  });

  it('answer differently if the bytes are missing and if they are others', async () => {
    const [lost, changed] = [uuidv7(), uuidv7()];
    await send(lost);
    await send(changed);
    await openDocumentFolder(place).remove(keyOf(lost));
    const name = `${portfolio.id}/${changed.slice(-2)}/${changed}`;
    await openFileStore(place).replaceText(name, 'other bytes');
    expect((await fetchBytes(lost)).json().error).toBe('document_missing');
    expect((await fetchBytes(changed)).json().error).toBe('document_damaged');
  });

  it('never replace other bytes that an interrupted attempt has left', async () => {
    const id = uuidv7();
    const name = `${portfolio.id}/${id.slice(-2)}/${id}`;
    await openFileStore(place).replaceText(name, 'of an attempt before');
    expect(await send(id)).toMatchObject({ body: { error: 'id_reused_with_different_content' } });
    expect(await countRows()).toBe(0);
  });

  it('are refused while the store is away, and filed by the same request later', async () => {
    const id = uuidv7();
    await server.stop();
    expect(await send(id)).toMatchObject({ status: 503, body: { error: 'documents_unreachable' } });
    expect(await countRows()).toBe(0);
    await server.restart();
    expect(await send(id)).toMatchObject({ status: 200 });
    await server.stop();
    expect((await fetchBytes(id)).json().error).toBe('documents_unreachable');
    await server.restart();
    expect((await fetchBytes(id)).rawPayload.equals(pdf)).toBe(true);
  });

  it('are withdrawn while the store is away, and removed by the same request later', async () => {
    test.app.server.log.level = 'silent';
    const id = uuidv7();
    await send(id);
    const withdraw = () =>
      agent.post(`/api/documents/${id}/withdraw`, { reason: 'Of another borrower' });
    await server.stop();
    expect(await withdraw()).toEqual({ status: 200, body: { id } });
    await server.restart();
    expect((await fetchBytes(id)).statusCode).toBe(404);
    expect(await openDocumentFolder(place).has(keyOf(id))).toBe(true);
    expect(await withdraw()).toEqual({ status: 200, body: { id } });
    expect(await openDocumentFolder(place).has(keyOf(id))).toBe(false);
    const events = await test.owner`
      select from audit_events where event = 'withdraw-document'`;
    expect(events).toHaveLength(1);
  });

  it('are swept if they were withdrawn while the store was away', async () => {
    test.app.server.log.level = 'silent';
    const id = uuidv7();
    await send(id);
    await server.stop();
    await agent.post(`/api/documents/${id}/withdraw`, { reason: 'Of another borrower' });
    await server.restart();
    const folder = openDocumentFolder(place);
    const later = new Date(Date.now() + 2 * 3_600_000);
    expect(await sweepDocuments(test.database, { folder, now: later })).toBe(1);
    expect(await folder.has(keyOf(id))).toBe(false);
  });

  it('are swept if no row names them, and only then', async () => {
    const [filed, orphan] = [uuidv7(), uuidv7()];
    await send(filed);
    const name = `${portfolio.id}/${orphan.slice(-2)}/${orphan}`;
    await openFileStore(place).replaceText(name, 'left over');
    await openFileStore(placeWithin(place, 'chats')).replaceText(name, 'of a chat');
    const folder = openDocumentFolder(place);
    expect(await sweepDocuments(test.database, { folder, now: new Date() })).toBe(0);
    const later = new Date(Date.now() + 2 * 3_600_000);
    expect(await sweepDocuments(test.database, { folder, now: later })).toBe(1);
    expect(await folder.has(keyOf(filed))).toBe(true);
    expect(await openFileStore(placeWithin(place, 'chats')).has(name)).toBe(true);
  });

  it('refuse a bucket that belongs to other books, has none, or does not accept the key', async () => {
    const own = { ...place, prefix: `${uuidv7()}/` };
    const claim = (documentPlace: BucketPlace) =>
      claimDocumentFolder(test.owner, { documentPlace, isMoved: false, now });
    expect(await claim(own)).toEqual({ ok: true });
    expect(await claim(own)).toEqual({ ok: true });
    expect(await claim({ ...own, prefix: `${uuidv7()}/` })).toMatchObject({
      problem: expect.stringMatching(/^http.* has no marker of theirs\. Set DOCUMENTS_S3_URL/),
    });
    const stranger = await createTestDatabase();
    const claimed = { documentPlace: own, isMoved: false, now };
    expect(await claimDocumentFolder(stranger.owner, claimed)).toMatchObject({
      problem: expect.stringContaining('belong to other books'),
    });
    const bucket = { ...server.bucket, accessKeyId: 'UNKNOWN' };
    expect(await claim({ ...own, bucket })).toMatchObject({
      problem: expect.stringMatching(/cannot be used: .*403/),
    });
    const elsewhere = { ...server.bucket, address: server.bucket.address.replace(/\w+$/, 'none') };
    const isNew = { documentPlace: { ...own, bucket: elsewhere }, isMoved: true, now };
    expect(await claimDocumentFolder(test.owner, isNew)).toMatchObject({
      problem: expect.stringMatching(/cannot be used: .*404/),
    });
  });

  it('are backed up from a bucket and restored into another', async () => {
    const id = uuidv7();
    await send(id);
    const home = mkdtempSync(join(tmpdir(), 'bursar-bucket-backup-'));
    onTestFinished(() => rmSync(home, { recursive: true }));
    const path = join(home, 'backup');
    expect(await takeBackup(test.owner, { path, documentPlace: place })).toMatchObject({
      ok: true,
      lost: [],
    });
    const { owner } = await createBareDatabase();
    const target = { ...place, prefix: `${uuidv7()}/` };
    const options = { path, documentPlace: target, now, report: () => undefined };
    expect(await restoreBackup(owner, options)).toMatchObject({ strangers: 0 });
    expect(await openDocumentFolder(target).has(keyOf(id))).toBe(true);
  });
});
