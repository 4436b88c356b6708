import { uuidv7 } from 'uuidv7';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Endpoint } from '@bursar/contracts/endpoint';
import { permissionNames } from '@bursar/contracts/access/permissions';
import { arrangeAdmin, arrangePortfolio } from './arrange.ts';
import { schemasOf } from '../platform/endpoint-schemas.ts';
import { unknownFieldsIn } from '../platform/unknown-fields.ts';
import { sampleBodies } from './sample-body.ts';
import { createTestApp, type TestApp, type TestClient } from './test-app.ts';

/** If an unknown field were ignored, a call would do something other than its sender expects. */
describe('an undeclared field', () => {
  let test: TestApp;
  let caller: TestClient;
  beforeAll(async () => {
    test = await createTestApp();
    await arrangePortfolio(test.owner);
    const admin = await arrangeAdmin(test.owner);
    // Permissions are checked before the body, so the caller has all of them.
    await test.owner`
      insert into role_permissions (role, permission, granted, changed_at, changed_by)
      select 'admin', unnest(${permissionNames}::text[]), true, now(), ${admin.id}`;
    caller = await test.signIn(admin.email);
  });

  const refused = (name: string) => ({
    status: 400,
    body: { error: 'unknown_fields', fields: { [name]: 'There is no field of this name.' } },
  });

  it('is refused by name in the body of every endpoint', async () => {
    const takingBodies = test.app.platform.endpoints.filter(
      ({ key, streamedBody }) => !key.startsWith('GET ') && !streamedBody,
    );
    expect(takingBodies.length).toBeGreaterThan(150);
    for (const endpoint of takingBodies) {
      const [sample] = sampleBodies(endpoint, {});
      const answer = await send(endpoint, { body: { ...sample, unknownField: 1 } });
      expect(answer, endpoint.key).toMatchObject(refused('unknownField'));
      expect(answer.body.message, endpoint.key).toContain('does not know unknownField');
    }
  });

  it('is refused by name inside every object of every body', async () => {
    let tried = 0;
    for (const endpoint of test.app.platform.endpoints) {
      const bodies = sampleBodies(endpoint, {}).flatMap(withFieldInside);
      for (const { path, body } of bodies) {
        const answer = await send(endpoint, { body });
        expect(answer, `${endpoint.key} ${path}`).toMatchObject(refused(path));
        tried += 1;
      }
    }
    expect(tried).toBeGreaterThan(50);
  });

  it('is refused by name in the query of every endpoint', async () => {
    for (const endpoint of test.app.platform.endpoints) {
      const { querystring } = schemasOf(endpoint);
      expect(unknownFieldsIn(querystring, { unknownFilter: 1 }), endpoint.key).toHaveLength(1);
      // A body is checked before the query, so a sample body could be refused for another reason.
      if (endpoint.body) continue;
      const answer = await send(endpoint, { query: '?unknownFilter=1' });
      expect(answer, endpoint.key).toMatchObject(refused('unknownFilter'));
    }
  });

  it('has a different error than a name with a hidden character', async () => {
    const names = /^(name|fileName|customerName|legalName|contactPerson|organisation)$/;
    let tried = 0;
    for (const endpoint of test.app.platform.endpoints) {
      const [sample] = sampleBodies(endpoint, {});
      const shape: Record<string, unknown> = { ...endpoint.body?.shape };
      for (const field of Object.keys(shape).filter((key) => names.test(key))) {
        const answer = await send(endpoint, { body: { ...sample, [field]: 'Ada \u202Enoryb' } });
        expect(answer, `${endpoint.key} ${field}`).toMatchObject({
          status: 400,
          body: { error: 'name_not_visible', fields: { [field]: expect.any(String) } },
        });
        tried += 1;
      }
    }
    expect(tried).toBeGreaterThan(15);
  });

  it('is excluded by the API description', async () => {
    const { paths } = (await caller.get('/api/openapi.json')).body;
    const payment = paths['/api/loans/{loanId}/payments'].post.requestBody;
    expect(payment.content['application/json'].schema.additionalProperties).toBe(false);
  });

  function send(endpoint: Endpoint, { body, query = '' }: { body?: object; query?: string }) {
    const [method, path = ''] = endpoint.key.split(' ');
    const [params] = endpoint.params ? sampleBodies({ body: endpoint.params }, {}) : [];
    const filled = new Map<string, unknown>(Object.entries(params ?? {}));
    const parameter = (name: string): string => {
      const value = filled.get(name);
      return typeof value === 'string' ? value : uuidv7();
    };
    const url = `${path.replaceAll(/:(\w+)/g, (_, name: string) => parameter(name))}${query}`;
    if (method === 'GET') return caller.get(url);
    if (endpoint.streamedBody) return caller.upload(url, Buffer.from('text'));
    const [sample = {}] = sampleBodies(endpoint, {});
    return method === 'PUT' ? caller.put(url, body ?? sample) : caller.post(url, body ?? sample);
  }
});

/** Returns copies of a body, each with an unknown field in a different nested object. */
function withFieldInside(body: object): { path: string; body: object }[] {
  return Object.entries(body).flatMap(([name, value]: [string, unknown]) => {
    const isList = Array.isArray(value);
    const inner: unknown = isList ? value[0] : value;
    if (typeof inner !== 'object' || inner === null) return [];
    const at = isList ? `${name}.0` : name;
    const put = (item: object) => ({ ...body, [name]: isList ? [item] : item });
    const here = { path: `${at}.unknownField`, body: put({ ...inner, unknownField: 1 }) };
    const deeper = withFieldInside(inner).map((one) => ({
      path: `${at}.${one.path}`,
      body: put(one.body),
    }));
    return [here, ...deeper];
  });
}
