import { describe, expect, it } from 'vitest';
import { createTestDatabase } from '../testing/test-database.ts';
import { copyBinaryRows, type BinaryColumns } from './copy-binary.ts';

const { owner } = await createTestDatabase();

type Row = {
  readonly id: string;
  readonly day: string;
  readonly size: number;
  readonly sum: number;
};

const columns: BinaryColumns<Row> = {
  id: { type: 'uuid', of: ({ id }) => id },
  day: { type: 'date', of: ({ day }) => day },
  size: { type: 'smallint', of: ({ size }) => size },
  sum: { type: 'bigint', of: ({ sum }) => sum },
};

async function copied(rows: readonly Row[]) {
  await owner`create table copied (id uuid, day date, size smallint, sum bigint)`;
  try {
    await copyBinaryRows(owner, { table: 'copied', columns }, rows);
    return await owner`select id, day::text, size, sum from copied`;
  } finally {
    await owner`drop table copied`;
  }
}

describe('rows in the binary format of COPY', () => {
  it('arrive with their values, also at the limits of a type', async () => {
    const [first, second] = [
      '01890a5d-ac96-774b-bcce-b302099a8057',
      'ffffffff-ffff-ffff-ffff-ffffffffffff',
    ];
    const rows = [
      { id: first, day: '2000-01-01', size: 1, sum: 0 },
      { id: first, day: '1969-02-28', size: 32_767, sum: Number.MAX_SAFE_INTEGER },
      { id: second, day: '2096-02-29', size: -32_768, sum: Number.MIN_SAFE_INTEGER },
      { id: second, day: '2026-12-31', size: 0, sum: -1 },
      { id: first, day: '9999-12-31', size: -1, sum: 2 ** 32 },
    ];
    expect(await copied(rows)).toEqual(rows);
  });

  it('arrive in the same order from more than one chunk', async () => {
    const id = '01890a5d-ac96-774b-bcce-b302099a8057';
    const rows = Array.from({ length: 3_001 }, (_, index) => {
      return { id, day: '2026-11-27', size: index, sum: index * 1_000_000_007 };
    });
    expect(await copied(rows)).toEqual(rows);
    expect(await copied([])).toEqual([]);
  });

  it('are refused if a number does not fit its column', async () => {
    const id = '01890a5d-ac96-774b-bcce-b302099a8057';
    const tooLarge = [{ id, day: '2026-11-27', size: 40_000, sum: 1 }];
    await expect(copied(tooLarge)).rejects.toThrow('out of range');
  });
});
