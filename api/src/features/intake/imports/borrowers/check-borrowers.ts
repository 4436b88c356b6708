import { borrowerFacts } from '@bursar/contracts/facts';
import { tapeFacts } from '@bursar/contracts/intake/tape-fields';
import type { Queryable } from '../../../../platform/database.ts';
import { errorFinding } from '../../../../platform/table-files/findings.ts';
import {
  findOnRecord,
  findTakenValues,
  type OnRecord,
  type UniqueFact,
} from './borrower-imports.store.ts';
import type { BorrowerFile, FileBorrower } from './read-borrowers.ts';

export type Sorted = {
  /** New borrowers without errors, who will be imported. */
  readonly fresh: readonly FileBorrower[];
  readonly known: readonly (OnRecord & { readonly row: number })[];
};

/**
 * Compares a file with the stored borrowers and with itself. A borrower whose external id is known
 * is left unchanged. The others must not share values that are unique to one borrower.
 */
export async function sortBorrowers(
  sql: Queryable,
  file: BorrowerFile,
  portfolioId: string,
): Promise<Sorted> {
  const externalIds = file.borrowers.map(({ externalId }) => externalId);
  const onRecord = await findOnRecord(sql, { portfolioId, externalIds });
  const known = file.borrowers.flatMap(({ row, externalId }) => {
    const found = onRecord.get(externalId);
    return found ? [{ ...found, row }] : [];
  });
  const unknown = file.borrowers.filter(({ externalId }) => !onRecord.has(externalId));
  const wrong = new Set([
    ...twiceInFile(file),
    ...(await taken(sql, { file, unknown, portfolioId })),
  ]);
  return { fresh: unknown.filter(({ row }) => !wrong.has(row)), known };
}

/** Finds rows that repeat the id of an earlier row, because it is unclear which of them is right. */
function twiceInFile({ borrowers, findings, columnOf }: BorrowerFile): readonly number[] {
  const first = new Map<string, number>();
  const wrong: number[] = [];
  for (const { row, externalId: value } of borrowers) {
    const firstRow = first.get(value);
    if (firstRow === undefined) {
      first.set(value, row);
      continue;
    }
    const about = { row, column: columnOf('borrowerExternalId'), value, details: { firstRow } };
    findings.add(errorFinding('external_id_twice_in_file', about));
    wrong.push(row);
  }
  return wrong;
}

type Asked = {
  readonly file: BorrowerFile;
  readonly unknown: readonly FileBorrower[];
  readonly portfolioId: string;
};

/**
 * Finds rows with a number that must be unique, but that a stored borrower or an earlier row
 * already has.
 */
async function taken(sql: Queryable, { file, unknown, portfolioId }: Asked): Promise<number[]> {
  const wrong: number[] = [];
  for (const { key, field } of uniqueFacts) {
    const stated = unknown.flatMap((one) => {
      const value = one[key];
      return value === null ? [] : [{ row: one.row, value }];
    });
    const values = stated.map(({ value }) => value);
    const inBooks = await findTakenValues(sql, { portfolioId, key, values });
    const column = file.columnOf(field);
    const first = new Map<string, number>();
    for (const { row, value } of stated) {
      const firstRow = first.get(value);
      if (firstRow === undefined) first.set(value, row);
      if (firstRow === undefined && !inBooks.has(value)) continue;
      wrong.push(row);
      file.findings.add(
        firstRow === undefined
          ? errorFinding('borrower_value_already_used', { row, column, value })
          : errorFinding('borrower_value_twice_in_file', {
              row,
              column,
              value,
              details: { firstRow },
            }),
      );
    }
  }
  return wrong;
}

const uniqueFacts = tapeFacts.flatMap(({ key, fact, field }) =>
  isUnique(key) && fact.isUnique ? [{ key, field }] : [],
);

function isUnique(key: string): key is UniqueFact {
  return key in borrowerFacts;
}
