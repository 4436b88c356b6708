import { z } from 'zod';
import { failureStatus, type Endpoint, type FailureCode } from '@bursar/contracts/endpoint';
import { permissionRoles } from '@bursar/contracts/permissions';
import { splitKey } from './endpoints.ts';
import { failureSentence } from './failure-sentences.ts';

type JsonSchema = z.core.JSONSchema.BaseSchema;

export type OpenApiParameter = {
  name: string;
  in: 'path' | 'query';
  required: boolean;
  schema: JsonSchema;
};

export type OpenApiOperation = {
  operationId: string;
  summary: string;
  description: string;
  tags: string[];
  security: Record<string, string[]>[];
  parameters: OpenApiParameter[];
  requestBody?: { required: true; content: Record<string, { schema: JsonSchema }> };
  responses: Record<
    string,
    { description: string; content?: Record<string, { schema: JsonSchema }> }
  >;
};

export type OpenApiDocument = {
  openapi: '3.1.0';
  info: { title: string; version: string; description: string };
  paths: Record<string, Record<string, OpenApiOperation>>;
  components: { schemas: Record<string, JsonSchema>; securitySchemes: Record<string, object> };
};

/** Describes exactly what was bound: OpenAPI 3.1 from the contracts, never written by hand. */
export function describeApi(endpoints: readonly Endpoint[]): OpenApiDocument {
  const paths: OpenApiDocument['paths'] = {};
  for (const endpoint of endpoints) {
    const [method, path] = splitKey(endpoint);
    const template = path.replaceAll(/:(\w+)/g, '{$1}');
    paths[template] = { ...paths[template], [String(method).toLowerCase()]: operationOf(endpoint) };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Bursar',
      version: '0.1.0',
      description:
        'Sessions need two cookies: `token`, set by the page, and the browser-binding cookie, set ' +
        'by the server. Calls that change something need the `X-XSRF-TOKEN` header with the value ' +
        'of the `XSRF-TOKEN` cookie. Amounts are integers of minor units; days are `YYYY-MM-DD`.',
    },
    paths,
    components: {
      schemas: { Failure: failureSchema },
      securitySchemes: {
        token: { type: 'apiKey', in: 'cookie', name: 'token' },
        binding: { type: 'apiKey', in: 'cookie', name: '__Host-bursar-binding' },
        xsrf: { type: 'apiKey', in: 'header', name: 'X-XSRF-TOKEN' },
      },
    },
  };
}

function operationOf(endpoint: Endpoint): OpenApiOperation {
  const [method, path] = splitKey(endpoint);
  const { access } = endpoint;
  const changes = method !== 'GET';
  const session = { token: [], binding: [], ...(changes && { xsrf: [] }) };
  const body = bodyOf(endpoint);
  return {
    operationId: `${String(method).toLowerCase()}${path.replaceAll(/[/:.-]+(\w)/g, (_, letter: string) => letter.toUpperCase())}`,
    summary: endpoint.summary,
    description: whoMayCall(access),
    tags: [path.split('/')[2] ?? 'api'],
    security: access === 'public' ? [] : [session],
    parameters: [
      ...parametersOf(endpoint.params, 'path'),
      ...parametersOf(endpoint.query, 'query'),
    ],
    ...(body && { requestBody: { required: true, content: body } }),
    responses: { 200: answerOf(endpoint), ...failuresOf(endpoint) },
  };
}

function whoMayCall(access: Endpoint['access']): string {
  if (access === 'public') return 'Anyone.';
  if (access === 'signed-in') return 'Any signed-in role.';
  return `Permission \`${access}\`: ${permissionRoles[access].join(', ')}.`;
}

function parametersOf(
  schema: z.ZodObject | undefined,
  place: 'path' | 'query',
): OpenApiParameter[] {
  if (!schema) return [];
  const { properties = {}, required = [] } = inputSchema(schema);
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: place,
    required: required.includes(name),
    // JSON Schema allows `true` in a property's place; zod never writes it.
    schema: property as JsonSchema,
  }));
}

function bodyOf({ body, streamedBody }: Endpoint) {
  if (streamedBody)
    return { [streamedBody]: { schema: { type: 'string' as const, format: 'binary' } } };
  return body && { 'application/json': { schema: inputSchema(body) } };
}

function answerOf({ answer, answerType }: Endpoint) {
  const schema = z.toJSONSchema(answer, { io: 'output' });
  return { description: 'Done.', content: { [answerType ?? 'application/json']: { schema } } };
}

function failuresOf({
  key,
  access,
  failures,
  body,
  query,
  params,
}: Endpoint): OpenApiOperation['responses'] {
  const takesInput = Boolean(body ?? query ?? params);
  const codes: FailureCode[] = [
    ...(key.startsWith('GET ') ? [] : (['cross_site_request'] as const)),
    ...(takesInput ? (['invalid_request'] as const) : []),
    ...(access === 'public'
      ? []
      : (['not_signed_in', 'xsrf_token_mismatch', 'permission_missing'] as const)),
    ...failures,
  ];
  const responses: OpenApiOperation['responses'] = {};
  for (const code of codes) {
    const status = failureStatus[code];
    const line = `\`${code}\`: ${failureSentence(code)}`;
    const known = responses[status]?.description;
    responses[status] = {
      description: known ? `${known}\n\n${line}` : line,
      content: { 'application/json': { schema: { $ref: '#/components/schemas/Failure' } } },
    };
  }
  return responses;
}

const inputSchema = (schema: z.ZodType): JsonSchema => z.toJSONSchema(schema, { io: 'input' });

const failureSchema: JsonSchema = {
  type: 'object',
  required: ['error', 'message', 'requestId'],
  properties: {
    error: { type: 'string', enum: Object.keys(failureStatus) },
    message: { type: 'string' },
    fields: { type: 'object', additionalProperties: { type: 'string' } },
    details: { type: 'object', additionalProperties: { type: ['string', 'number'] } },
    requestId: { type: 'string' },
  },
};
