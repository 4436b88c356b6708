import type { FastifyDynamicSwaggerOptions } from '@fastify/swagger';
import { z } from 'zod';
import type { Endpoint } from '@bursar/contracts/endpoint';
import { failureStatus, type FailureCode } from '@bursar/contracts/failure-status';
import { permissionRoles } from '@bursar/contracts/access/permissions';
import { splitKey } from './endpoints.ts';
import { failureSentence } from './failure-sentences.ts';
import { inputSchemaOf } from './input-schemas.ts';

/** Configures @fastify/swagger: OpenAPI 3.1, with each operation described from its contract. */
export const openApi: FastifyDynamicSwaggerOptions = {
  convertConstToEnum: false,
  openapi: {
    openapi: '3.1.0',
    info: {
      title: 'Bursar',
      version: '0.1.0',
      description:
        'Programs send an API key as `Authorization: Bearer …`. Sessions need two cookies: `token`, set by the page, and the browser-binding cookie, set ' +
        'by the server. Calls that change something need the `X-XSRF-TOKEN` header with the value ' +
        'of the `XSRF-TOKEN` cookie. Amounts are integers of minor units; days are `YYYY-MM-DD`.',
    },
    components: {
      securitySchemes: {
        token: { type: 'apiKey', in: 'cookie', name: 'token' },
        binding: { type: 'apiKey', in: 'cookie', name: '__Host-bursar-binding' },
        apiKey: { type: 'http', scheme: 'bearer' },
        xsrf: { type: 'apiKey', in: 'header', name: 'X-XSRF-TOKEN' },
      },
    },
  },
  // The bound schemas are adapted for validation and serialisation; the description shows the
  // contract as written.
  transform: ({ route, url }) => {
    const endpoint = route.config?.endpoint;
    return { schema: endpoint ? describeEndpoint(endpoint) : { hide: true }, url };
  },
};

function describeEndpoint(endpoint: Endpoint) {
  const [method, path] = splitKey(endpoint);
  const { access, summary, params, query, body, streamedBody } = endpoint;
  const session = { token: [], binding: [], ...(method !== 'GET' && { xsrf: [] }) };
  return {
    operationId: `${String(method).toLowerCase()}${path.replaceAll(/[/:.-]+(\w)/g, (_, letter: string) => letter.toUpperCase())}`,
    summary,
    description: whoMayCall(access),
    tags: [path.split('/')[2] ?? 'api'],
    security: securityOf(access, session),
    ...(params && { params: inputSchema(params) }),
    ...(query && { querystring: inputSchema(query) }),
    ...(body && { body: inputSchema(body) }),
    ...(streamedBody && { consumes: [streamedBody], body: { type: 'string', format: 'binary' } }),
    response: { 200: answerOf(endpoint), ...failuresOf(endpoint) },
  };
}

function securityOf(access: Endpoint['access'], session: Record<string, never[]>) {
  if (access === 'public') return [];
  return access === 'signed-in' ? [session] : [session, { apiKey: [] }];
}

function whoMayCall(access: Endpoint['access']): string {
  if (access === 'public') return 'Anyone.';
  if (access === 'signed-in') return 'Any signed-in role.';
  return `Permission \`${access}\`: ${permissionRoles[access].join(', ')}.`;
}

function answerOf({ answer, answerType }: Endpoint) {
  const schema = z.toJSONSchema(answer, { io: 'output' });
  return { description: 'Done.', content: { [answerType ?? 'application/json']: { schema } } };
}

type Answer = {
  readonly description: string;
  readonly content: Record<string, { readonly schema: object }>;
};

/** Lists an endpoint's failures by status with their sentences; those of every call come first. */
function failuresOf({ key, access, failures }: Endpoint) {
  const codes: FailureCode[] = [
    ...(key.startsWith('GET ') ? [] : (['cross_site_request'] as const)),
    'invalid_request',
    'unknown_fields',
    ...(access === 'public'
      ? []
      : ([
          'not_signed_in',
          'xsrf_token_mismatch',
          'permission_missing',
          'not_for_api_keys',
          'address_not_allowed',
          'second_factor_missing',
        ] as const)),
    ...failures,
  ];
  const answers: Record<number, Answer> = {};
  for (const status of new Set(codes.map((code) => failureStatus[code]))) {
    const own = codes.filter((code) => failureStatus[code] === status);
    answers[status] = {
      description: own.map((code) => `\`${code}\`: ${failureSentence(code)}`).join('\n\n'),
      content: { 'application/json': { schema: failureSchema(own) } },
    };
  }
  return answers;
}

const inputSchema = (schema: z.ZodType) => inputSchemaOf(schema, 'draft-2020-12');

const failureSchema = (codes: readonly FailureCode[]) => ({
  type: 'object',
  required: ['error', 'message', 'requestId'],
  properties: {
    error: { type: 'string', enum: [...new Set(codes)] },
    message: { type: 'string' },
    fields: { type: 'object', additionalProperties: { type: 'string' } },
    details: { type: 'object', additionalProperties: { type: ['string', 'number'] } },
    requestId: { type: 'string' },
  },
});
