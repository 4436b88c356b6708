import { tapeFacts, type TapeField } from '@bursar/contracts/tape-fields';
import type { TFunction } from 'i18next';

/** What a field of a tape is called; a fact is called what it is called everywhere. */
export function fieldText(t: TFunction<['imports', 'facts']>, field: TapeField): string {
  const told = tapeFacts.find((one) => one.field === field);
  return told ? t(`facts:${told.key}`) : t(`columns.fields.${field}`);
}
