import { isNotAboutContent } from '../../../../../platform/table-files/findings.ts';
import { readXml, type XmlHandlers } from '../../../../../platform/table-files/xml-events.ts';
import { notRecognised, type ReadLine } from '../bank-line.ts';
import type { Reading } from '../read-bank-csv.ts';
import type { BankFormat } from './bank-format.ts';
import { accountIn, dayIn, inside, textIn, type Element } from './camt-elements.ts';
import { moneyIn, readEntry } from './camt-entries.ts';
import { StatementBalances } from './statement-balances.ts';

/**
 * Messages of a bank to its customer (ISO 20022) in all versions: the intraday report, the
 * statement and the notification of credits and debits. Version 1 has its number in the name of the
 * element.
 */
const messages = {
  AcctRpt: { name: 'camt.052', statement: 'Rpt' },
  Stmt: { name: 'camt.053', statement: 'Stmt' },
  DbtCdtNtfctn: { name: 'camt.054', statement: 'Ntfctn' },
} as const;

export const camtFormats: readonly BankFormat[] = Object.entries(messages).map(
  ([message, { name }]) => ({
    name,
    recognises: (start) =>
      start.startsWith('<') &&
      new RegExp(`<(?:[\\w.-]+:)?BkToCstmr${message}(V\\d+)?[\\s>]`).test(start),
    read: readCamt,
  }),
);

const messageNamed = new Map<string, string>(
  Object.entries(messages).map(([message, { statement }]) => [`BkToCstmr${message}`, statement]),
);

/**
 * Reads a message of any version. If versions put an element, such as the debtor's name, in
 * different places, each of them is tried.
 */
async function* readCamt(
  text: AsyncIterable<string>,
  { questions }: Reading,
): AsyncGenerator<ReadLine> {
  const balances = new StatementBalances();
  let number = 0;
  for await (const { statement, entry } of partsIn(text, new StatementReader())) {
    if (!entry) {
      checkBalances(statement, balances);
      continue;
    }
    number += 1;
    const { account, createdOn, notification } = statement;
    const { lines, movedMinor, currency } = readEntry(entry, {
      account,
      createdOn,
      notification,
      number,
      questions,
    });
    statement.movedMinor += movedMinor;
    statement.currencies.add(currency);
    yield* lines;
  }
  balances.settle(questions);
}

type Statement = {
  account: string;
  createdOn: string;
  /** The statement's number in the file if it is a notification (camt.054). */
  readonly notification: number | null;
  /** Whether the statement contains all entries between its balances. */
  isWhole: boolean;
  movedMinor: number;
  readonly currencies: Set<string>;
  readonly balances: Element[];
};

/** An entry of a statement; `entry` is null at the end of the statement. */
type Part = { readonly statement: Statement; readonly entry: Element | null };

async function* partsIn(text: AsyncIterable<string>, reader: StatementReader) {
  try {
    yield* readXml<Part>(inUtf8(text), reader, () => reader.takeParts());
  } catch (error) {
    // The parser failed: the file is not well-formed or exceeds its limits.
    throw isNotAboutContent(error) ? error : notRecognised();
  }
}

async function* inUtf8(text: AsyncIterable<string>): AsyncGenerator<Buffer> {
  for await (const piece of text) yield Buffer.from(piece);
}

/** Holds only the head of a statement and the entries of one piece of the file, to limit memory. */
class StatementReader implements XmlHandlers {
  readonly #path: string[] = [];
  readonly #open: Element[] = [];
  #parts: Part[] = [];
  #notifications = 0;
  #statement: Statement | null = null;

  takeParts(): readonly Part[] {
    const parts = this.#parts;
    this.#parts = [];
    return parts;
  }

  readonly open = (name: string, attributes: Readonly<Record<string, string>>): void => {
    const parent = this.#path.at(-1) ?? '';
    this.#path.push(name);
    if (this.#statement === null) {
      const isStatement = messageNamed.get(parent.replace(/V\d+$/, '')) === name;
      if (isStatement) this.#statement = newStatement(this.#nextNotification(name));
      return;
    }
    const isWanted = /^(Stmt|Rpt|Ntfctn)$/.test(parent) && wanted.test(name);
    if (!isWanted && this.#open.length === 0) return;
    const element: Element = { name, attributes, children: [], text: '' };
    this.#open.at(-1)?.children.push(element);
    this.#open.push(element);
  };

  #nextNotification(name: string): number | null {
    return name === 'Ntfctn' ? (this.#notifications += 1) : null;
  }

  readonly text = (text: string): void => {
    const element = this.#open.at(-1);
    if (element) element.text += text;
  };

  readonly close = (name: string): void => {
    this.#path.pop();
    const statement = this.#statement;
    if (!statement) return;
    const element = this.#open.pop();
    if (element) {
      if (this.#open.length === 0) this.#note(element, statement);
    } else if (messageNamed.get((this.#path.at(-1) ?? '').replace(/V\d+$/, '')) === name) {
      this.#parts.push({ statement, entry: null });
      this.#statement = null;
    }
  };

  #note(element: Element, statement: Statement): void {
    if (element.name === 'Ntry') this.#parts.push({ statement, entry: element });
    else if (element.name === 'Acct') statement.account = accountIn(element);
    else if (element.name === 'Bal') statement.balances.push(element);
    else if (element.name === 'CreDtTm') statement.createdOn = element.text.trim().slice(0, 10);
    else statement.isWhole = isOnlyPage(element);
  }
}

const wanted = /^(Acct|Bal|Ntry|CreDtTm|(Stmt|Rpt|Ntfctn)Pgntn)$/;

const newStatement = (notification: number | null): Statement => ({
  notification,
  account: '',
  createdOn: '',
  isWhole: true,
  movedMinor: 0,
  currencies: new Set(),
  balances: [],
});

const isOnlyPage = (pagination: Element): boolean =>
  Number(textIn(pagination, 'PgNb')) === 1 && textIn(pagination, 'LastPgInd') !== 'false';

/**
 * Compares the first opening and the last closing balance with the entries, if the statement is
 * whole and in one currency.
 */
function checkBalances(statement: Statement, balances: StatementBalances): void {
  const { account, currencies, movedMinor, isWhole } = statement;
  const opening = balanceOf(statement.balances, { codes: ['OPBD', 'PRCD'], order: 1 });
  const closing = balanceOf(statement.balances, { codes: ['CLBD'], order: -1 });
  if (!isWhole || !opening || !closing || opening.currency !== closing.currency) return;
  const { currency } = opening;
  if ([...currencies].some((one) => one !== currency)) return;
  balances.check({
    account,
    currency,
    openingMinor: opening.minor,
    closingMinor: closing.minor,
    movedMinor,
  });
}

type Wanted = { readonly codes: readonly string[]; readonly order: 1 | -1 };

function balanceOf(elements: readonly Element[], { codes, order }: Wanted) {
  for (const code of codes) {
    const [first, second] = elements
      .filter((element) => codeOf(element) === code)
      .map((element) => ({ day: dayIn(element, 'Dt'), element }))
      .toSorted((one, other) => order * one.day.localeCompare(other.day));
    // Two balances of one day are in different currencies, so neither of them counts.
    if (!first || first.day === second?.day) continue;
    const money = moneyIn(inside(first.element, 'Amt'));
    const isBelow = textIn(first.element, 'CdtDbtInd') === 'DBIT';
    return money && { ...money, minor: isBelow ? -money.amountMinor : money.amountMinor };
  }
  return null;
}

const codeOf = (balance: Element): string =>
  textIn(balance, 'Tp', 'CdOrPrtry', 'Cd') || textIn(balance, 'Tp', 'Cd');
