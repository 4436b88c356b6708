import type { ReadCompany } from '@bursar/contracts/control/company';
import type { AnswerOf } from '@bursar/contracts/endpoint';
import { uuidv7 } from 'uuidv7';
import type { Queryable, Transaction } from '../../../platform/database.ts';

export type Company = AnswerOf<ReadCompany>;

export async function findCompany(sql: Queryable): Promise<Company> {
  const [row] = await sql<Company[]>`
    select legal_name, address, registration_number, version from companies`;
  return row ? { ...row } : { legalName: '', address: '', registrationNumber: '', version: 0 };
}

/**
 * Writes the company and returns its id; null, without a change, if the company has changed since
 * the version that the caller saw.
 */
export async function writeCompany(
  transaction: Transaction,
  { by, at, version, ...company }: Company & { readonly by: string; readonly at: string },
): Promise<string | null> {
  const [row] = await transaction<{ id: string }[]>`
    insert into companies as known
      (id, legal_name, address, registration_number, version, changed_by, changed_at)
    select ${uuidv7()}, ${company.legalName}, ${company.address}, ${company.registrationNumber},
      ${version + 1}::integer, ${by}, ${at}
    where ${version}::integer = 0 or exists (select from companies)
    on conflict (is_only) do update set legal_name = excluded.legal_name,
      address = excluded.address, registration_number = excluded.registration_number,
      version = excluded.version, changed_by = excluded.changed_by,
      changed_at = excluded.changed_at
    where known.version = ${version}::integer
    returning id`;
  return row?.id ?? null;
}

type NewLogo = {
  readonly id: string;
  readonly content: Buffer;
  readonly by: string;
  readonly at: string;
};

/** Stores the logo and returns its id, which does not change when the logo is replaced. */
export async function upsertLogo(transaction: Transaction, logo: NewLogo): Promise<string> {
  const [row] = await transaction<{ id: string }[]>`
    insert into company_logos (id, content, changed_by, changed_at)
    values (${logo.id}, ${logo.content}, ${logo.by}, ${logo.at})
    on conflict (is_only) do update set content = excluded.content,
      changed_by = excluded.changed_by, changed_at = excluded.changed_at
    returning id`;
  return row?.id ?? logo.id;
}

/** Deletes the logo and returns its id; null if there was none. */
export async function deleteLogo(transaction: Transaction): Promise<string | null> {
  const [row] = await transaction<{ id: string }[]>`delete from company_logos returning id`;
  return row?.id ?? null;
}
