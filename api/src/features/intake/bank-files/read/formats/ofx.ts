import { BANK_LINES_MAX } from '@bursar/contracts/intake/bank-files.values';
import { isCalendarDate } from '@bursar/loan-maths/calendar';
import { currencyDecimals, parseMoney } from '@bursar/loan-maths/money';
import { refuse } from '../../../../../platform/outcome.ts';
import {
  lineNotRead,
  notRecognised,
  tooManyLines,
  UnreadableBankFile,
  type ReadLine,
} from '../bank-line.ts';
import type { BankFormat } from './bank-format.ts';
import { withOwnIds } from './own-ids.ts';

/**
 * Open Financial Exchange of both generations: version 1 is SGML, whose values have no closing
 * tags, version 2 is XML. Quicken's QFX is the same.
 */
export const ofx: BankFormat = {
  name: 'ofx',
  recognises: (start) =>
    /^(<\?xml|<\?OFX|<OFX>|OFXHEADER\s*:)/i.test(start) && /<OFX>/i.test(start),
  read: async function* read(text, { currency }) {
    const reader = new StatementReader(currency);
    for await (const token of tokensIn(text)) reader.take(token);
    yield* withOwnIds(reader.finish(), 1);
  },
};

type Token = { readonly isClosing: boolean; readonly name: string; readonly value: string };

/** Far above the longest valid value. A file with more text than this between tags is damaged. */
const VALUE_MAX = 64_000;

async function* tokensIn(text: AsyncIterable<string>): AsyncGenerator<Token> {
  let rest = '';
  for await (const piece of text) {
    rest += piece;
    // The value after the last tag may continue in the next piece.
    const end = rest.lastIndexOf('<');
    if (rest.length - Math.max(0, end) > VALUE_MAX) throw notRecognised();
    if (end < 0) continue;
    yield* tokensOf(rest.slice(0, end));
    rest = rest.slice(end);
  }
  yield* tokensOf(rest);
}

function* tokensOf(text: string): Generator<Token> {
  const plain = text
    .replaceAll(/<!\[CDATA\[([^]*?)\]\]>/g, (_all, value: string) => value.replaceAll('<', '&lt;'))
    .replaceAll(/<!--[^]*?-->/g, '');
  // A declaration could define entities, and no bank writes one.
  if (plain.includes('<!')) throw notRecognised();
  for (const [, slash, name = '', value = ''] of plain.matchAll(
    /<(\/?)([A-Za-z][A-Za-z0-9_.]*)\s*\/?>([^<]*)/g,
  )) {
    if (value.length > VALUE_MAX) throw notRecognised();
    yield { isClosing: slash === '/', name: name.toUpperCase(), value: decoded(value.trim()) };
  }
}

const entities: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
};

const decoded = (text: string): string =>
  text.replaceAll(/&(?:#(\d{1,6})|([a-z]{2,4}));/g, (all, code?: string, name?: string) =>
    code === undefined ? (entities[name ?? ''] ?? all) : String.fromCodePoint(Number(code)),
  );

/** The elements that contain others; every other element is read as a value. */
const groups: ReadonlySet<string> = new Set(
  (
    'OFX SIGNONMSGSRSV1 SONRS STATUS FI BANKMSGSRSV1 CREDITCARDMSGSRSV1 STMTTRNRS CCSTMTTRNRS STMTRS ' +
    'CCSTMTRS BANKACCTFROM CCACCTFROM BANKTRANLIST BANKTRANLISTP STMTTRN STMTTRNP LEDGERBAL AVAILBAL ' +
    'BALLIST BAL CURRENCY ORIGCURRENCY PAYEE BANKACCTTO CCACCTTO'
  ).split(' '),
);

type Values = Map<string, string>;

class StatementReader {
  readonly #usual: string;
  readonly #lines: ReadLine[] = [];
  readonly #path: string[] = [];
  #account = '';
  #currency = '';
  #values: Values | null = null;
  #isComplete = false;

  constructor(usual: string) {
    this.#usual = usual;
  }

  take({ isClosing, name, value }: Token): void {
    if (this.#isComplete) throw notRecognised();
    if (!groups.has(name)) {
      if (!isClosing) this.#note(name, value);
      return;
    }
    // Some banks leave the list of lines open before the balance.
    if (name === 'LEDGERBAL' && this.#path.at(-1) === 'BANKTRANLIST') this.#path.pop();
    if (!isClosing) {
      this.#path.push(name);
      if (name === 'STMTRS' || name === 'CCSTMTRS') [this.#account, this.#currency] = ['', ''];
      if (name === 'STMTTRN' || name === 'STMTTRNP') {
        if (this.#values) throw notRecognised();
        this.#values = new Map();
      }
      return;
    }
    if (this.#path.pop() !== name) throw notRecognised();
    if ((name === 'STMTTRN' || name === 'STMTTRNP') && this.#values) {
      if (this.#lines.length === BANK_LINES_MAX) throw tooManyLines();
      this.#lines.push(this.#lineOf(this.#values, name === 'STMTTRNP'));
      this.#values = null;
    }
    this.#isComplete = name === 'OFX';
  }

  finish(): readonly ReadLine[] {
    if (!this.#isComplete) throw notRecognised();
    return this.#lines;
  }

  #note(name: string, value: string): void {
    const group = this.#path.at(-1) ?? '';
    if (this.#values) {
      const key = group.startsWith('STMTTRN') ? name : `${group}.${name}`;
      this.#values.set(key, value);
    } else if (name === 'CURDEF') this.#currency = value.toUpperCase();
    else if (name === 'ACCTID' && group.endsWith('ACCTFROM')) this.#account = value;
  }

  #lineOf(values: Values, isPending: boolean): ReadLine {
    const number = this.#lines.length + 1;
    const of = (...names: readonly string[]) =>
      names.map((name) => values.get(name) ?? '').find((value) => value !== '') ?? '';
    // Amounts with an original currency are already in the currency of the account.
    const currency = of('CURRENCY.CURSYM').toUpperCase() || this.#currency || this.#usual;
    const signed = minorOf(of('TRNAMT'), currency);
    if (signed === null) throw lineNotRead(number, 'TRNAMT');
    if (signed > 0 && of('TRNTYPE').toUpperCase() === 'DEBIT') {
      throw new UnreadableBankFile(
        refuse('bank_direction_contradictory', { details: { line: number } }),
      );
    }
    const bookedOn = dayOf(of('DTPOSTED', 'DTTRAN', 'DTUSER'));
    if (bookedOn === null) throw lineNotRead(number, 'DTPOSTED');
    const texts = [of('MEMO'), of('CHECKNUM'), of('REFNUM')].filter((text) => text !== '');
    return {
      account: this.#account,
      bankId: of('FITID'),
      bookedOn,
      valueOn: dayOf(of('DTAVAIL')) ?? bookedOn,
      amountMinor: Math.abs(signed),
      currency,
      debtorName: of('NAME', 'PAYEE.NAME', 'EXTDNAME'),
      payerAccount: of('BANKACCTTO.ACCTID', 'CCACCTTO.ACCTID'),
      remittance: [...new Set(texts)].join(' · '),
      leftOut: isPending ? 'not-booked' : signed < 0 ? 'debit' : signed === 0 ? 'zero' : null,
      mark: '',
      row: JSON.stringify([...values]),
    };
  }
}

/**
 * Reads an amount in minor units. The last mark is the decimal mark, a point or a comma. Three
 * digits after the only mark could also be thousands, which the format forbids but some banks
 * write; such an amount is read only if the currency has three decimals.
 */
function minorOf(text: string, currency: string): number | null {
  const [, sign = '', whole = '', mark = '', fraction = ''] =
    /^([+-]?)([\d.,]*?)(?:([.,])(\d*))?$/.exec(text) ?? [];
  const grouping = whole.replaceAll(/\d/g, '');
  if (grouping.includes(mark) && grouping !== '' && mark !== '') return null;
  if (grouping !== '' && !/^\d{1,3}([.,]\d{3})+$/.test(whole)) return null;
  if (grouping === '' && fraction.length === 3 && currencyDecimals(currency) !== 3) return null;
  const parsed = parseMoney(`${sign}${whole.replaceAll(/[.,]/g, '')}.${fraction}`, currency);
  return parsed.ok && !parsed.value.digitsWereLost ? Number(parsed.value.amountMinor) : null;
}

/** Reads the day as the bank writes it; a time and a time zone are ignored. */
function dayOf(text: string): string | null {
  const [, year, month, day] =
    /^(\d{4})(\d\d)(\d\d)(?:\d{2,6}(?:\.\d+)?)?\s*(?:\[.*\])?$/.exec(text) ?? [];
  const written = `${year}-${month}-${day}`;
  return isCalendarDate(written) ? written : null;
}
