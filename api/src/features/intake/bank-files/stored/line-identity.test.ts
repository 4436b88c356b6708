import { expect, it } from 'vitest';
import type { ReadLine } from '../read/bank-line.ts';
import { paymentIdOf, planLines, type KnownLine } from './line-identity.ts';

const portfolioId = 'a-portfolio';

const lineOf = (id: string, bookedOn: string): ReadLine & { id: string } => ({
  id,
  account: 'AE070331234567890123456',
  bankId: 'REUSED0001',
  bookedOn,
  valueOn: bookedOn,
  amountMinor: 1_800,
  currency: 'USD',
  debtorName: 'Ada',
  payerAccount: '',
  remittance: '',
  leftOut: null,
  mark: '',
  row: id,
});

const knownOf = (line: ReadLine & { id: string }, paymentId: string): KnownLine => ({
  ...line,
  bankFileId: `file of ${line.id}`,
  paymentId,
  format: 'camt.053',
  fileSha256: Buffer.from(line.id),
  firstOn: line.bookedOn,
  lastOn: line.bookedOn,
});

it('one earlier line is repeated by one line of a file, also if the bank uses its id again', async () => {
  const [may, june] = [lineOf('may', '2026-05-10'), lineOf('june', '2026-06-10')];
  const known = [knownOf(may, paymentIdOf(portfolioId, may)), knownOf(june, 'another id')];
  const file = {
    portfolioId,
    bankFileId: 'new',
    format: 'camt.053',
    fileSha256: Buffer.from('new'),
  } as const;
  const lines = [lineOf('first', '2026-06-10'), lineOf('second', '2026-06-10')];
  expect(await planLines(lines, known, file)).toMatchObject([
    { duplicateOf: 'june' },
    { duplicateOf: null, possibleDuplicateOf: 'june' },
  ]);
});
