import { addDays, type CalendarDate } from '@bursar/loan-maths';
import {
  openDocumentFolder,
  type DocumentFolder,
} from '../features/records/documents/document-folder.ts';
import { insertDocument } from '../features/records/documents/documents.store.ts';
import { loanReference } from '../features/servicing/loan-lists/loans.store.ts';
import type { DocumentPlace } from '../platform/document-place.ts';
import type { Transaction } from '../platform/database.ts';
import type { DemoPeople } from './demo-people.ts';
import { momentOf } from './placed-loan.ts';
import type { Random } from './random.ts';

type Filing = {
  readonly people: DemoPeople;
  readonly random: Random;
  readonly today: CalendarDate;
  readonly documentPlace: DocumentPlace;
};

type FiledLoan = { readonly loanId: string; readonly number: number; readonly agentId: string };

const LOANS_WITH_DOCUMENTS = 5;

/**
 * Adds a loan agreement and a proof of income to the agents' newest active loans that were
 * disbursed more than 60 days ago.
 */
export async function addDemoDocuments(transaction: Transaction, filing: Filing): Promise<void> {
  const { people, today } = filing;
  const folder = openDocumentFolder(filing.documentPlace);
  const loans = await transaction<FiledLoan[]>`
    select state.loan_id, loan.reference_number as number, state.agent_id
    from loan_state state
    join loans loan on loan.portfolio_id = state.portfolio_id and loan.id = state.loan_id
    where state.portfolio_id = ${people.portfolioId} and state.status = 'active'
      and state.agent_id is not null and loan.disbursed_on < ${addDays(today, -60)}
    order by loan.reference_number desc limit ${LOANS_WITH_DOCUMENTS}`;
  for (const [place, loan] of loans.entries()) {
    for (const [name, title] of kinds) {
      await fileDemoDocument(transaction, { ...filing, folder, loan, name, title, place });
    }
  }
}

const kinds = [
  ['Loan agreement.pdf', 'Loan agreement'],
  ['Proof of income.pdf', 'Proof of income'],
] as const;

type Filed = Filing & {
  readonly folder: DocumentFolder;
  readonly loan: FiledLoan;
  readonly name: string;
  readonly title: string;
  readonly place: number;
};

async function fileDemoDocument(
  transaction: Transaction,
  { folder, loan, name, title, place, people, random, today }: Filed,
): Promise<void> {
  const at = momentOf(addDays(today, -30 + place), 11, random.between(0, 59));
  const document = { portfolioId: people.portfolioId, id: random.uuid(at) };
  const content = pdfOf(`${title}, loan ${loanReference(loan.number)}`);
  const file = await folder.receive(oneChunk(content), content.length);
  if (!file) throw new Error('a document of the demo is larger than its own size');
  const { sha256, bytes } = file;
  await folder.keep(file.path, { ...document, sha256 });
  await folder.discard(file);
  await insertDocument(transaction, {
    ...document,
    loanId: loan.loanId,
    name,
    mediaType: 'application/pdf',
    bytes,
    sha256,
    scan: 'not-scanned',
    filedBy: loan.agentId,
    filedAt: at.toISOString(),
  });
}

async function* oneChunk(content: Buffer): AsyncIterable<Buffer> {
  yield content;
}

/** Returns a PDF of one page with one line of text. */
function pdfOf(line: string): Buffer {
  const text = `BT /F1 18 Tf 72 720 Td (${line}) Tj ET`;
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${text.length} >>\nstream\n${text}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ];
  let pdf = '%PDF-1.4\n';
  const offsets = objects.map((object, at) => {
    const offset = pdf.length;
    pdf += `${at + 1} 0 obj\n${object}\nendobj\n`;
    return offset;
  });
  const rows = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  const count = objects.length + 1;
  const table = `xref\n0 ${count}\n0000000000 65535 f \n${rows}`;
  const trailer = `trailer\n<< /Size ${count} /Root 1 0 R >>\nstartxref\n${pdf.length}\n%%EOF\n`;
  return Buffer.from(pdf + table + trailer, 'latin1');
}
