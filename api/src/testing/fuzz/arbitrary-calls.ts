import fc from 'fast-check';
import { arbitraryOf, type JsonSchema } from './arbitrary-values.ts';
import { oddShapes, oddTexts, RawJson } from './odd-values.ts';

/** The part of the API's description that the tests read. */
export type ApiDescription = {
  readonly paths: Readonly<Record<string, Partial<Record<(typeof methods)[number], Operation>>>>;
};

type Operation = {
  readonly parameters?: readonly {
    readonly name: string;
    readonly in: 'path' | 'query';
    readonly required?: boolean;
    readonly schema: JsonSchema;
  }[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { schema: JsonSchema }>> };
};

/** A generated call; ids and marks are filled in for each caller. */
export type MadeCall = {
  readonly method: string;
  readonly path: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly query: Readonly<Record<string, unknown>>;
  readonly body: CallBody | null;
  readonly twist: Twist;
};

export type CallBody =
  | { readonly kind: 'json'; readonly value: unknown }
  | { readonly kind: 'bytes'; readonly value: Buffer };

/** Ways to send any call, most of them with a protocol error. */
export const twists = [
  'none',
  'twice',
  'no-body',
  'broken-json',
  'json-as-text',
  'json-as-form',
  'no-content-type',
  'unknown-content-type',
  'unknown-method',
  'bad-percent',
  'nul-in-path',
  'broken-utf8',
  'long-parameter',
  'long-query',
  'repeated-query',
  'no-xsrf',
  'odd-cookies',
  'long-header',
] as const;
export type Twist = (typeof twists)[number];

const methods = ['get', 'post', 'put', 'patch', 'delete'] as const;

/** Generates calls to every described operation, and some to unknown addresses. */
export function arbitraryCall(api: ApiDescription): fc.Arbitrary<MadeCall> {
  const calls = Object.entries(api.paths).flatMap(([path, operations]) =>
    methods.flatMap((method) => {
      const operation = operations[method];
      return operation ? [callOf({ method: method.toUpperCase(), path, operation })] : [];
    }),
  );
  return fc.oneof(...calls.map((arbitrary) => ({ weight: 2, arbitrary })), {
    weight: 1,
    arbitrary: strayCall,
  });
}

type Place = {
  readonly method: string;
  readonly path: string;
  readonly operation: Operation;
};

function callOf({ method, path, operation }: Place): fc.Arbitrary<MadeCall> {
  const parametersIn = (place: 'path' | 'query'): JsonSchema => {
    const parameters = (operation.parameters ?? []).filter((parameter) => parameter.in === place);
    return {
      type: 'object',
      properties: Object.fromEntries(parameters.map(({ name, schema }) => [name, schema])),
      required: parameters.filter(({ required }) => required).map(({ name }) => name),
    };
  };
  const twist = fc.oneof(
    { weight: 16, arbitrary: fc.constant<Twist>('none') },
    { weight: 2, arbitrary: fc.constantFrom(...twists) },
    { weight: 1, arbitrary: fc.constant<Twist>('twice') },
  );
  return fc
    .record({
      params: recordOf(parametersIn('path')),
      query: sometimesBroken(parametersIn('query')).map(asRecord),
      body: bodyOf(operation),
      twist,
    })
    .map((parts) => ({ method, path, ...parts }));
}

const asRecord = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? { ...value } : {};

const recordOf = (schema: JsonSchema) => arbitraryOf(schema).map(asRecord);

function bodyOf({ requestBody }: Operation): fc.Arbitrary<CallBody | null> {
  const json = requestBody?.content['application/json']?.schema;
  if (json) return sometimesBroken(json).map((value) => ({ kind: 'json', value }));
  if (requestBody) return uploads.map((value) => ({ kind: 'bytes', value }));
  return fc.constant(null);
}

/** Generates values of which a fifth have one invalid place. */
function sometimesBroken(schema: JsonSchema): fc.Arbitrary<unknown> {
  const whole = arbitraryOf(schema);
  const broken = fc
    .tuple(whole, fc.nat({ max: 1000 }), oddAnything)
    .map(([value, place, odd]) => breakAt(value, place, odd));
  return fc.oneof({ weight: 4, arbitrary: whole }, { weight: 1, arbitrary: broken });
}

const MISSING = Symbol('missing');
const oddAnything = fc.oneof(
  fc.constantFrom<unknown[]>(...oddShapes, ...oddTexts, 1e21, new RawJson('1e309')),
  fc.constant(MISSING),
  fc.jsonValue(),
);

/**
 * Replaces one value of the tree, or adds or removes a field. `place` selects the position.
 * `MISSING` removes a field of an object; any other value becomes null or an empty list.
 */
function breakAt(value: unknown, place: number, odd: unknown): unknown {
  if (Array.isArray(value) && value.length > 0) {
    const at = place % (value.length + 1);
    if (at === value.length) return odd === MISSING ? [] : odd;
    return value.map((item: unknown, index) =>
      index === at ? breakAt(item, place >> 3, odd) : item,
    );
  }
  if (!isPlain(value)) return odd === MISSING ? null : odd;
  const keys = Object.keys(value);
  const key = keys[place % (keys.length + 1)];
  if (key === undefined) return { ...value, unknown: odd === MISSING ? 1 : odd };
  const { [key]: inner, ...rest } = value;
  if (odd === MISSING) return rest;
  const goesIn = place % 2 === 0 && typeof inner === 'object' && inner !== null;
  return { ...rest, [key]: goesIn ? breakAt(inner, place >> 3, odd) : odd };
}

const isPlain = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;

const tape = (...rows: string[]): Buffer =>
  Buffer.from(
    [
      'external_id,borrower_name,principal,annual_rate_percent,instalments,disbursed_on,first_due_on,status,balance',
      ...rows,
    ].join('\n'),
  );

const uploads = fc.oneof(
  fc.constantFrom(
    tape('F-1,Ada Byron,10000.00,14.07,36,2018-03-01,2018-04-01,active,10000.00'),
    tape('F-2,Ada\u0000Byron,1e309,1e309,-1,0000-01-01,2018-04-01,active,10000.00'),
    tape('F-3,Ada Byron,10000.00,14.07,36,2018-03-01,0001-01-01,active,10000.00'),
    tape('F-4,"unclosed,1,2,3'),
    Buffer.from('%PDF-1.7\nnot much of one'),
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1, 2, 3]),
    Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 16, 0x4a, 0x46, 0x49, 0x46, 0, 1]),
    Buffer.from('PK\u0003\u0004not a workbook', 'latin1'),
    Buffer.alloc(0),
    Buffer.alloc(70_000),
  ),
  fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes)),
);

/** Calls to addresses that the API does not have. */
const strayCall: fc.Arbitrary<MadeCall> = fc.record({
  method: fc.constantFrom('GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS'),
  path: fc.constantFrom(
    '/api',
    '/api/',
    '/api/nothing',
    '/api//loans',
    '/api/loans/',
    '/api/loans/%2e%2e/audit',
    '/api/../etc/passwd',
    '/locales/add/en/app',
    '/locales/add/%00/%00',
    '/locales/en/../../package.json',
    '/assets/%c0%ae%c0%ae/x.js',
    '/readyz',
    '/healthz',
    '/',
    '//',
    '/?',
  ),
  params: fc.constant({}),
  query: fc.constantFrom<Record<string, unknown>[]>({}, { view: 'all' }, { ['__proto__']: 'x' }),
  body: fc.constantFrom<(CallBody | null)[]>(null, { kind: 'json', value: { key: 'a\u0000' } }),
  twist: fc.constantFrom(...twists),
});
