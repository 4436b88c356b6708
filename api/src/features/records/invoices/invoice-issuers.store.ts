import type { InvoiceIssuer } from '@bursar/contracts/records/invoice-issuers';
import type { Fragment } from '../../../platform/conditions.ts';
import type { Queryable, Transaction } from '../../../platform/database.ts';

type Issuer = InvoiceIssuer & { readonly version: number };

/**
 * Selects the issuer of each portfolio's invoices as `issuer`. Until one is saved, it has the
 * company's details, or else the portfolio's name, and version 0.
 */
export const currentIssuers = (sql: Queryable): Fragment => sql`(
  select portfolio.id as portfolio_id,
    coalesce(saved.name, company.legal_name, portfolio.name) as name,
    coalesce(saved.address, company.address, '') as address,
    coalesce(saved.tax_number, '') as tax_number,
    coalesce(saved.payment_details, '') as payment_details,
    coalesce(saved.due_days, 14) as due_days, coalesce(saved.version, 0) as version
  from portfolios portfolio
  left join invoice_issuers saved on saved.portfolio_id = portfolio.id
  left join companies company on true
) issuer`;

export async function readIssuer(sql: Queryable, portfolioId: string): Promise<Issuer> {
  const [row] = await sql<Issuer[]>`
    select name, address, tax_number, payment_details, due_days, version
    from ${currentIssuers(sql)} where portfolio_id = ${portfolioId}`;
  if (!row) throw new Error(`portfolio ${portfolioId} is missing`);
  return { ...row };
}

/**
 * Writes the issuer; returns false, without a change, if it has changed since the version that the
 * caller saw.
 */
export async function writeIssuer(
  transaction: Transaction,
  { portfolioId, version, ...issuer }: Issuer & { readonly portfolioId: string },
): Promise<boolean> {
  const columns = {
    name: issuer.name.trim(),
    address: issuer.address.trim(),
    tax_number: issuer.taxNumber.trim(),
    payment_details: issuer.paymentDetails.trim(),
    due_days: issuer.dueDays,
  };
  const rows =
    version === 0
      ? await transaction`
          insert into invoice_issuers ${transaction({ portfolio_id: portfolioId, ...columns })}
          on conflict (portfolio_id) do nothing returning version`
      : await transaction`
          update invoice_issuers set ${transaction(columns)}, version = version + 1
          where portfolio_id = ${portfolioId} and version = ${version} returning version`;
  return rows.length > 0;
}
