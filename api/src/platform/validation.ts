import { Ajv, type ErrorObject } from 'ajv';
import addFormatsModule from 'ajv-formats';
import type { FastifySchema, FastifySchemaCompiler } from 'fastify';

// ajv-formats is CommonJS: its function sits on `default` under NodeNext.
const addFormats = addFormatsModule.default;

const options = { useDefaults: true, removeAdditional: false, allErrors: true } as const;
// Addresses carry only text, so numbers in them are read; a JSON body must already be right.
const fromAddress = addFormats(new Ajv({ ...options, coerceTypes: true }));
const fromBody = addFormats(new Ajv({ ...options, coerceTypes: false }));

export const validatorCompiler: FastifySchemaCompiler<FastifySchema> = ({ schema, httpPart }) =>
  (httpPart === 'body' ? fromBody : fromAddress).compile(schema);

/** One sentence per field, by its path such as `selection.loanIds`. */
export function fieldSentences(errors: readonly Partial<ErrorObject>[]): Record<string, string> {
  const fields: Record<string, string> = {};
  for (const error of errors) {
    const missing =
      error.keyword === 'required' ? `/${String(error.params?.['missingProperty'])}` : '';
    const path = `${error.instancePath ?? ''}${missing}`.slice(1).replaceAll('/', '.');
    fields[path] ??= sentence(error);
  }
  return fields;
}

function sentence({ keyword, params = {} }: Partial<ErrorObject>): string {
  switch (keyword) {
    case 'required':
      return 'This is required.';
    case 'type':
      return params['type'] === 'integer'
        ? 'Enter a whole number.'
        : `This must be a ${params['type']}.`;
    case 'format':
      return params['format'] === 'date'
        ? 'Enter a day as YYYY-MM-DD.'
        : `This must be a valid ${params['format']}.`;
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
