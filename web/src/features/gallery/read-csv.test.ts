import { expect, it } from 'vitest';
import { readCsv, type CsvReading } from './read-csv.ts';

const readingsOf = async (text: string): Promise<readonly CsvReading[]> => {
  const readings: CsvReading[] = [];
  await readCsv(new File([text], 'tape.csv'), (reading) => readings.push(reading));
  return readings;
};

it('the rows below the header are counted, with or without a line break at the end', async () => {
  const readings = await readingsOf('\uFEFFid,"name"\r\n1,Ada\r\n\r\n2,Zoë');
  expect(readings.at(-1)).toMatchObject({ columns: ['id', 'name'], rows: 2 });
  expect((await readingsOf('id\n1\n')).at(-1)?.rows).toBe(1);
});

it('a line break inside quotes is part of its cell', async () => {
  expect((await readingsOf('id,note\n1,"two\nlines"\n2,x')).at(-1)?.rows).toBe(2);
});

it('the progress ends with all bytes read', async () => {
  const last = (await readingsOf('id\n1')).at(-1);
  expect(last?.readBytes).toBe(last?.allBytes);
});
