import type { LoanFee } from '@bursar/loan-maths';
import type { AnswerOf } from '@bursar/contracts/endpoint';
import type { ProductTerms } from '@bursar/contracts/servicing/product-terms';
import type {
  ListLoanProducts,
  Product,
  ProductVersion,
  ReadProduct,
} from '@bursar/contracts/servicing/products';
import { allOf, matchesSearch, type Fragment } from '../../../platform/conditions.ts';
import { pageOf, readCursor } from '../../../platform/cursor.ts';
import { uuidv7 } from 'uuidv7';
import type { Queryable, Transaction } from '../../../platform/database.ts';
import { inScope, portfoliosInScope, type Scope } from '../../../platform/scope.ts';

type Question = {
  readonly q?: string | undefined;
  readonly state: 'current' | 'archived';
  readonly after?: string | undefined;
  readonly limit: number;
};

/** Lists a page of the matching products by name, with their total count. */
export async function listProducts(
  sql: Queryable,
  { scope, question }: { scope: Scope; question: Question },
): Promise<AnswerOf<ListLoanProducts>> {
  const { q, state, after, limit } = question;
  const cursor = readCursor(after, 'text');
  const matching = allOf(sql, [
    portfoliosInScope(sql, scope),
    state === 'archived' ? sql`product.archived_at is not null` : sql`product.archived_at is null`,
    ...(q ? [matchesSearch(sql, sql`search_form(product.name)`, q)] : []),
  ]);
  const [rows, [all]] = await Promise.all([
    sql<(ProductRow & { sortValue: string })[]>`
      ${selectProducts(sql, scope)}
      where ${matching} ${cursor ? sql`and (lower(product.name), product.id) > (${cursor.value}, ${cursor.id}::uuid)` : sql``}
      order by lower(product.name), product.id limit ${limit + 1}`,
    sql<{ count: number }[]>`
      select count(*) as count from products product
      join portfolios portfolio on portfolio.id = product.portfolio_id where ${matching}`,
  ]);
  const { page, nextCursor } = pageOf(rows, { limit, valueOf: ({ sortValue }) => sortValue });
  return { rows: page.map(toProduct), count: all?.count ?? 0, nextCursor };
}

export async function findProduct(
  sql: Queryable,
  { scope, id }: { scope: Scope; id: string },
): Promise<AnswerOf<ReadProduct> | null> {
  const [row] = await sql<ProductRow[]>`
    ${selectProducts(sql, scope)}
    where ${portfoliosInScope(sql, scope)} and product.id = ${id}`;
  if (!row) return null;
  const versions = await sql<(VersionRow & Pick<ProductVersion, 'loans' | 'madeBy' | 'madeAt'>)[]>`
    select ${versionColumns(sql)}, maker.name as made_by, version.made_at, (
        select count(*) from loans loan
        join loan_state state
          on state.portfolio_id = loan.portfolio_id and state.loan_id = loan.id
        where loan.portfolio_id = version.portfolio_id and loan.product_version_id = version.id
          and ${inScope(sql, scope, 'state')}
      ) as loans
    from product_versions version
    join accounts maker on maker.id = version.made_by
    where version.portfolio_id = ${row.portfolioId} and version.product_id = ${id}
    order by version.number desc`;
  const shownVersions = versions.map(({ loans, madeBy, madeAt, ...version }) => {
    return { ...toVersion(version), loans, madeBy, madeAt };
  });
  return { ...toProduct(row), versions: shownVersions };
}

function selectProducts(sql: Queryable, scope: Scope): Fragment {
  return sql`
    select product.id, product.name, product.portfolio_id,
      portfolio.name as portfolio_name, product.archived_at is not null as is_archived,
      lower(product.name) as sort_value, held.loans, ${versionColumns(sql)}
    from products product
    join portfolios portfolio on portfolio.id = product.portfolio_id
    left join lateral (
      select version.* from product_versions version
      where version.portfolio_id = product.portfolio_id and version.product_id = product.id
      order by version.number desc limit 1
    ) version on true
    cross join lateral (
      select coalesce(sum(listed.loans), 0)::bigint as loans from loan_totals listed
      where listed.portfolio_id = product.portfolio_id and listed.product_id = product.id
        and ${inScope(sql, scope, 'listed')}
    ) held`;
}

/**
 * Selects the loan's allocation order, from its product version if it has one, and that version's
 * rounding and grace periods. Needs `productOfLoan` in the query.
 */
export function waysOfLoan(sql: Queryable): Fragment {
  return sql`coalesce(version.allocation_order, product.allocation_order) as allocation_order,
    version.instalment_rounding, version.instalment_multiple_minor, version.grace_principal,
    version.grace_interest`;
}

/** Joins the product of `loans loan` and its version, which a loan from a tape does not have. */
export function productOfLoan(sql: Queryable): Fragment {
  return sql`
    join products product
      on product.portfolio_id = loan.portfolio_id and product.id = loan.product_id
    left join product_versions version
      on version.portfolio_id = loan.portfolio_id and version.id = loan.product_version_id`;
}

/** Locks a product. Adding a version or archiving needs this lock. */
export async function lockProduct(
  transaction: Transaction,
  { portfolioId, id }: { portfolioId: string; id: string },
): Promise<{ name: string; isArchived: boolean; latest: VersionFound | null } | null> {
  const [product] = await transaction<{ name: string; isArchived: boolean }[]>`
    select name, archived_at is not null as is_archived from products
    where portfolio_id = ${portfolioId} and id = ${id} for update`;
  if (!product) return null;
  const [latest] = await transaction<VersionRow[]>`
    select ${versionColumns(transaction)} from product_versions version
    where version.portfolio_id = ${portfolioId} and version.product_id = ${id}
    order by version.number desc limit 1`;
  return { ...product, latest: latest ? toVersion(latest) : null };
}

export type VersionFound = Pick<ProductVersion, 'id' | 'number' | 'currency' | 'terms'>;

/** Finds a version by id with its product. New loans and penalties use the terms of the version. */
export async function findProductVersion(
  sql: Queryable,
  { portfolioId, id }: { portfolioId: string; id: string },
): Promise<(VersionFound & { productId: string; name: string; isArchived: boolean }) | null> {
  const [row] = await sql<
    (VersionRow & { productId: string; name: string; isArchived: boolean })[]
  >`
    select ${versionColumns(sql)}, version.product_id, product.name,
      product.archived_at is not null as is_archived
    from product_versions version
    join products product
      on product.portfolio_id = version.portfolio_id and product.id = version.product_id
    where version.portfolio_id = ${portfolioId} and version.id = ${id}`;
  if (!row) return null;
  const { productId, name, isArchived, ...version } = row;
  return { ...toVersion(version), productId, name, isArchived };
}

/** Inserts a product. Returns false, and changes nothing, if a product has this id already. */
export async function insertProduct(
  transaction: Transaction,
  product: { portfolioId: string; id: string; name: string; at: string } & Pick<
    ProductTerms,
    'allocationOrder'
  >,
): Promise<boolean> {
  const { portfolioId, id, name, allocationOrder, at } = product;
  const rows = await transaction`
    insert into products (portfolio_id, id, name, allocation_order, created_at)
    values (${portfolioId}, ${id}, ${name}, ${allocationOrder}, ${at})
    on conflict (portfolio_id, id) do nothing returning id`;
  return rows.length > 0;
}

export type NewVersion = VersionFound & {
  readonly portfolioId: string;
  readonly productId: string;
  readonly madeBy: string;
  readonly madeAt: string;
};

export async function insertVersion(transaction: Transaction, made: NewVersion): Promise<void> {
  await transaction`insert into product_versions ${transaction(productVersionRow(made))}`;
}

export function productVersionRow({ terms, ...made }: NewVersion) {
  const { disbursementFee, instalmentFee, penalty } = terms;
  return {
    portfolio_id: made.portfolioId,
    id: made.id,
    product_id: made.productId,
    number: made.number,
    currency: made.currency,
    schedule_method: terms.scheduleMethod,
    day_count: terms.dayCount,
    frequency_unit: terms.frequencyUnit,
    frequency_every: terms.frequencyEvery,
    instalment_count: terms.instalmentCount,
    instalment_count_min: terms.instalmentCountMin,
    instalment_count_max: terms.instalmentCountMax,
    principal_min_minor: terms.principalMinMinor,
    principal_max_minor: terms.principalMaxMinor,
    annual_rate_percent: terms.annualRatePercent,
    annual_rate_min_percent: terms.annualRateMinPercent,
    annual_rate_max_percent: terms.annualRateMaxPercent,
    instalment_rounding: terms.instalmentRounding,
    instalment_multiple_minor: terms.instalmentMultipleMinor,
    grace_principal: terms.gracePrincipal,
    grace_interest: terms.graceInterest,
    disbursement_fee_minor: minorOf(disbursementFee),
    disbursement_fee_percent: percentOf(disbursementFee),
    instalment_fee_minor: minorOf(instalmentFee),
    instalment_fee_percent: percentOf(instalmentFee),
    penalty_minor: minorOf(penalty),
    penalty_percent: percentOf(penalty),
    penalty_grace_days: penalty?.graceDays ?? null,
    penalty_cap_minor: penalty?.capMinor ?? null,
    allocation_order: terms.allocationOrder,
    day_off_rule: terms.dayOffRule,
    made_by: made.madeBy,
    made_at: made.madeAt,
  };
}

const minorOf = (fee: LoanFee | null) => (fee?.kind === 'fixed' ? fee.amountMinor : null);
const percentOf = (fee: LoanFee | null) => (fee?.kind === 'percent' ? fee.percent : null);

/**
 * Archives a product, or restores it if `archivedAt` is null. Returns whether that changed
 * anything.
 */
export async function setArchived(
  transaction: Transaction,
  { portfolioId, id, archivedAt }: { portfolioId: string; id: string; archivedAt: string | null },
): Promise<boolean> {
  const rows = await transaction`
    update products set archived_at = ${archivedAt}
    where portfolio_id = ${portfolioId} and id = ${id}
      and (archived_at is null) <> (${archivedAt}::timestamptz is null)
    returning id`;
  return rows.length > 0;
}

type ProductRow = Omit<Product, 'portfolio' | 'latest'> & {
  readonly portfolioId: string;
  readonly portfolioName: string;
  /** Null, like all fields below, if the product has no version. */
  readonly versionId: string | null;
} & Omit<VersionRow, 'versionId'>;

type VersionRow = Omit<ProductTerms, 'disbursementFee' | 'instalmentFee' | 'penalty'> &
  Pick<VersionFound, 'number' | 'currency'> & {
    readonly versionId: string;
    readonly disbursementFeeMinor: number | null;
    readonly disbursementFeePercent: string | null;
    readonly instalmentFeeMinor: number | null;
    readonly instalmentFeePercent: string | null;
    readonly penaltyMinor: number | null;
    readonly penaltyPercent: string | null;
    readonly penaltyGraceDays: number | null;
    readonly penaltyCapMinor: number | null;
  };

function versionColumns(sql: Queryable): Fragment {
  return sql`version.id as version_id, version.number, version.currency, version.schedule_method,
    version.day_count, version.frequency_unit, version.frequency_every, version.instalment_count,
    version.instalment_count_min, version.instalment_count_max, version.principal_min_minor,
    version.principal_max_minor, trim_scale(version.annual_rate_percent)::text as annual_rate_percent,
    trim_scale(version.annual_rate_min_percent)::text as annual_rate_min_percent,
    trim_scale(version.annual_rate_max_percent)::text as annual_rate_max_percent,
    version.instalment_rounding, version.instalment_multiple_minor, version.grace_principal, version.grace_interest,
    version.disbursement_fee_minor,
    trim_scale(version.disbursement_fee_percent)::text as disbursement_fee_percent,
    version.instalment_fee_minor,
    trim_scale(version.instalment_fee_percent)::text as instalment_fee_percent,
    version.penalty_minor, trim_scale(version.penalty_percent)::text as penalty_percent,
    version.penalty_grace_days, version.penalty_cap_minor, version.allocation_order,
    version.day_off_rule`;
}

function toProduct(row: ProductRow): Product {
  const { id, name, portfolioId, portfolioName, isArchived, loans, versionId } = row;
  const portfolio = { id: portfolioId, name: portfolioName };
  const latest = versionId === null ? null : toVersion({ ...row, versionId });
  return { id, name, portfolio, isArchived, loans, latest };
}

function toVersion(row: VersionRow): VersionFound {
  const penalty = toFee(row.penaltyMinor, row.penaltyPercent);
  return {
    id: row.versionId,
    number: row.number,
    currency: row.currency,
    terms: {
      scheduleMethod: row.scheduleMethod,
      dayCount: row.dayCount,
      frequencyUnit: row.frequencyUnit,
      frequencyEvery: row.frequencyEvery,
      instalmentCount: row.instalmentCount,
      instalmentCountMin: row.instalmentCountMin,
      instalmentCountMax: row.instalmentCountMax,
      principalMinMinor: row.principalMinMinor,
      principalMaxMinor: row.principalMaxMinor,
      annualRatePercent: row.annualRatePercent,
      annualRateMinPercent: row.annualRateMinPercent,
      annualRateMaxPercent: row.annualRateMaxPercent,
      instalmentRounding: row.instalmentRounding,
      instalmentMultipleMinor: row.instalmentMultipleMinor,
      gracePrincipal: row.gracePrincipal,
      graceInterest: row.graceInterest,
      disbursementFee: toFee(row.disbursementFeeMinor, row.disbursementFeePercent),
      instalmentFee: toFee(row.instalmentFeeMinor, row.instalmentFeePercent),
      penalty: penalty && {
        ...penalty,
        graceDays: row.penaltyGraceDays ?? 0,
        capMinor: row.penaltyCapMinor,
      },
      allocationOrder: row.allocationOrder,
      dayOffRule: row.dayOffRule,
    },
  };
}

function toFee(amountMinor: number | null, percent: string | null): LoanFee | null {
  if (amountMinor !== null) return { kind: 'fixed', amountMinor };
  return percent === null ? null : { kind: 'percent', percent };
}

export async function findOrMakeProduct(
  transaction: Transaction,
  { portfolioId, name }: { portfolioId: string; name: string },
): Promise<string> {
  await transaction`
    insert into products (portfolio_id, id, name) values (${portfolioId}, ${uuidv7()}, ${name})
    on conflict do nothing`;
  const [product] = await transaction<{ id: string }[]>`
    select id from products where portfolio_id = ${portfolioId} and lower(name) = lower(${name})`;
  if (!product) throw new Error(`product ${name} was stored but is missing`);
  return product.id;
}
