import type { MatchEvidence, MatchReason } from '@bursar/contracts/intake/bank-files.values';
import { joinedWhole, type Queryable, type Transaction } from '../../../../platform/database.ts';
import { yieldingToEventLoop } from '../../imports/yield-to-event-loop.ts';
import type { FileKey } from '../bank-file-keys.ts';
import { exactLines } from './exact-lines.ts';
import {
  amountEvidence,
  decideMatch,
  type IsOnlyDue,
  type LineAmount,
  type FoundMatch,
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
import { namedIn, numberEvidence, type NamedNumber } from './named-loans.ts';
import { isNameIn } from './payer-names.ts';
import { isNamedBy, nameIndex, wordsOfLine } from './name-index.ts';
import { mentionsReturn } from './returned-payments.ts';

/**
 * Minimum similarity at which two names count as one person: `Smith J` and `John Smith` do, `Jane
 * Smith` and `John Smith` do not.
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
  const { called, crowded } = await findCalled(sql, { lines, owing, owners, found });
  const loansFound = [...found.values()].map(({ loans: of }) => of);
  const loanIds = new Set([...called.values(), ...loansFound].flatMap((of) => [...of.keys()]));
  const compared = await listCompared(sql, { ...key, loanIds: [...loanIds] });
  const loans = new Map(compared.map((loan) => [loan.loanId, loan]));
  const dues = await countDues(owing);
  const matches = new Map<string, FoundMatch>();
  for await (const line of yieldingToEventLoop(lines)) {
    if (mentionsReturn(line.remittance)) continue;
    const { loans: named, columns } = found.get(line.id) ?? emptyFinding;
    const evidence = merged(named, called.get(line.id));
    const likely = [...evidence].flatMap(([loanId, parts]) => {
      const loan = loans.get(loanId);
      return loan ? [{ loan, evidence: [...parts, ...amountEvidence(line, loan)] }] : [];
    });
    const match = decideMatch(line, likely, isOnlyDueIn(dues, line));
    const isProven = !crowded.has(line.id) || (match && byNumber.has(match.reason));
    if (match && isProven)
      matches.set(line.id, { ...match, foundIn: columns.get(match.loanId) ?? null });
  }
  return { matches, found };
}

type Found = {
  readonly matches: ReadonlyMap<string, FoundMatch>;
  readonly found: ReadonlyMap<string, LineFinding>;
};

/** Reasons for which a line is matched even if it has too many similar names to compare. */
const byNumber: ReadonlySet<MatchReason> = new Set(['reference', 'loan-number'] as const);

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

/** The loans that the texts of a line name, or that the account of its payer paid before. */
export type LineFinding = {
  readonly loans: EvidenceByLoan;
  /** The heading of the column that names a loan, for loans that the purpose does not name. */
  readonly columns: ReadonlyMap<string, string>;
};

export const emptyFinding: LineFinding = { loans: new Map(), columns: new Map() };

/** Finds the loans that the texts of lines name, and those that the payers' accounts paid before. */
export async function evidenceInLines(
  sql: Queryable,
  lines: readonly ComparedLine[],
  key: InPortfolio,
): Promise<ReadonlyMap<string, LineFinding>> {
  const texts: TextsOfLine[] = [];
  for await (const line of yieldingToEventLoop(lines))
    texts.push({ line, named: namedInLine(line) });
  const accounts = new Set(lines.flatMap(({ payerKey }) => payerKey ?? []));
  const { portfolioId } = key;
  const all = texts.flatMap(({ named }) => named);
  const numbers = new Set(all.flatMap((named) => named.numbers.map(({ number }) => number)));
  const keys = new Set(all.flatMap((named) => named.keys.map((one) => one.key)));
  const [numbered, keyed, paid] = [
    await findNumbered(sql, { portfolioId, numbers: [...numbers] }),
    await findKeyed(sql, { portfolioId, keys: [...keys] }),
    await findPaidFrom(sql, { portfolioId, accounts: [...accounts] }),
  ];
  const known: KnownLoans = {
    byNumber: groupedBy(numbered, ({ number }) => String(number)),
    byKey: groupedBy(keyed, (loan) => loan.key),
    byAccount: groupedBy(paid, ({ account }) => account),
  };
  const found = new Map<string, LineFinding>();
  for await (const one of yieldingToEventLoop(texts)) found.set(one.line.id, findingOf(one, known));
  return found;
}

type NamedInColumn = {
  /** Null for the purpose. */
  readonly column: string | null;
  readonly numbers: readonly NamedNumber[];
  readonly keys: readonly { readonly key: string; readonly evidence: MatchEvidence }[];
};

type TextsOfLine = { readonly line: ComparedLine; readonly named: readonly NamedInColumn[] };

/**
 * Finds the loan numbers in the texts of a line. Bare digits in a column other than the purpose may
 * be any number, so they count only with more evidence.
 */
function namedInLine({ remittance, otherTexts }: ComparedLine): readonly NamedInColumn[] {
  const inPurpose = namedIn(remittance);
  return [
    {
      column: null,
      numbers: inPurpose.numbers,
      keys: inPurpose.keys.map((key) => ({ key, evidence: numberEvidence(key) })),
    },
    ...otherTexts.map(({ column, text }) => {
      const { numbers, keys } = namedIn(text);
      return {
        column,
        numbers,
        keys: keys.map((key) => ({
          key,
          evidence: /^\p{N}+$/u.test(key) ? ('short-number' as const) : numberEvidence(key),
        })),
      };
    }),
  ];
}

type KnownLoans = Readonly<
  Record<
    'byNumber' | 'byKey' | 'byAccount',
    ReadonlyMap<string, readonly { readonly loanId: string }[]>
  >
>;

function findingOf({ line, named }: TextsOfLine, known: KnownLoans): LineFinding {
  const loansPaid = line.payerKey === null ? [] : (known.byAccount.get(line.payerKey) ?? []);
  const columns = new Map<string, string>();
  const inPurpose = new Set<string>();
  const byText = named.flatMap(({ column, numbers, keys }) =>
    [
      ...numbers.flatMap(({ number, evidence }) =>
        (known.byNumber.get(String(number)) ?? []).map(({ loanId }) => [loanId, evidence] as const),
      ),
      ...keys.flatMap(({ key, evidence }) =>
        (known.byKey.get(key) ?? []).map(({ loanId }) => [loanId, evidence] as const),
      ),
    ].map(([loanId, evidence]) => {
      if (column === null) inPurpose.add(loanId);
      else if (!inPurpose.has(loanId) && !columns.has(loanId)) columns.set(loanId, column);
      return [loanId, evidence] as const;
    }),
  );
  const byAccount = loansPaid.map(
    ({ loanId }) => [loanId, loansPaid.length === 1 ? 'account' : 'shared-account'] as const,
  );
  const evidence: readonly (readonly [string, MatchEvidence])[] = [...byText, ...byAccount];
  return {
    loans: merged(...evidence.map(([loanId, kind]) => new Map([[loanId, [kind]]]))),
    columns,
  };
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
  readonly found: ReadonlyMap<string, LineFinding>;
};

type Called = {
  /** The loans that have the amount of a line due and whose borrower or party is its payer. */
  readonly called: ReadonlyMap<string, EvidenceByLoan>;
  /** Lines with too many similar names to compare, so that a name or an account proves nothing. */
  readonly crowded: ReadonlySet<string>;
};

async function findCalled(
  sql: Queryable,
  { lines, owing, owners, found }: Calling,
): Promise<Called> {
  const index = await nameIndex(owing, owners);
  const called = new Map<string, Map<string, readonly MatchEvidence[]>>();
  const addCalled = (line: ComparedLine, { loanId }: LoanName) => {
    const loans = called.get(line.id) ?? new Map<string, readonly MatchEvidence[]>();
    called.set(line.id, loans.set(loanId, ['name']));
  };
  const countCalled = (line: ComparedLine) => called.get(line.id)?.size ?? 0;
  const crowded = new Set<string>();
  const open: { readonly line: ComparedLine; readonly name: LoanName }[] = [];
  for await (const line of yieldingToEventLoop(lines)) {
    const words = wordsOfLine(line);
    const foundLoans = found.get(line.id)?.loans ?? emptyFinding.loans;
    const names = index.find(line, words);
    const isCrowded = names.length > COMPARED_MAX;
    if (isCrowded) crowded.add(line.id);
    const similar: LoanName[] = [];
    for (const name of isCrowded ? names.filter(({ loanId }) => foundLoans.has(loanId)) : names) {
      if (isNamedBy(name, words)) addCalled(line, name);
      else similar.push(name);
      // If two loans fit, a person decides, unless something else points to one of them.
      if (foundLoans.size === 0 && countCalled(line) > 1) break;
    }
    const isDecided = foundLoans.size === 0 && countCalled(line) > 1;
    if (line.debtorName === '' || isDecided) continue;
    for (const name of similar) open.push({ line, name });
  }
  const likeness = await likenessOf(
    sql,
    open.map(({ line, name }) => ({ payer: line.debtorName, name: name.name })),
  );
  open.forEach(({ line, name }, at) => {
    if ((likeness[at] ?? 0) >= ALIKE) addCalled(line, name);
  });
  return { called, crowded };
}

/** Comparing names is slow, so a line is compared with at most this many. */
const COMPARED_MAX = 50;

/**
 * Returns whether the payer or the text of a line has the name; some banks write the payer into the
 * text.
 */
export const isPayerNamed = (line: ComparedLine, { forms }: Pick<LoanName, 'forms'>): boolean =>
  isNameIn(forms, line.payerForms) || isNameIn(forms, line.textForms);

type Dues = { readonly portfolio: Map<string, number>; readonly borrower: Map<string, number> };

const dueKey = (amountMinor: number, currency: string): string => `${amountMinor} ${currency}`;

/** Counts the loans that owe each amount due or in arrears, per portfolio and per borrower. */
async function countDues(owing: readonly OwingLoan[]): Promise<Dues> {
  const dues: Dues = { portfolio: new Map(), borrower: new Map() };
  const add = (counts: Map<string, number>, key: string) =>
    counts.set(key, (counts.get(key) ?? 0) + 1);
  for await (const loan of yieldingToEventLoop(owing)) {
    const { borrowerId, currency, dueMinor, arrearsMinor } = loan;
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
