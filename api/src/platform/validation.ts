import { Ajv, type ErrorObject } from 'ajv';
import addFormatsModule from 'ajv-formats';
import { yearsOfBooks } from '@bursar/contracts/values';
import type { FastifySchema, FastifySchemaCompiler } from 'fastify';
import { compileOnce } from './compile-once.ts';
import { LOWER_CASE_ID } from './input-schemas.ts';
import { isVisibleName, NAME_FORM } from '@bursar/contracts/visible-names';
import { firstOf } from '@bursar/contracts/cut-text';
import { isStorable, leavesOf } from '@bursar/contracts/sent-values';
import { unknownFieldsIn } from './unknown-fields.ts';

// ajv-formats is CommonJS: its function is on `default` under NodeNext.
const addFormats = addFormatsModule.default;

const idForm = /^[\da-f-]{36}$/i;

const options = {
  useDefaults: true,
  removeAdditional: false,
  allErrors: true,
  // Verbose errors include the field's schema, from which the sentence is built.
  verbose: true,
} as const;
// Parameters and queries are text, so numbers in them are parsed; a JSON body must have the right
// types. `1e309` parses to infinity, which `strictNumbers` would exempt from every limit.
const fromAddress = addFormats(new Ajv({ ...options, coerceTypes: true, strictNumbers: false }));
const fromBody = addFormats(new Ajv({ ...options, coerceTypes: false }));
// The schema's pattern contains the rule for names; the format only marks it, so it accepts any
// value.
for (const ajv of [fromAddress, fromBody]) {
  ajv.addFormat(NAME_FORM, true);
  ajv.addKeyword({
    keyword: LOWER_CASE_ID,
    type: 'string',
    schemaType: 'boolean',
    modifying: true,
    errors: false,
    // The pattern next to the mark checks the id, so this function only writes it in lower case.
    validate: (_isMarked: boolean, id: string, _schema, place) => {
      if (place && idForm.test(id)) place.parentData[place.parentDataProperty] = id.toLowerCase();
      return true;
    },
  });
}

const validatorBy = (ajv: Ajv) =>
  compileOnce((schema: FastifySchema) => {
    const validate = ajv.compile(schema);
    return (data: unknown) => {
      const unstorable = unstorableTexts(data);
      if (unstorable.length > 0) return { error: unstorable };
      const unknown = unknownFields(schema, data);
      if (validate(data) && unknown.length === 0) return { value: data };
      return { error: [...unknown, ...(validate.errors ?? [])] };
    };
  });
const addressValidator = validatorBy(fromAddress);
const bodyValidator = validatorBy(fromBody);

export const validatorCompiler: FastifySchemaCompiler<FastifySchema> = ({ schema, httpPart }) =>
  (httpPart === 'body' ? bodyValidator : addressValidator)(schema);

type Problem = Pick<
  ErrorObject,
  'keyword' | 'instancePath' | 'schemaPath' | 'params' | 'parentSchema' | 'data'
>;

function unstorableTexts(data: unknown): Problem[] {
  const found: Problem[] = [];
  for (const { path, value } of leavesOf(data)) {
    if (typeof value !== 'string' || isStorable(value)) continue;
    found.push({ keyword: 'storable', instancePath: `/${path}`, schemaPath: '', params: {} });
  }
  return found;
}

/**
 * Finds unknown fields here instead of with Ajv. For a value with several possible shapes, Ajv
 * reports the fields of each shape as unknown to the others.
 */
function unknownFields(schema: FastifySchema, data: unknown): Problem[] {
  return unknownFieldsIn(schema, data).map((name) => ({
    keyword: UNKNOWN,
    instancePath: `/${name}`,
    schemaPath: '',
    params: {},
  }));
}

const UNKNOWN = 'unknown';

/**
 * Returns the names of the fields that are not in the contract, for the failure's message; null if
 * there are none.
 */
export function unknownFieldNames(errors: readonly Problem[]): string | null {
  const unknown = errors.filter(({ keyword }) => keyword === UNKNOWN);
  if (unknown.length === 0) return null;
  const named = unknown.slice(0, NAMES_MAX).map((error) => firstOf(pathOf(error), NAME_LENGTH_MAX));
  return unknown.length > NAMES_MAX ? `${named.join(', ')}, …` : named.join(', ');
}

const NAMES_MAX = 5;
const NAME_LENGTH_MAX = 80;

/** Returns the path of the first name that contains invisible characters. */
export function hiddenNameAt(errors: readonly Problem[]): string | undefined {
  const hidden = errors.find(
    ({ keyword, parentSchema, data }) =>
      keyword === 'pattern' &&
      parentSchema?.['format'] === NAME_FORM &&
      !isVisibleName(String(data)),
  );
  return hidden && pathOf(hidden);
}

/**
 * Maximum number of fields in an answer, for example for an array of thousands of invalid items.
 */
const FIELDS_MAX = 50;

/** Returns one sentence per field, by its path such as `selection.loanIds`. */
export function fieldSentences(errors: readonly Problem[]): Record<string, string> {
  const fields: Record<string, string> = {};
  const named = errors.filter(({ keyword }) => keyword !== 'additionalProperties');
  for (const error of named.slice(0, FIELDS_MAX)) fields[pathOf(error)] ??= sentence(error);
  return fields;
}

function pathOf({ keyword, instancePath, params }: Problem): string {
  const missing = keyword === 'required' ? `/${String(params['missingProperty'])}` : '';
  return `${instancePath}${missing}`.slice(1).replaceAll('/', '.');
}

function sentence({ keyword, params, parentSchema }: Problem): string {
  switch (keyword) {
    case 'storable':
      return 'This holds a character that cannot be kept.';
    case 'required':
      return 'This is required.';
    case UNKNOWN:
      return 'There is no field of this name.';
    case 'type':
      return params['type'] === 'integer'
        ? 'Enter a whole number.'
        : `This must be ${kindOf(String(params['type']))}.`;
    case 'pattern':
    case 'format':
      return formSentence(parentSchema?.['format']);
    case 'minLength':
      return params['limit'] === 1
        ? 'This is required.'
        : `Enter at least ${params['limit']} characters.`;
    case 'maxLength':
      return `Enter at most ${params['limit']} characters.`;
    case 'minimum':
      return `Enter at least ${params['limit']}.`;
    case 'maximum':
      return `Enter at most ${params['limit']}.`;
    case 'enum':
      return `Choose one of: ${[params['allowedValues']].flat().join(', ')}.`;
    default:
      return 'This is not in the expected form.';
  }
}

function formSentence(format: unknown): string {
  const years = `from ${yearsOfBooks.first} to ${yearsOfBooks.last}`;
  switch (format) {
    case 'date':
      return `Enter a day as YYYY-MM-DD, ${years}.`;
    case 'date-time':
      return `Enter a moment such as 2026-06-15T09:30:00Z, ${years}.`;
    default:
      return typeof format === 'string'
        ? `This must be a valid ${format}.`
        : 'This is not in the expected form.';
  }
}

const kindOf = (type: string): string => (/^[aeiou]/.test(type) ? `an ${type}` : `a ${type}`);
