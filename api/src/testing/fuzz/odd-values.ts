/** Values that people and programs send by accident, and that attackers send on purpose. */

/** Represents a number in a JSON tree that `JSON.stringify` cannot write, such as `1e309`. */
export class RawJson {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

const deep = (depth: number): unknown =>
  Array.from({ length: depth }).reduce((inner: unknown) => [inner], 'deep');

export const oddTexts = [
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '\u{d800}',
  'x\u{dfff}y',
  '\u202eright to left',
  '\ufeff\ufffe',
  '😀',
  'e\u0301',
  "' or 1=1 --",
  '%',
  '%_\\',
  '\\u0000',
  '=1+1',
  '../../etc/passwd',
  '__proto__',
  'constructor',
  '{{x}}',
  'null',
  'NaN',
  '\r\nset-cookie: token=1',
  'x'.repeat(130),
  'é'.repeat(5000),
];

export const oddNumbers = [
  0,
  -1,
  1.5,
  2 ** 31 - 1,
  2 ** 31,
  -(2 ** 31) - 1,
  Number.MAX_SAFE_INTEGER,
  Number.MIN_SAFE_INTEGER,
  2 ** 53,
  1e21,
  new RawJson('-0'),
  new RawJson('1e309'),
  new RawJson('-1e309'),
  new RawJson('1e-400'),
  new RawJson('123456789012345678901234567890'),
];

export const oddDays = [
  '0000-01-01',
  '0001-01-01',
  '0001-12-31',
  '1582-10-15',
  '1899-12-31',
  '1900-01-01',
  '2026-02-29',
  '2026-02-30',
  '2026-13-01',
  '2026-6-1',
  '2999-12-31',
  '3000-01-01',
  '9999-12-31',
  '10000-01-01',
  '-0044-03-15',
  'infinity',
  'today',
  '2026-06-15T00:00:00Z',
];

export const oddInstants = [
  '0000-01-01T00:00:00Z',
  '0001-01-01T00:00:00+15:59',
  '1900-01-01T00:00:00Z',
  '2026-06-15T12:00:00+23:59',
  '2026-06-15T12:00:00-23:59',
  '2026-06-15T12:00:00+15:59',
  '2026-06-15T12:00:00.123456789123456789Z',
  '2026-06-15T24:00:00Z',
  '2026-06-30T23:59:60Z',
  '2026-06-15T12:00Z',
  '2026-06-15 12:00:00Z',
  '2999-12-31T23:59:59.999Z',
  '2999-12-31T23:59:59-15:59',
  '9999-12-31T23:59:59Z',
  '9999-12-31T23:59:59-12:00',
  '294277-01-01T00:00:00Z',
  'infinity',
  'now',
];

export const oddIds = [
  '00000000-0000-0000-0000-000000000000',
  'ffffffff-ffff-ffff-ffff-ffffffffffff',
  'FFFFFFFF-FFFF-4FFF-8FFF-FFFFFFFFFFFF',
  '{0190163d-8694-739b-aea5-966c26f8ad91}',
  '0190163d8694739baea5966c26f8ad91',
  'not-an-id',
  '1',
];

/** Writes a forged cursor: its format is valid, but its content is not. */
const forged = (...parts: unknown[]): string =>
  Buffer.from(JSON.stringify(parts)).toString('base64url');
const someId = '0190163d-8694-739b-aea5-966c26f8ad91';
export const oddCursors = [
  'first',
  '%%%',
  forged(),
  forged('x', someId),
  forged('', someId),
  forged('\u0000', someId),
  forged('\u{d800}', someId),
  forged('0000-01-01', someId),
  forged('9999-12-31T23:59:59-12:00', someId),
  forged('infinity', someId),
  forged('NaN', someId),
  forged(1e308, someId),
  forged(-1, someId),
  forged(0.5, someId),
  forged(2 ** 53, someId),
  forged(null, someId),
  forged({}, someId),
  forged(1, 'x'),
  forged('2026-06-15', someId),
  forged('2026-06-15T12:00:00.000Z', someId),
  forged(12, someId),
  'x'.repeat(400),
];

/** Shapes that few fields expect. */
export const oddShapes: readonly unknown[] = [
  null,
  true,
  false,
  [],
  {},
  [[]],
  [null],
  ['x', 1, null],
  { id: {} },
  { ['__proto__']: { isAdmin: true } },
  { constructor: { prototype: {} } },
  deep(500),
  Array.from({ length: 3000 }, () => 0),
  Array.from({ length: 600 }, () => someId),
];
