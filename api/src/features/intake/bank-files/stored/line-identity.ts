import { createHash } from 'node:crypto';
import { bankTableFormats, type BankFileFormat } from '@bursar/contracts/intake/bank-files.values';
import { mapYielding, yieldingToEventLoop } from '../../imports/yield-to-event-loop.ts';
import type { ReadLine } from '../read/bank-line.ts';

type Content = Pick<
  ReadLine,
  | 'account'
  | 'bankId'
  | 'bookedOn'
  | 'valueOn'
  | 'amountMinor'
  | 'currency'
  | 'debtorName'
  | 'payerAccount'
  | 'remittance'
>;

/** A line of an earlier file that is or may become a payment. */
export type KnownLine = Content & {
  readonly id: string;
  readonly bankFileId: string;
  readonly paymentId: string;
  readonly format: BankFileFormat;
  readonly fileSha256: Buffer;
  readonly firstOn: string;
  readonly lastOn: string;
};

export type NewFile = {
  readonly portfolioId: string;
  readonly bankFileId: string;
  readonly format: BankFileFormat;
  readonly fileSha256: Buffer;
};

/** A line with its payment id, and with the earlier line that it repeats or may repeat. */
export type PlannedLine = ReadLine & {
  readonly id: string;
  readonly paymentId: string;
  readonly duplicateOf: string | null;
  readonly possibleDuplicateOf: string | null;
};

/**
 * Finds the lines of a file that were already imported. The bank's id, the running balance, an
 * identical file, or equal content on a day that both files contain whole proves this. Lines that
 * are only similar become possible duplicates for a user to decide; nothing is dropped or posted on
 * a guess.
 */
export async function planLines(
  lines: readonly (ReadLine & { readonly id: string })[],
  known: readonly KnownLine[],
  file: NewFile,
): Promise<readonly PlannedLine[]> {
  const days = lines.map(({ bookedOn }) => bookedOn).toSorted();
  const span = { firstOn: days[0] ?? '', lastOn: days.at(-1) ?? '' };
  const earlier = await indexKnown(known);
  const inFile = new Map<string, LinesAlike>();
  /** Earlier lines that a line of this file repeats. Each of them is only one payment. */
  const repeated = new Set<string>();
  const outgoingId = countOutgoing();
  return mapYielding(lines, (line) => {
    const base = paymentIdOf(file.portfolioId, line);
    const nothing = { ...line, paymentId: base, duplicateOf: null, possibleDuplicateOf: null };
    if (line.leftOut !== null) return { ...nothing, paymentId: outgoingId(base, line) };
    const here = inFile.get(base) ?? { count: 0, byRow: new Map<string, string>() };
    const identicalRowId = here.byRow.get(line.row) ?? null;
    if (identicalRowId !== null && line.bankId !== '')
      return { ...nothing, duplicateOf: identicalRowId };
    here.count += 1;
    if (identicalRowId === null) here.byRow.set(line.row, line.id);
    inFile.set(base, here);
    const paymentId = here.count === 1 ? base : derivedId(base, String(here.count));
    const same = earlier.byId.get(paymentId);
    const isRepeated = (other: KnownLine) =>
      !repeated.has(other.id) && isCertain(line, other, { ...span, ...file });
    const certain =
      same && isRepeated(same) ? same : earlier.withOtherId(line, paymentId).find(isRepeated);
    if (certain) {
      repeated.add(certain.id);
      return { ...nothing, paymentId, duplicateOf: certain.id };
    }
    const alike =
      same ?? earlier.alike(line, (other) => compareLines(line, other, file) !== 'different');
    return {
      ...nothing,
      // The earlier line already uses this id, so the new line needs another if both count.
      paymentId: same ? derivedId(paymentId, file.bankFileId) : paymentId,
      possibleDuplicateOf: identicalRowId ?? alike?.id ?? null,
    };
  });
}

/**
 * Derives payment ids for lines that are no payments. A returned payment may have the bank's id of
 * the original payment, but must never get the original's payment id.
 */
function countOutgoing() {
  const seen = new Map<string, Map<string, number>>();
  return (base: string, { row, bankId }: ReadLine): string => {
    const rows = seen.get(base) ?? new Map<string, number>();
    const isRepeated = bankId !== '' && rows.has(row);
    const count = [...rows.values()].reduce((sum, one) => sum + one, isRepeated ? 0 : 1);
    if (!isRepeated) rows.set(row, (rows.get(row) ?? 0) + 1);
    seen.set(base, rows);
    return derivedId(base, `no payment ${count}`);
  };
}

/**
 * Lines of one file from whose content the same id is derived: their count, and the first line of
 * each row text.
 */
type LinesAlike = { count: number; readonly byRow: Map<string, string> };

type Span = { readonly firstOn: string; readonly lastOn: string };

/**
 * Returns whether two lines with the same id of the bank, or with equal content, are certainly one
 * payment.
 */
function isCertain(line: ReadLine, other: KnownLine, file: NewFile & Span): boolean {
  if (line.bankId !== '') return shareDay(line, other);
  if (isTable(file.format) && line.mark !== '') return true;
  if (file.fileSha256.equals(other.fileSha256)) return true;
  const isWithin = ({ firstOn, lastOn }: Span) => firstOn < line.bookedOn && line.bookedOn < lastOn;
  return isWithin(file) && isWithin(other);
}

/** Returns whether two lines of different files can be the same payment, comparing all their content. */
export function compareLines(
  line: Content,
  other: Content & Pick<KnownLine, 'format'>,
  { format }: Pick<NewFile, 'format'>,
): 'possible' | 'different' {
  const isDifferent =
    line.amountMinor !== other.amountMinor ||
    line.currency !== other.currency ||
    !shareDay(line, other) ||
    differAs(line.account, other.account) ||
    (shareIds(format, other.format) && differAs(line.bankId, other.bankId)) ||
    differAs(line.payerAccount, other.payerAccount) ||
    namesDiffer(line.debtorName, other.debtorName) ||
    textsDiffer(line.remittance, other.remittance);
  return isDifferent ? 'different' : 'possible';
}

export type StatedLine = Content & Pick<KnownLine, 'id' | 'format' | 'bankFileId'>;

/**
 * Returns whether two lines are certainly two payments: they are in the same file, where a bank
 * lists each payment once, or their accounts or the ids that the bank gave them differ.
 */
export const areProvenTwo = (one: StatedLine, other: StatedLine): boolean =>
  one.bankFileId === other.bankFileId ||
  differAs(one.account, other.account) ||
  (shareIds(one.format, other.format) && differAs(one.bankId, other.bankId));

const isTable = (format: BankFileFormat): boolean =>
  bankTableFormats.some((table) => table === format);

/**
 * Returns whether a bank gives a payment the same id in both formats, as in a table and its
 * workbook.
 */
const shareIds = (one: BankFileFormat, other: BankFileFormat): boolean =>
  one === other || (isTable(one) && isTable(other));

const shareDay = (one: Content, other: Content): boolean =>
  [one.bookedOn, one.valueOn].some((day) => day === other.bookedOn || day === other.valueOn);

/**
 * Returns whether two values certainly differ: two ids of the same form do, but an IBAN and a short
 * number may be the same account.
 */
export const differAs = (one: string, other: string): boolean =>
  one !== '' && one !== other && formOf(one) === formOf(other);

const formOf = (id: string): string =>
  id.replaceAll(/\p{L}+/gu, 'A').replaceAll(/\p{N}+/gu, (digits) => `9${digits.length}`);

function namesDiffer(one: string, other: string): boolean {
  return !haveCommonWord(wordsOf(one), wordsOf(other));
}

function textsDiffer(one: string, other: string): boolean {
  const [loans, otherLoans] = [loansIn(one), loansIn(other)];
  if (loans.size > 0 && otherLoans.size > 0) return !haveCommonWord(loans, otherLoans);
  return !haveCommonWord(wordsOf(one), wordsOf(other));
}

/**
 * Returns whether two texts have a common word. True if a text has no words, because an empty value
 * contradicts nothing.
 */
function haveCommonWord(one: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
  if (one.size === 0 || other.size === 0) return true;
  return [...one].some((word) => other.has(word));
}

const wordsOf = (text: string): ReadonlySet<string> =>
  new Set(
    text
      .normalize('NFKC')
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu),
  );

const loansIn = (text: string): ReadonlySet<string> =>
  new Set(
    [...text.matchAll(/(?<![\p{L}\p{N}])L[- ]?(\d{6,12})(?![\p{L}\p{N}])/giu)].map(
      ([, number = '']) => String(Number(number)),
    ),
  );

/**
 * Indexes earlier lines to find those that a line may repeat. Thousands may share an amount and a
 * day, so a line is compared only with those that share a word of its name, its loans or its text,
 * or have no such word. Whichever of these three comparisons leaves the fewest lines is used.
 */
async function indexKnown(known: readonly KnownLine[]) {
  const byId = new Map(known.map((line) => [line.paymentId, line]));
  const byContent = new Map<string, KnownLine[]>();
  const byKey = new Map<string, KnownLine[]>();
  const addTo = (lists: Map<string, KnownLine[]>, key: string, line: KnownLine) => {
    const others = lists.get(key);
    if (others) others.push(line);
    else lists.set(key, [line]);
  };
  const add = (key: string, line: KnownLine) => addTo(byKey, key, line);
  for await (const line of yieldingToEventLoop(known)) {
    addTo(byContent, contentKey(line), line);
    for (const day of keysOf(line)) {
      add(day, line);
      for (const [kind, references] of spoken(line)) {
        for (const reference of references.size === 0 ? [''] : references)
          add(`${day} ${kind} ${reference}`, line);
      }
    }
  }
  const found = (key: string) => byKey.get(key) ?? [];
  const count = (lists: readonly (readonly KnownLine[])[]) =>
    lists.reduce((sum, { length }) => sum + length, 0);
  const listsFor = (line: ReadLine, day: string) => {
    const choices = spoken(line).map(([kind, references]) =>
      references.size === 0
        ? [found(day)]
        : ['', ...references].map((reference) => found(`${day} ${kind} ${reference}`)),
    );
    return choices.toSorted((one, other) => count(one) - count(other))[0] ?? [];
  };
  const alike = (line: ReadLine, isAlike: (other: KnownLine) => boolean): KnownLine | undefined => {
    for (const list of keysOf(line).flatMap((day) => listsFor(line, day))) {
      const other = list.find(isAlike);
      if (other) return other;
    }
    return undefined;
  };
  /** Lists lines with the content of `line` whose payment id differs, because it was already used. */
  const withOtherId = (line: ReadLine, paymentId: string): readonly KnownLine[] =>
    (byContent.get(contentKey(line)) ?? []).filter(
      (other) =>
        other.paymentId !== paymentId &&
        (line.bankId !== '' || other.paymentId === derivedId(paymentId, other.bankFileId)),
    );
  return { byId, alike, withOtherId };
}

/** Returns the content from which the payment id of a line is derived, except its mark. */
function contentKey({ account, bankId, amountMinor, currency, ...line }: Content): string {
  const { bookedOn, valueOn, debtorName, remittance } = line;
  return JSON.stringify(
    bankId === ''
      ? [account, bookedOn, valueOn, amountMinor, currency, debtorName, remittance]
      : [account, bankId, amountMinor, currency],
  );
}

const spoken = ({ debtorName, remittance }: Content) =>
  [
    ['name', wordsOf(debtorName)],
    ['loan', loansIn(remittance)],
    ['text', wordsOf(remittance)],
  ] as const;

const keysOf = ({ amountMinor, currency, bookedOn, valueOn }: Content): readonly string[] =>
  [...new Set([bookedOn, valueOn])].map((day) => `${amountMinor} ${currency} ${day}`);

/**
 * Derives the id under which a line is posted from its account, amount, currency and bank's id;
 * without a bank's id, from its days, name, purpose and mark instead. Equal lines get the same id
 * on a retry, in another file and in another process.
 */
export function paymentIdOf(portfolioId: string, line: ReadLine): string {
  const { account, bankId, amountMinor, currency } = line;
  const { bookedOn, valueOn, debtorName, remittance, mark } = line;
  const key =
    bankId === ''
      ? [account, bookedOn, valueOn, amountMinor, currency, debtorName, remittance, mark]
      : [account, bankId, amountMinor, currency];
  return idFrom([portfolioId, key]);
}

/** Derives an id that is the same on a retry. */
export const derivedId = (id: string, discriminator: string): string => idFrom([id, discriminator]);

function idFrom(key: unknown): string {
  const bytes = createHash('sha256').update(JSON.stringify(key)).digest().subarray(0, 16);
  // Version 8 of RFC 9562 is for ids with custom content.
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x80;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = bytes.toString('hex');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
