import type { AlikeBorrower } from '@bursar/contracts/records/borrower-merges';
import { groupPhone } from '../../../ui/format/group-phone.ts';

/** A borrower from the search results or from a link, which gives only the id. */
export type Picked = Pick<AlikeBorrower, 'id'> & Partial<AlikeBorrower>;

export function optionOf({ id, name, externalId, phone }: Picked) {
  const parts = [name ?? externalId, name && externalId, phone && groupPhone(phone)];
  return { value: id, label: parts.filter(Boolean).join(' · ') };
}
