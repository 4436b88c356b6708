import type { AlikeBorrower } from '@bursar/contracts/records/borrower-merges';
import { groupPhone } from '../../../ui/format/group-phone.ts';

/** Somebody on record who was found, or whose address one came with: then the id alone is known. */
export type Picked = Pick<AlikeBorrower, 'id'> & Partial<AlikeBorrower>;

export function optionOf({ id, name, externalId, phone }: Picked) {
  const words = [name ?? externalId, name && externalId, phone && groupPhone(phone)];
  return { value: id, label: words.filter(Boolean).join(' · ') };
}
