import { uuidv7 } from 'uuidv7';
import { openOffice, type Office } from './open-office.ts';
import type { TestApp, TestAnswer, TestClient } from './test-app.ts';

/** One instalment of a test loan, in the format of a bank file. */
export const DUE = '106.62';

export const referenceOf = ({ number }: { readonly number: number }): string =>
  `L-${String(number).padStart(6, '0')}`;

/** Answers that all rows are received payments, because the test rows have no direction column. */
const allReceived = { direction: 'received' };

/** An office whose manager works with the portfolio's bank files. */
export type BankOffice = Office & {
  readonly manager: TestClient;
  /** Returns a unique bank id for a line. */
  readonly bankId: () => string;
  readonly upload: (
    content: string | Buffer,
    options?: {
      client?: TestClient;
      id?: string;
      fileName?: string;
      answers?: Readonly<Record<string, string>>;
    },
  ) => Promise<TestAnswer>;
  /** Uploads a CSV export with these rows; returns the file's id. */
  readonly uploadRows: (...rows: readonly string[]) => Promise<string>;
  readonly linesOf: (fileId: string) => Promise<TestAnswer['body'][]>;
  readonly lineOf: (fileId: string) => Promise<TestAnswer['body']>;
  readonly decide: (fileId: string, lineId: string, body: object) => Promise<TestAnswer>;
};

export async function openBankOffice(): Promise<BankOffice> {
  const office = await openOffice();
  const manager = await office.signIn('manager');
  const upload: BankOffice['upload'] = (
    content,
    { client = manager, id = uuidv7(), fileName = 'June.csv', answers = allReceived } = {},
  ) =>
    client.upload(
      `/api/bank-files?id=${id}&fileName=${fileName}&answers=${encodeURIComponent(JSON.stringify(answers))}`,
      Buffer.from(content),
    );
  const linesOf = async (fileId: string) =>
    (await manager.get(`/api/bank-files/${fileId}/lines`)).body.bankLines;
  let used = 0;
  return {
    ...office,
    manager,
    bankId: () => `T${(used += 1)}`,
    upload,
    linesOf,
    uploadRows: async (...rows) => {
      const csv = `Date,Amount,Name,Reference,Transaction ID\n${rows.join('\n')}\n`;
      const answer = await upload(csv);
      if (answer.status !== 200) throw new Error(`refused: ${JSON.stringify(answer.body)}`);
      return answer.body.bankFile.id;
    },
    lineOf: async (fileId) => (await linesOf(fileId))[0],
    decide: (fileId, lineId, body) =>
      manager.put(`/api/bank-files/${fileId}/lines/${lineId}/decision`, body),
  };
}

/** Uploads a file whose only line matches a loan; returns both ids. */
export async function arrangeMatchedLine(
  { owner }: TestApp,
  manager: TestClient,
  { loan, payer }: { readonly loan: { readonly number: number }; readonly payer: string },
): Promise<{ bankFileId: string; bankLineId: string }> {
  const bankFileId = uuidv7();
  const csv = `Date,Amount,Name,Reference\n2026-06-01,10.00,${payer},${referenceOf(loan)}\n`;
  const answers = encodeURIComponent(JSON.stringify(allReceived));
  const path = `/api/bank-files?id=${bankFileId}&fileName=${encodeURIComponent(payer)}.csv&answers=${answers}`;
  const answer = await manager.upload(path, Buffer.from(csv));
  if (answer.status !== 200) throw new Error(`refused: ${JSON.stringify(answer.body)}`);
  const [line] = await owner<{ id: string }[]>`
    select id from bank_file_lines where bank_file_id = ${bankFileId}`;
  return { bankFileId, bankLineId: line?.id ?? '' };
}
