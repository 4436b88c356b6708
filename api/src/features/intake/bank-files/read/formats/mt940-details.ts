export type Details = {
  readonly name: string;
  readonly payerAccount: string;
  readonly purpose: string;
  /** Whether the payment was returned, such as a direct debit without sufficient funds. */
  readonly isReturn: boolean;
};

/**
 * Reads the details of an entry (field 86): German banks number the parts, Dutch and some other
 * banks name them, and any other text is free.
 */
export function readMt940Details(text: string): Details {
  const separator = /^\s*\d{3}\s*([?>])\s*\d\d/.exec(text)?.[1];
  if (separator !== undefined) return readNumbered(text, separator);
  const joined = joinLines(text.split('\n'));
  if (/\/(NAME|REMI|EREF|CNTP|IBAN)\//.test(joined)) return readNamed(joined);
  return readFree(text, joined);
}

/** A line of this width continues in the next one, often within a word. */
const LINE_WIDTH = 65;
const PART_WIDTH = 27;

const joinLines = (lines: readonly string[]): string => joinParts(lines, LINE_WIDTH);

const joinParts = (parts: readonly string[], width: number): string =>
  parts.reduce((all, part, at) => {
    const before = parts[at - 1] ?? '';
    return at === 0 || before.length >= width ? all + part : `${all} ${part}`;
  }, '');

const tidy = (text: string): string => text.replaceAll(/\s+/g, ' ').trim();

/**
 * Reads numbered details: parts 20 to 29 and 60 to 63 are the purpose, part 31 is the account, and
 * parts 32 and 33 are the name.
 */
function readNumbered(text: string, separator: string): Details {
  const parts = new Map<number, string>();
  const pieces = text.replaceAll('\n', '').split(separator === '?' ? /\?(?=\d\d)/ : />(?=\d\d)/);
  for (const piece of pieces.slice(1)) {
    const number = Number(piece.slice(0, 2));
    if (!parts.has(number)) parts.set(number, piece.slice(2));
  }
  const among = (from: number, to: number) =>
    [...parts].filter(([number]) => number >= from && number <= to).map(([, value]) => value);
  const purpose = [...among(20, 29), ...among(60, 63)];
  const named = sepaParts(purpose.join(''));
  const code = text.trim().slice(0, 3);
  return {
    name: tidy(joinParts(among(32, 33), PART_WIDTH)),
    payerAccount: tidy(parts.get(31) ?? '') || (named?.get('IBAN') ?? ''),
    purpose: named
      ? purposeIn(named)
      : tidy(joinParts(purpose, PART_WIDTH)) || tidy(parts.get(0) ?? ''),
    isReturn: returnCodes.has(code),
  };
}

/** Business transaction codes of German banks for payments that came back. */
const returnCodes = new Set(['108', '109', '159', '181', '184']);

const sepaTag =
  /(EREF|KREF|MREF|CRED|DEBT|COAM|OAMT|SVWZ|ABWA|ABWE|IBAN|BIC|PURP|ANAM|RREF|RTRN)\+/;

function sepaParts(text: string): ReadonlyMap<string, string> | null {
  const [before = '', ...rest] = text.split(sepaTag);
  if (rest.length === 0) return null;
  const named = new Map([['', tidy(before)]]);
  for (let at = 0; at + 1 < rest.length; at += 2) {
    const [name = '', value = ''] = [rest[at], rest[at + 1]];
    if (!named.has(name)) named.set(name, tidy(value));
  }
  return named;
}

const purposeIn = (named: ReadonlyMap<string, string>): string =>
  ['', 'SVWZ', 'EREF']
    .map((name) => named.get(name) ?? '')
    .filter((value) => value !== '' && !/^NOT ?PROVIDED$/i.test(value))
    .join(' · ');

const slashTag =
  /\/(EREF|REMI|NAME|IBAN|CNTP|BENM|ORDP|TRTP|CSID|MARF|PREF|SVCL|BIC|ISDT|RTRN|ADDR|PURP|ULTB|ULTC|ULTD|EXCH|INIT|SUBC|ORCR|CHGS|RREF)\//;

function readNamed(text: string): Details {
  const [, ...rest] = text.split(slashTag);
  const named = new Map<string, string>();
  for (let at = 0; at + 1 < rest.length; at += 2) {
    const [name = '', value = ''] = [rest[at], rest[at + 1]];
    if (!named.has(name)) named.set(name, tidy(value));
  }
  const plain = (name: string) => (named.get(name) ?? '').replace(/\/+$/, '').trim();
  // The code CNTP contains the counterparty's account, bank, name and city, separated by slashes.
  const [account = '', , name = ''] = (named.get('CNTP') ?? '').split('/');
  const purpose = plain('REMI').replace(/^(USTD|STRD)\/+/, '');
  const reference = plain('EREF');
  return {
    name: plain('NAME') || tidy(name),
    payerAccount: plain('IBAN') || account.trim(),
    purpose: [purpose, /^(NOT ?PROVIDED|NONREF)$/i.test(reference) ? '' : reference]
      .filter((one) => one !== '')
      .join(' · '),
    isReturn: named.has('RTRN'),
  };
}

/**
 * Reads free text, which some Dutch banks begin with the account and the name of the other party.
 */
function readFree(text: string, joined: string): Details {
  const [first = '', ...others] = text.split('\n');
  const [, payerAccount = '', name = ''] =
    /^([A-Z]{2}\d{2}[A-Z0-9]{10,30})\s+(\S.*)$/.exec(first.trim()) ?? [];
  const purpose = payerAccount === '' ? tidy(joined) : tidy(joinLines(others));
  return { name: tidy(name), payerAccount, purpose, isReturn: false };
}
