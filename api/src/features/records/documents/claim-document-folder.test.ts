import { mkdtempSync, rmSync } from 'node:fs';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { uuidv7 } from 'uuidv7';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { arrangeLoan, arrangePortfolio } from '../../../testing/arrange.ts';
import { createTestDatabase, type TestDatabase } from '../../../testing/test-database.ts';
import { checkDocumentFolder, claimDocumentFolder } from './claim-document-folder.ts';
import { insertDocument } from './documents.store.ts';

const now = new Date('2026-06-15T12:00:00Z');

describe('the documents folder at a start', () => {
  let test: TestDatabase;
  let folder: string;
  let other: string;
  beforeEach(async () => {
    test = await createTestDatabase();
    [folder, other] = [newFolder(), newFolder()];
  });
  afterEach(() => [folder, other].forEach((one) => rmSync(one, { recursive: true, force: true })));

  const claim = (documentsFolder: string, isMoved = false) =>
    claimDocumentFolder(test.owner, { documentPlace: documentsFolder, isMoved, now });
  const check = (documentsFolder: string) => checkDocumentFolder(test.owner, documentsFolder);
  const markerOf = (at: string) => readFile(join(at, 'installation.id'), 'utf8');
  const refused = (sentence: string) => ({
    ok: false,
    problem: expect.stringContaining(sentence),
  });

  it('is marked at the first start, also if it does not exist yet', async () => {
    const missing = join(folder, 'documents');
    expect(await check(missing)).toEqual({ ok: true });
    expect(await claim(missing)).toEqual({ ok: true });
    const [row] = await test.owner<{ id: string }[]>`select id from document_folder`;
    expect(await markerOf(missing)).toBe(`${row?.id}\n`);
    expect(await claim(missing)).toEqual({ ok: true });
    expect(await check(missing)).toEqual({ ok: true });
  });

  it('is refused at a node with a folder of its own', async () => {
    await claim(folder);
    expect(await claim(other)).toEqual(refused('it has no marker of theirs. Mount the documents'));
    expect(await check(other)).toEqual(refused(`${other} is not the documents folder`));
  });

  it('is refused if it belongs to other books, also by a database that is new', async () => {
    const books = await createTestDatabase();
    await claimDocumentFolder(books.owner, { documentPlace: other, isMoved: false, now });
    expect(await claim(other)).toEqual(refused(`The documents in ${other} belong to other books.`));
    expect(await test.owner`select from document_folder`).toHaveLength(0);
    await claim(folder);
    expect(await claim(other)).toEqual(refused('belong to other books.'));
  });

  it('is accepted without its marker if the operator says so', async () => {
    await claim(folder);
    const marker = await markerOf(folder);
    expect(await claim(other, true)).toEqual({ ok: true });
    expect(await markerOf(other)).toBe(marker);
    expect(await claim(other)).toEqual({ ok: true });
  });

  it('gets the marker that an interrupted start did not write', async () => {
    await claim(folder);
    await test.owner`update document_folder set placed_at = null`;
    await rm(join(folder, 'installation.id'));
    expect(await claim(folder)).toEqual({ ok: true });
    await test.owner`update document_folder set placed_at = null`;
    expect(await claim(folder)).toEqual({ ok: true });
    expect(await claim(other)).toEqual(refused('it has no marker of theirs'));
  });

  it('of books of an earlier version is the one with their documents', async () => {
    const portfolio = await arrangePortfolio(test.owner);
    const { id: loanId } = await arrangeLoan(test.owner, portfolio, {});
    const [portfolioId, id] = [portfolio.id, uuidv7()];
    await test.owner.begin((transaction) =>
      insertDocument(transaction, {
        portfolioId,
        id,
        loanId,
        name: 'slip.pdf',
        mediaType: 'application/pdf',
        bytes: 4,
        sha256: Buffer.alloc(32),
        scan: 'clean',
        filedBy: portfolio.manager.id,
        filedAt: now.toISOString(),
      }),
    );
    const place = join(folder, portfolioId, id.slice(-2));
    await mkdir(place, { recursive: true });
    await writeFile(join(place, id), '%PDF');
    expect(await claim(other)).toEqual(refused('has no document of these books'));
    expect(await claim(folder)).toEqual({ ok: true });
  });

  it('that cannot be used is named with the reason', async () => {
    await writeFile(join(folder, 'file'), '');
    expect(await claim(join(folder, 'file', 'documents'))).toEqual(
      refused('a part of that path is a file, not a folder'),
    );
  });
});

const newFolder = (): string => mkdtempSync(join(tmpdir(), 'bursar-claims-'));
