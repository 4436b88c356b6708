import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Permission } from '@bursar/contracts/access/permissions';
import { uuidv7 } from 'uuidv7';
import { buildApp, type App, type AppOptions } from '../app.ts';
import type { Bucket } from '../platform/document-place.ts';
import type { Clock } from '../platform/clock.ts';
import { secretBox, type SecretBox } from '../platform/secrets/secret-box.ts';
import { testPassword } from './arrange.ts';
import { createTestDatabase, type TestDatabase } from './test-database.ts';
import { whenFileEnds } from './when-file-ends.ts';

export type TestApp = TestDatabase & {
  readonly app: App;
  readonly documentsFolder: string;
  readonly secrets: SecretBox;
  /** Set to noon UTC of 2026-06-15 until a test moves it. */
  readonly clock: Clock & { moveTo(instant: string): void };
  readonly signIn: (email: string, password?: string) => Promise<TestClient>;
};

export type TestAnswer = { readonly status: number; readonly body: Json };

/** The body of an answer, from which tests read single values and whole objects. */
// oxlint-disable-next-line typescript/no-explicit-any -- a test asserts on the shape itself
type Json = any;

/**
 * A signed-in browser, which sends its cookies and the XSRF token, or a program with an API key.
 */
export type TestClient = {
  readonly cookies: Readonly<Record<string, string>>;
  get(path: string): Promise<TestAnswer>;
  post(path: string, body?: object): Promise<TestAnswer>;
  put(path: string, body: object): Promise<TestAnswer>;
  /** Streams bytes, as a browser does with a file. */
  upload(path: string, bytes: Buffer): Promise<TestAnswer>;
};

export async function createTestApp(
  options: Partial<
    Pick<AppOptions, 'trustProxy' | 'hstsSubdomains' | 'checksHost' | 'securityContact'>
  > & {
    readonly scanCommand?: readonly string[];
    readonly webFolder?: string;
    /** Databases on another PostgreSQL than the shared one. */
    readonly databases?: TestDatabase;
    /** Makes the clock run, for tests that depend on the order of events. */
    readonly ticking?: boolean;
    /**
     * Behaves as if a mail server were configured; mail is sent only if the test calls
     * `deliverOutbox`.
     */
    readonly isMailDelivered?: boolean;
    /**
     * Enables caching; off by default, because most tests change accounts directly in the database.
     */
    readonly cachesReads?: boolean;
    readonly readWithinMs?: number;
    /** Stores documents in a bucket instead of the folder. */
    readonly bucket?: Bucket;
    readonly role?: AppOptions['role'];
  } = {},
): Promise<TestApp> {
  const databases = options.databases ?? (await createTestDatabase());
  const { bucket } = options;
  const documentsFolder = mkdtempSync(join(tmpdir(), 'bursar-documents-'));
  const secrets = secretBox(randomBytes(32));
  const clock = movableClock('2026-06-15T12:00:00Z', options.ticking ?? false);
  const app = await buildApp({
    database: databases.database,
    clock,
    logLevel: 'error',
    cachesReads: options.cachesReads ?? false,
    ...(options.readWithinMs !== undefined && { readWithinMs: options.readWithinMs }),
    ...(options.role && { role: options.role }),
    tls: null,
    trustProxy: options.trustProxy ?? false,
    hstsSubdomains: options.hstsSubdomains ?? false,
    webFolder: options.webFolder ?? null,
    publicUrl: 'https://bursar.test',
    // Off by default, because tests call the app at the address that it listens on, not at
    // `publicUrl`.
    checksHost: options.checksHost ?? false,
    securityContact: options.securityContact ?? null,
    mail: null,
    secrets,
    webhookAddresses: 'any',
    documents: {
      documentPlace: bucket ? { bucket, prefix: '', uploads: documentsFolder } : documentsFolder,
      scanCommand: options.scanCommand ?? null,
    },
  });
  Object.assign(app.platform, { isMailDelivered: options.isMailDelivered ?? false });
  whenFileEnds(async () => {
    await app.server.close();
    rmSync(documentsFolder, { recursive: true });
  });
  return {
    ...databases,
    app,
    documentsFolder,
    secrets,
    clock,
    signIn: async (email, password = testPassword) => {
      const { cookies, answer } = await postSignIn(app, { email, password });
      if (answer.status !== 200) throw new Error(`sign-in of ${email}: ${JSON.stringify(answer)}`);
      return clientOf(app, { ...cookies, token: answer.body.token });
    },
  };
}

type Neighbour = Pick<TestApp, 'database' | 'clock' | 'documentsFolder' | 'secrets'>;

/** Starts a second app on the same database, as a second process would. */
export async function openNeighbour(
  { database, clock, documentsFolder, secrets }: Neighbour,
  options: Pick<AppOptions, 'cachesReads'> = {},
): Promise<App> {
  const app = await buildApp({
    ...options,
    database,
    clock,
    logLevel: 'error',
    tls: null,
    trustProxy: false,
    hstsSubdomains: false,
    webFolder: null,
    publicUrl: 'https://bursar.test',
    checksHost: false,
    securityContact: null,
    mail: null,
    secrets,
    webhookAddresses: 'any',
    documents: { documentPlace: documentsFolder, scanCommand: null },
  });
  whenFileEnds(() => app.server.close());
  return app;
}

function movableClock(start: string, ticking: boolean): TestApp['clock'] {
  let setTime = Date.parse(start);
  let since = performance.now();
  return {
    now: () => new Date(ticking ? setTime + performance.now() - since : setTime),
    moveTo: (instant) => {
      setTime = Date.parse(instant);
      since = performance.now();
    },
  };
}

export async function postSignIn(
  { server }: App,
  payload: object,
  headers: Record<string, string> = {},
): Promise<{ cookies: Record<string, string>; answer: TestAnswer }> {
  const response = await server.inject({
    method: 'POST',
    url: '/api/login/data-login',
    payload,
    headers,
  });
  const cookies = Object.fromEntries(response.cookies.map(({ name, value }) => [name, value]));
  return { cookies, answer: { status: response.statusCode, body: response.json() } };
}

export function clientOf(
  { server }: App,
  cookies: Record<string, string>,
  ownHeaders: Record<string, string> = {},
): TestClient {
  const call = async (method: 'GET' | 'POST' | 'PUT', url: string, payload?: object | Buffer) => {
    const response = await server.inject({
      method,
      url,
      cookies,
      headers: {
        'x-xsrf-token': cookies['XSRF-TOKEN'] ?? '',
        ...ownHeaders,
        ...(Buffer.isBuffer(payload) && { 'content-type': 'application/octet-stream' }),
      },
      ...(payload && { payload }),
    });
    const isJson = String(response.headers['content-type']).includes('json');
    return { status: response.statusCode, body: isJson ? response.json() : response.body };
  };
  return {
    cookies,
    get: (path) => call('GET', path),
    post: (path, body = {}) => call('POST', path, body),
    put: (path, body) => call('PUT', path, body),
    upload: (path, bytes) => call('POST', path, bytes),
  };
}

/** Creates an API key of the signed-in user and returns a program that calls with it. */
export async function clientWithKey(
  app: App,
  user: TestClient,
  key: { readonly name: string; readonly permissions: readonly Permission[] },
): Promise<TestClient> {
  const expiring = { id: uuidv7(), expiresInDays: 30, password: testPassword };
  const { status, body } = await user.post('/api/profile/api-keys', { ...expiring, ...key });
  if (status !== 200) throw new Error(`API key: ${JSON.stringify(body)}`);
  return clientOf(app, {}, { authorization: `Bearer ${body.secret}` });
}
