import type { MatchEvidence } from '@bursar/contracts/intake/bank-files.values';
import { joinedWhole, type Queryable, type Transaction } from '../../../platform/database.ts';
import type { FileKey } from './bank-files.store.ts';
import { exactLines } from './exact-lines.ts';
import {
  amountEvidence,
  decideMatch,
  type IsOnlyDue,
  type LineAmount,
  type Match,
} from './match-evidence.ts';
import {
  findKeyed,
  findNumbered,
  findPaidFrom,
  likenessOf,
  listCompared,
  listNames,
  listOwing,
  listUnmatched,
  storeMatches,
  type ComparedLine,
  type InPortfolio,
  type LoanName,
  type OnDay,
  type OwingLoan,
} from './match-lines.store.ts';
import { namedIn, numberEvidence } from './named-loans.ts';
import { isNameIn } from './payer-names.ts';
import { nameIndex } from './name-index.ts';
import { mentionsReturn } from './returned-payments.ts';

/**
 * From this similarity on, two names count as one person: `Smith J` and `John Smith`, but not `Jane
 * Smith`.
 */
export const ALIKE = 0.5;

/**
 * Matches the unmatched lines of a file that have one certain loan, and leaves all others to a
 * person. Returns the number of matched lines, and which of them the posting rule may post.
 */
export async function matchLines(
  transaction: Transaction,
  { today, ...file }: FileKey & OnDay,
): Promise<MatchedLines> {
  const lines = await listUnmatched(transaction, file);
  if (lines.length === 0) return { matched: 0, exact: [] };
  const key = { portfolioId: file.portfolioId, today };
  const found = await joinedWhole(transaction, () => findMatches(transaction, lines, key));
  await storeMatches(transaction, file, found.matches);
  return { matched: found.matches.size, exact: exactLines(found) };
}

type MatchedLines = { readonly matched: number; readonly exact: readonly string[] };

async function findMatches(
  sql: Queryable,
  lines: readonly ComparedLine[],
  key: OnDay,
): Promise<Found> {
  const amounts = [...new Set(lines.map(({ amountMinor }) => amountMinor))];
  const [found, owing] = [
    await evidenceInLines(sql, lines, key),
    await listOwing(sql, { ...key, amounts }),
  ];
  const owners = await listNames(sql, { ...key, loanIds: owing.map(({ loanId }) => loanId) });
  const called = await findCalled(sql, { lines, owing, owners });
  const loanIds = new Set([...called.values(), ...found.values()].flatMap((of) => [...of.keys()]));
  const compared = await listCompared(sql, { ...key, loanIds: [...loanIds] });
  const loans = new Map(compared.map((loan) => [loan.loanId, loan]));
  const dues = countDues(owing);
  const matches = new Map<string, Match>();
  for (const line of lines) {
    if (mentionsReturn(line.remittance)) continue;
    const evidence = merged(found.get(line.id), called.get(line.id));
    const likely = [...evidence].flatMap(([loanId, parts]) => {
      const loan = loans.get(loanId);
      return loan ? [{ loan, evidence: [...parts, ...amountEvidence(line, loan)] }] : [];
    });
    const match = decideMatch(line, likely, isOnlyDueIn(dues, line));
    if (match) matches.set(line.id, match);
  }
  return { matches, found };
}

type Found = {
  readonly matches: ReadonlyMap<string, Match>;
  readonly found: ReadonlyMap<string, EvidenceByLoan>;
};

/** Pieces of evidence by loan. */
export type EvidenceByLoan = ReadonlyMap<string, readonly MatchEvidence[]>;

export const merged = (...all: readonly (EvidenceByLoan | undefined)[]): EvidenceByLoan => {
  const sum = new Map<string, readonly MatchEvidence[]>();
  for (const part of all) {
    for (const [loanId, evidence] of part ?? []) {
      sum.set(loanId, [...new Set([...(sum.get(loanId) ?? []), ...evidence])]);
    }
  }
  return sum;
};

/** Finds the loans that the texts of lines name, and those that the payers' accounts paid before. */
export async function evidenceInLines(
  sql: Queryable,
  lines: readonly ComparedLine[],
  key: InPortfolio,
): Promise<ReadonlyMap<string, EvidenceByLoan>> {
  const texts = lines.map((line) => ({ line, named: namedIn(line.remittance) }));
  const accounts = new Set(lines.flatMap(({ payerKey }) => payerKey ?? []));
  const { portfolioId } = key;
  const numbers = new Set(texts.flatMap(({ named }) => named.numbers.map(({ number }) => number)));
  const keys = new Set(texts.flatMap(({ named }) => named.keys));
  const [numbered, keyed, paid] = [
    await findNumbered(sql, { portfolioId, numbers: [...numbers] }),
    await findKeyed(sql, { portfolioId, keys: [...keys] }),
    await findPaidFrom(sql, { portfolioId, accounts: [...accounts] }),
  ];
  const byNumber = new Map(numbered.map(({ number, loanId }) => [number, [loanId]]));
  const byKey = groupedBy(keyed, (loan) => loan.key);
  const byAccount = groupedBy(paid, ({ account }) => account);
  return new Map(
    texts.map(({ line, named }) => {
      const loansPaid = line.payerKey === null ? [] : (byAccount.get(line.payerKey) ?? []);
      const evidence = [
        ...named.numbers.flatMap(({ number, evidence: kind }) =>
          (byNumber.get(number) ?? []).map((loanId) => [loanId, kind] as const),
        ),
        ...named.keys.flatMap((text) =>
          (byKey.get(text) ?? []).map(({ loanId }) => [loanId, numberEvidence(text)] as const),
        ),
        ...loansPaid.map(
          ({ loanId }) => [loanId, loansPaid.length === 1 ? 'account' : 'shared-account'] as const,
        ),
      ];
      return [line.id, merged(...evidence.map(([loanId, kind]) => new Map([[loanId, [kind]]])))];
    }),
  );
}

function groupedBy<Row>(
  rows: readonly Row[],
  keyOf: (row: Row) => string,
): ReadonlyMap<string, readonly Row[]> {
  const groups = new Map<string, Row[]>();
  for (const row of rows) {
    const group = groups.get(keyOf(row));
    if (group) group.push(row);
    else groups.set(keyOf(row), [row]);
  }
  return groups;
}

type Calling = {
  readonly lines: readonly ComparedLine[];
  readonly owing: readonly OwingLoan[];
  readonly owners: readonly LoanName[];
};

/** Finds the loans that have the amount of a line due and whose borrower or party is its payer. */
async function findCalled(
  sql: Queryable,
  { lines, owing, owners }: Calling,
): Promise<ReadonlyMap<string, EvidenceByLoan>> {
  const index = nameIndex(owing, owners);
  const pairs = lines.flatMap((line) =>
    index.find(line).map((name) => ({ line, name, isHeld: isPayerNamed(line, name) })),
  );
  const open = pairs.filter(({ isHeld, line }) => !isHeld && line.debtorName !== '');
  const likeness = await likenessOf(
    sql,
    open.map(({ line, name }) => ({ payer: line.debtorName, name: name.name })),
  );
  const alike = open.filter((_pair, at) => (likeness[at] ?? 0) >= ALIKE);
  const called = new Map<string, Map<string, readonly MatchEvidence[]>>();
  for (const { line, name } of [...pairs.filter(({ isHeld }) => isHeld), ...alike]) {
    const loans = called.get(line.id) ?? new Map<string, readonly MatchEvidence[]>();
    called.set(line.id, loans.set(name.loanId, ['name']));
  }
  return called;
}

/** Some banks write the payer's name into the text. */
export const isPayerNamed = (line: ComparedLine, { forms }: Pick<LoanName, 'forms'>): boolean =>
  isNameIn(forms, line.payerForms) || isNameIn(forms, line.textForms);

type Dues = { readonly portfolio: Map<string, number>; readonly borrower: Map<string, number> };

const dueKey = (amountMinor: number, currency: string): string => `${amountMinor} ${currency}`;

/** Counts the loans by each amount that they have due, in the portfolio and of each borrower. */
function countDues(owing: readonly OwingLoan[]): Dues {
  const dues: Dues = { portfolio: new Map(), borrower: new Map() };
  const add = (counts: Map<string, number>, key: string) =>
    counts.set(key, (counts.get(key) ?? 0) + 1);
  for (const { borrowerId, currency, dueMinor, arrearsMinor } of owing) {
    for (const amountMinor of new Set([dueMinor, arrearsMinor])) {
      const key = dueKey(amountMinor, currency);
      add(dues.portfolio, key);
      add(dues.borrower, `${borrowerId} ${key}`);
    }
  }
  return dues;
}

const isOnlyDueIn =
  (dues: Dues, { amountMinor, currency }: LineAmount): IsOnlyDue =>
  ({ borrowerId }, among) => {
    const key = dueKey(amountMinor, currency);
    const count =
      among === 'portfolio' ? dues.portfolio.get(key) : dues.borrower.get(`${borrowerId} ${key}`);
    return (count ?? 0) <= 1;
  };
