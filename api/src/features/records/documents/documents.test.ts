import {
  chmod,
  mkdir,
  open,
  readdir,
  readFile,
  rename,
  rm,
  utimes,
  writeFile,
} from 'node:fs/promises';
import { request } from 'node:http';
import { join } from 'node:path';
import { uuidv7 } from 'uuidv7';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { documentBytesMax } from '@bursar/contracts/records/document-types';
import { arrangeLoan, arrangePortfolio, type TestPortfolio } from '../../../testing/arrange.ts';
import { createTestApp, type TestApp, type TestClient } from '../../../testing/test-app.ts';
import { writeWorkbook } from '../../../testing/write-workbook.ts';
import { openDocumentFolder } from './document-folder.ts';
import { placeFormerDocuments, sweepDocuments } from './sweep-documents.ts';

const pdf = Buffer.from('%PDF-1.7\nnot much of one');
const png = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1, 2, 3]);

describe('documents of a loan', () => {
  let test: TestApp;
  let portfolio: TestPortfolio;
  let agent: TestClient;
  let loanId: string;
  const arrange = async (options: Parameters<typeof createTestApp>[0]) => {
    test = await createTestApp(options);
    portfolio = await arrangePortfolio(test.owner);
    agent = await test.signIn(portfolio.team.agent.email);
    const holder = { teamId: portfolio.team.id, agentId: portfolio.team.agent.id };
    loanId = (await arrangeLoan(test.owner, portfolio, holder)).id;
  };
  beforeEach(() => arrange({}));

  type Sending = { client?: TestClient; id?: string; name?: string; to?: string };
  const send = async (content: Buffer, sending: Sending = {}) => {
    const { client = agent, id = uuidv7(), name = 'Pay slip.pdf', to = loanId } = sending;
    const response = await test.app.server.inject({
      method: 'POST',
      url: `/api/documents?${new URLSearchParams({ id, loanId: to, fileName: name }).toString()}`,
      cookies: { ...client.cookies },
      headers: {
        'x-xsrf-token': client.cookies['XSRF-TOKEN'] ?? '',
        'content-type': 'application/octet-stream',
      },
      payload: content,
    });
    return { status: response.statusCode, body: response.json() };
  };
  const fetchBytes = (id: string, client = agent) =>
    test.app.server.inject({
      method: 'GET',
      url: `/api/documents/${id}/content`,
      cookies: { ...client.cookies },
    });
  const listOf = async (client: TestClient) =>
    (await client.get(`/api/loans/${loanId}/documents`)).body.documents;
  const filesOnDisk = async () => {
    const entries = await readdir(test.documentsFolder, { recursive: true, withFileTypes: true });
    return entries.filter((entry) => entry.isFile()).map((entry) => entry.name);
  };
  const placeOf = (id: string, portfolioId = portfolio.id) =>
    join(test.documentsFolder, portfolioId, id.slice(-2), id);
  const countRows = async () => (await test.owner`select from documents`).length;

  it('are downloaded byte for byte by users with the loan in scope', async () => {
    const id = uuidv7();
    const filed = await send(pdf, { id, name: 'كشف "1".pdf' });
    expect(filed).toEqual({ status: 200, body: { id, replayed: false } });
    const desk = await test.signIn(portfolio.team.desk.email);
    const answer = await fetchBytes(id, desk);
    expect(answer.rawPayload.equals(pdf)).toBe(true);
    expect(answer.headers).toMatchObject({
      'content-type': 'application/octet-stream',
      'content-length': String(pdf.length),
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
      'content-disposition': expect.stringMatching(/^attachment; filename="[\x20-\x7e]+\.pdf"/),
    });
    expect(await listOf(desk)).toMatchObject([
      {
        id,
        name: 'كشف "1".pdf',
        mediaType: 'application/pdf',
        bytes: pdf.length,
        scan: 'not-scanned',
        filedBy: { name: 'delta-agent one' },
        withdrawn: null,
      },
    ]);
    expect(await filesOnDisk()).toEqual([id]);
    const audit = await test.owner`
      select subject_id, after from audit_events where event = 'file-document'`;
    expect(audit).toMatchObject([
      { subjectId: loanId, after: { documentId: id, bytes: pdf.length, scan: 'not-scanned' } },
    ]);
  });

  it('are refused with a named failure if the disk is full, and leave nothing behind', async () => {
    const handle = await open(join(test.documentsFolder, 'probe'), 'w');
    await handle.close();
    await rm(join(test.documentsFolder, 'probe'));
    const full = Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });
    const writing = vi.spyOn(Object.getPrototypeOf(handle), 'writeFile').mockRejectedValue(full);
    const answer = await send(pdf);
    writing.mockRestore();
    expect(answer).toMatchObject({ status: 507, body: { error: 'storage_full' } });
    expect(await filesOnDisk()).toEqual([]);
    expect((await send(pdf)).status).toBe(200);
  });

  it('are recognised by their content and name together', async () => {
    const workbook = writeWorkbook({ rows: [['a'], ['b']] });
    const taken: readonly [Buffer, string, string][] = [
      [png, 'card.PNG', 'image/png'],
      [Buffer.from([0xff, 0xd8, 0xff, 0xe0]), 'card.jpeg', 'image/jpeg'],
      [Buffer.from('a,b\n1,2\n'), 'list.csv', 'text/csv'],
      [Buffer.from('مرحبا\n'), 'words.txt', 'text/plain'],
      [workbook, 'book.xlsx', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
    ];
    for (const [content, name] of taken) expect((await send(content, { name })).status).toBe(200);
    const types = (await listOf(agent)).map((one: { mediaType: string }) => one.mediaType);
    expect(types.toSorted()).toEqual(taken.map(([, , type]) => type).toSorted());
    const refused: readonly [Buffer, string][] = [
      [png, 'card.pdf'],
      [Buffer.from('<script>'), 'page.html'],
      [Buffer.from('MZ\0\0'), 'tool.txt'],
      [workbook, 'book.docx'],
      [Buffer.from('PK\u0003\u0004 broken'), 'book.xlsx'],
      [pdf, 'no ending'],
    ];
    for (const [content, name] of refused) {
      const answer = await send(content, { name });
      expect([name, answer.status, answer.body.error]).toEqual([
        name,
        400,
        'document_type_not_allowed',
      ]);
    }
    expect((await send(Buffer.alloc(0))).body.error).toBe('document_is_empty');
    expect(await filesOnDisk()).toHaveLength(taken.length);
  });

  it('are stored once, even if sent repeatedly', async () => {
    const id = uuidv7();
    const answers = await Promise.all([send(pdf, { id }), send(pdf, { id })]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(answers.filter(({ body }) => body.replayed)).toHaveLength(1);
    const other = await send(Buffer.from('%PDF-other'), { id });
    expect(other).toMatchObject({
      status: 409,
      body: { error: 'id_reused_with_different_content' },
    });
    expect(await filesOnDisk()).toEqual([id]);
    expect(await countRows()).toBe(1);
    expect((await fetchBytes(id)).rawPayload.equals(pdf)).toBe(true);
  });

  it('are found and remain after a sweep if their id was sent in capitals', async () => {
    const id = uuidv7();
    const filed = await send(pdf, { id: id.toUpperCase(), to: loanId.toUpperCase() });
    expect(filed).toEqual({ status: 200, body: { id, replayed: false } });
    expect((await send(pdf, { id })).body).toEqual({ id, replayed: true });
    const folder = openDocumentFolder(test.documentsFolder);
    const now = new Date(Date.now() + 2 * 3_600_000);
    expect(await sweepDocuments(test.database, { folder, now })).toBe(0);
    expect((await fetchBytes(id)).rawPayload.equals(pdf)).toBe(true);
  });

  it('are hidden together with their loan', async () => {
    const id = uuidv7();
    await send(pdf, { id });
    const stranger = await test.signIn(portfolio.otherTeam.agent.email);
    expect((await send(pdf, { client: stranger })).status).toBe(404);
    expect((await fetchBytes(id, stranger)).statusCode).toBe(404);
    const withdrawn = await stranger.post(`/api/documents/${id}/withdraw`, { reason: 'x' });
    expect(withdrawn.status).toBe(404);
    expect(await filesOnDisk()).toEqual([id]);
  });

  it('are listed together for a borrower, limited to the loans that the reader can see', async () => {
    const { id: borrowerId } = (await agent.get(`/api/loans/${loanId}`)).body.borrower;
    const other = await arrangeLoan(test.owner, portfolio);
    await test.owner`update loans set borrower_id = ${borrowerId} where id = ${other.id}`;
    const manager = await test.signIn(portfolio.manager.email);
    await send(pdf, { client: manager });
    await send(png, { client: manager, to: other.id, name: 'Passport.png' });
    const listFor = (client: TestClient) => client.get(`/api/borrowers/${borrowerId}/documents`);
    expect((await listFor(agent)).body.documents).toMatchObject([
      { name: 'Pay slip.pdf', loan: { id: loanId, reference: 'L-000001' } },
    ]);
    expect((await listFor(manager)).body.documents).toMatchObject([
      { name: 'Passport.png', loan: { id: other.id } },
      { name: 'Pay slip.pdf', loan: { id: loanId } },
    ]);
    const stranger = await test.signIn(portfolio.otherTeam.agent.email);
    expect((await listFor(stranger)).status).toBe(404);
  });

  it('of another portfolio are never overwritten by a chosen id', async () => {
    const id = uuidv7();
    await send(pdf, { id });
    const other = await arrangePortfolio(test.owner, 'two');
    const stranger = await test.signIn(other.manager.email);
    const { id: to } = await arrangeLoan(test.owner, other, {});
    expect((await send(png, { client: stranger, id, to, name: 'card.png' })).status).toBe(200);
    expect((await fetchBytes(id)).rawPayload.equals(pdf)).toBe(true);
    expect((await fetchBytes(id, stranger)).rawPayload.equals(png)).toBe(true);
    await stranger.post(`/api/documents/${id}/withdraw`, { reason: 'Not needed' });
    expect((await fetchBytes(id)).rawPayload.equals(pdf)).toBe(true);
    expect((await fetchBytes(id, stranger)).statusCode).toBe(404);
  });

  it('are not served if their bytes were changed or lost on disk', async () => {
    const id = uuidv7();
    await send(pdf, { id });
    await writeFile(placeOf(id), 'something else');
    expect((await fetchBytes(id)).json().error).toBe('document_damaged');
    await rm(placeOf(id));
    expect((await fetchBytes(id)).json().error).toBe('document_missing');
  });

  it('continue with the bytes of an interrupted upload, and never overwrite others', async () => {
    const [id, foreign] = [uuidv7(), uuidv7()];
    await mkdir(join(placeOf(id), '..'), { recursive: true });
    await mkdir(join(placeOf(foreign), '..'), { recursive: true });
    await writeFile(placeOf(id), pdf);
    await writeFile(placeOf(foreign), 'of someone');
    expect((await send(pdf, { id })).status).toBe(200);
    expect((await send(pdf, { id: foreign })).status).toBe(409);
    expect(await readFile(placeOf(foreign), 'utf8')).toBe('of someone');
    expect(await countRows()).toBe(1);
  });

  it('stored by a version without portfolio folders are found after a start', async () => {
    const [id, shared] = [uuidv7(), uuidv7()];
    const other = await arrangePortfolio(test.owner, 'two');
    const stranger = await test.signIn(other.manager.email);
    const { id: to } = await arrangeLoan(test.owner, other, {});
    await send(pdf, { id });
    await send(pdf, { id: shared });
    await send(png, { client: stranger, id: shared, to, name: 'card.png' });
    const formerPlace = (one: string) => join(test.documentsFolder, one.slice(-2), one);
    for (const one of [id, shared]) await mkdir(join(formerPlace(one), '..'), { recursive: true });
    await rename(placeOf(id), formerPlace(id));
    // Earlier releases overwrote a file when another portfolio used the same id.
    await rm(placeOf(shared));
    await rename(placeOf(shared, other.id), formerPlace(shared));
    const orphan = formerPlace(uuidv7());
    await mkdir(join(orphan, '..'), { recursive: true });
    await writeFile(orphan, 'left over');
    const folder = openDocumentFolder(test.documentsFolder);
    const now = new Date(Date.now() + 2 * 3_600_000);
    expect(await placeFormerDocuments(test.database, { folder, now })).toBe(2);
    expect((await fetchBytes(id)).rawPayload.equals(pdf)).toBe(true);
    expect((await fetchBytes(shared, stranger)).rawPayload.equals(png)).toBe(true);
    expect((await fetchBytes(shared)).json().error).toBe('document_missing');
    expect((await filesOnDisk()).toSorted()).toEqual([id, shared].toSorted());
  });

  it('are refused above the size limit, and leave nothing behind', async () => {
    const answer = await send(Buffer.concat([pdf, Buffer.alloc(documentBytesMax)]));
    expect(answer).toMatchObject({ status: 413, body: { error: 'body_too_large' } });
    expect(await filesOnDisk()).toEqual([]);
    expect(await countRows()).toBe(0);
  });

  it('leave nothing behind if the connection breaks', async () => {
    const address = new URL(await test.app.server.listen({ port: 0 }));
    const query = new URLSearchParams({ id: uuidv7(), loanId, fileName: 'half.pdf' }).toString();
    const cookie = Object.entries(agent.cookies).map(([name, value]) => `${name}=${value}`);
    const sending = request({
      host: address.hostname,
      port: address.port,
      method: 'POST',
      path: `/api/documents?${query}`,
      headers: {
        cookie: cookie.join('; '),
        'x-xsrf-token': agent.cookies['XSRF-TOKEN'] ?? '',
        'content-type': 'application/octet-stream',
        'content-length': 1_000_000,
      },
    });
    sending.on('error', () => undefined);
    sending.write(pdf);
    await expect.poll(filesOnDisk).toHaveLength(1);
    sending.destroy();
    await expect.poll(filesOnDisk).toEqual([]);
    expect(await countRows()).toBe(0);
  });

  it('are withdrawn by their author or the manager, which deletes the bytes but not the record', async () => {
    const [own, others] = [uuidv7(), uuidv7()];
    const desk = await test.signIn(portfolio.team.desk.email);
    const manager = await test.signIn(portfolio.manager.email);
    await send(pdf, { id: own });
    await send(png, { id: others, name: 'card.png', client: desk });
    const withdraw = (client: TestClient, id: string, reason: string) =>
      client.post(`/api/documents/${id}/withdraw`, { reason });
    expect((await withdraw(agent, own, ' ')).body.error).toBe('reason_missing');
    expect((await withdraw(agent, others, 'x')).body.error).toBe('document_not_yours');
    expect((await withdraw(agent, own, 'Another borrower’s')).status).toBe(200);
    expect((await withdraw(agent, own, 'Again')).body.error).toBe('document_already_withdrawn');
    expect((await withdraw(manager, others, 'Not needed')).status).toBe(200);
    expect(await filesOnDisk()).toEqual([]);
    expect((await fetchBytes(own)).statusCode).toBe(404);
    expect((await listOf(agent)).find(({ id }: { id: string }) => id === own)).toMatchObject({
      name: 'Pay slip.pdf',
      withdrawn: { reason: 'Another borrower’s', by: 'delta-agent one' },
    });
    const audit = await test.owner`
      select after from audit_events where event = 'withdraw-document' order by at`;
    expect(audit).toHaveLength(2);
  });

  it('are removed from disk if their upload was interrupted, and no others', async () => {
    const id = uuidv7();
    await send(pdf, { id });
    const orphan = join(placeOf(id), '..', uuidv7());
    const unfinished = join(test.documentsFolder, 'incoming', uuidv7());
    const fresh = join(test.documentsFolder, 'incoming', uuidv7());
    for (const path of [orphan, unfinished, fresh]) await writeFile(path, 'left over');
    const now = new Date();
    const longAgo = new Date(now.getTime() - 2 * 3_600_000);
    const filed = placeOf(id);
    for (const path of [orphan, unfinished, filed]) await utimes(path, longAgo, longAgo);
    const folder = openDocumentFolder(test.documentsFolder);
    expect(await sweepDocuments(test.database, { folder, now })).toBe(2);
    expect(await readFile(filed)).toEqual(pdf);
    expect(await filesOnDisk()).toHaveLength(2);
  });

  it('are stored only if the operator’s scanner accepts them', async () => {
    const scanner = join(test.documentsFolder, 'scanner');
    const script = [
      '#!/bin/sh',
      'grep -q VIRUS "$2" && exit 1',
      'grep -q AWAY "$2" && exit 2',
      'test "$1" = --quiet',
    ];
    await writeFile(scanner, script.join('\n'));
    await chmod(scanner, 0o700);
    await arrange({ scanCommand: [scanner, '--quiet'] });
    expect((await send(pdf)).status).toBe(200);
    expect(await listOf(agent)).toMatchObject([{ scan: 'clean' }]);
    const infected = await send(Buffer.from('%PDF- VIRUS'));
    expect(infected).toMatchObject({ status: 409, body: { error: 'document_is_infected' } });
    const away = await send(Buffer.from('%PDF- AWAY'));
    expect(away).toMatchObject({ status: 503, body: { error: 'scan_failed' } });
    expect(await countRows()).toBe(1);
    expect(await filesOnDisk()).toHaveLength(1);
  });
});
