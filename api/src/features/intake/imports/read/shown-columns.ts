import type { TapeField } from '@bursar/contracts/intake/tape-fields';
import type { TapeColumn } from '@bursar/contracts/intake/tape-reading';
import { storable } from '../../../../platform/table-files/findings.ts';
import type { TapeRow } from '../../../../platform/table-files/tape-rows.ts';
import type { RecognisedColumns } from './recognise-columns.ts';

const VALUES_SHOWN = 3;
const VALUE_CHARACTERS = 60;

/** Collects the first different values of each column, to show them to the user. */
export function noteValues({ cells }: TapeRow, columns: readonly TapeColumn[]): void {
  for (const [index, { values }] of columns.entries()) {
    const value = storable((cells[index] ?? '').trim().slice(0, VALUE_CHARACTERS));
    if (value !== '' && values.length < VALUES_SHOWN && !values.includes(value)) values.push(value);
  }
}

/** Returns the field that the column at a position is read as. */
export function fieldAt(places: RecognisedColumns['places'], index: number): TapeField | null {
  return [...places].find(([, place]) => place.index === index)?.[0] ?? null;
}
