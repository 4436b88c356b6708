import { isIP } from 'node:net';
import { join, resolve } from 'node:path';
import { readDocumentPlace, type DocumentPlace } from './document-place.ts';
import { isTimeZoneName } from '@bursar/contracts/time-zones';
import {
  readLogFormat,
  readMetricsAccess,
  readReadTimeout,
  readRole,
  readSlowStatementMs,
  readTracesTo,
  type LogFormat,
  type MetricsAccess,
  type ProcessRole,
} from './operation-settings.ts';
import { readSwitch, readText, withSecretFiles, type Complain, type Env } from './read-setting.ts';
import type { TimeZoneAnswers } from './settle-time-zones.ts';
import { parseDatabaseAddress } from './postgres/database-address.ts';
import { defaultSchema, isSchemaName } from './postgres/lender-names.ts';
import type { DatabaseAddresses } from './postgres/targets.ts';
import { parseSecretKey } from './secrets/secret-key.ts';

export const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
export type LogLevel = (typeof logLevels)[number];

export type Settings = {
  readonly port: number;
  readonly host: string;
  readonly dataFolder: string;
  /** The operator's own PostgreSQL; null means the embedded one in `dataFolder`. */
  readonly databaseAddresses: DatabaseAddresses | null;
  readonly demo: boolean;
  readonly firstAdmin: { readonly email: string; readonly password: string } | null;
  readonly logLevel: LogLevel;
  readonly logFormat: LogFormat;
  readonly tls: { readonly certFile: string; readonly keyFile: string } | null;
  /** The proxies that may state the client's address: none, the nearest hop, or these addresses. */
  readonly trustProxy: false | 'nearest-hop' | string[];
  /** Whether HSTS also covers every subdomain of this host. */
  readonly hstsSubdomains: boolean;
  /**
   * The public address. Links in emails use it, and requests that name another host are refused,
   * except probes. If it is null, links use the address that the server listens on, and requests
   * may name any host.
   */
  readonly publicUrl: string | null;
  /**
   * The contact for reporting a vulnerability, for `security.txt`; with null, no such file is
   * served.
   */
  readonly securityContact: string | null;
  /** The sender and server of mail; with null, mail stays in the database. */
  readonly mail: { readonly smtpUrl: string; readonly from: string } | null;
  /** The key that encrypts secrets in the database; it is never stored there. */
  readonly secrets: {
    /** Null means the key file, which is created if missing. */
    readonly key: Buffer | null;
    readonly keyFile: string;
    readonly keyIsLost: boolean;
  };
  /**
   * The addresses that webhooks may have: the public internet only, or also this machine and its
   * networks.
   */
  readonly webhookAddresses: 'public' | 'any';
  /** The operator's choice for portfolios and call centres whose stored time zone is ambiguous. */
  readonly timeZones: TimeZoneAnswers;
  readonly metrics: MetricsAccess;
  /** Statements that take at least this long are logged; null turns this off. */
  readonly slowStatementMs: number | null;
  /** Whether this process answers calls, runs the jobs, or both. */
  readonly role: ProcessRole;
  /** Time limit of reads in milliseconds; longer reads are cancelled. */
  readonly readWithinMs: number;
  /** The OpenTelemetry collector that receives traces; null turns tracing off. */
  readonly tracesTo: string | null;
  readonly documents: {
    /**
     * A bucket, or a subfolder of the data folder, which is used even if the operator runs the
     * database.
     */
    readonly documentPlace: DocumentPlace;
    /**
     * True if the operator confirms, for one start, that this is the right document folder for this
     * database.
     */
    readonly isMoved: boolean;
    /** A program with options that scans each uploaded file; null means no scan. */
    readonly scanCommand: readonly string[] | null;
  };
};

export type SettingsResult =
  | { readonly ok: true; readonly settings: Settings }
  | { readonly ok: false; readonly problems: readonly string[] };

/** Reads every setting; reports all invalid settings at once, with one message each. */
export function readSettings(given: Env, options: { homeFolder: string }): SettingsResult {
  const problems: string[] = [];
  const complain: Complain = (problem) => problems.push(problem);
  const env = withSecretFiles(given, complain);
  const databaseAddresses = readDatabaseAddresses(env, complain);
  const dataFolder = resolve(options.homeFolder, readText(env, 'BURSAR_DATA') ?? 'data');
  const settings: Settings = {
    port: readPort(env, complain),
    host: readText(env, 'HOST') ?? '127.0.0.1',
    dataFolder,
    databaseAddresses,
    demo: readSwitch(env, { name: 'BURSAR_DEMO', fallback: databaseAddresses === null, complain }),
    firstAdmin: readFirstAdmin(env, complain),
    logLevel: readLogLevel(env, complain),
    logFormat: readLogFormat(env, complain),
    tls: readTls(env, complain),
    trustProxy: readTrustProxy(env, complain),
    hstsSubdomains: readSwitch(env, { name: 'HSTS_SUBDOMAINS', fallback: false, complain }),
    publicUrl: readPublicUrl(env, complain),
    securityContact: readSecurityContact(env, complain),
    mail: readMail(env, complain),
    secrets: {
      key: readSecretKey(env, complain),
      keyFile: join(dataFolder, 'secret.key'),
      keyIsLost: readSwitch(env, { name: 'BURSAR_SECRET_LOST', fallback: false, complain }),
    },
    webhookAddresses: readWebhookAddresses(env, complain),
    timeZones: readTimeZones(env, complain),
    metrics: readMetricsAccess(env, complain),
    slowStatementMs: readSlowStatementMs(env, complain),
    role: readRole(env, complain),
    readWithinMs: readReadTimeout(env, complain),
    tracesTo: readTracesTo(env, complain),
    documents: {
      documentPlace: readDocumentPlace(env, { folder: join(dataFolder, 'documents'), complain }),
      isMoved: readSwitch(env, { name: 'BURSAR_DOCUMENTS_MOVED', fallback: false, complain }),
      scanCommand: readText(env, 'SCAN_COMMAND')?.split(/\s+/) ?? null,
    },
  };
  return problems.length === 0 ? { ok: true, settings } : { ok: false, problems };
}

function readPort(env: Env, complain: Complain): number {
  const text = readText(env, 'PORT');
  if (text === null) return 3000;
  const port = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN;
  if (port <= 65_535) return port;
  complain(`PORT is "${text}", but a port is a whole number from 0 to 65535, such as 3000.`);
  return 0;
}

function readDatabaseAddresses(env: Env, complain: Complain): DatabaseAddresses | null {
  const url = readAddress(env, 'DATABASE_URL', complain);
  const ownerUrl = readAddress(env, 'DATABASE_OWNER_URL', complain);
  const directUrl = readAddress(env, 'DATABASE_DIRECT_URL', complain);
  const readUrl = readAddress(env, 'DATABASE_READ_URL', complain);
  const isPrepared = readSwitch(env, { name: 'DATABASE_PREPARE', fallback: true, complain });
  const schema = readSchema(env, complain);
  if (url !== null) return { url, ownerUrl, directUrl, readUrl, isPrepared, schema };
  if (ownerUrl !== null || directUrl !== null || readUrl !== null) {
    complain(
      'DATABASE_OWNER_URL, DATABASE_DIRECT_URL and DATABASE_READ_URL need DATABASE_URL, which is not set.',
    );
  }
  if (schema !== defaultSchema) {
    complain('DATABASE_SCHEMA needs DATABASE_URL, because the embedded database has one lender.');
  }
  return null;
}

function readSchema(env: Env, complain: Complain): string {
  const text = readText(env, 'DATABASE_SCHEMA') ?? defaultSchema;
  if (isSchemaName(text)) return text;
  complain(
    `DATABASE_SCHEMA is "${text}", but it can only be a name such as lender_one: at most 40 of the characters a to z, 0 to 9 and _, starting with a letter, but not with "pg_" or "pgboss".`,
  );
  return defaultSchema;
}

function readAddress(env: Env, name: string, complain: Complain): string | null {
  const text = readText(env, name);
  if (text === null || parseDatabaseAddress(text) !== null) return text;
  // The value may contain a password, so the message does not repeat it.
  complain(
    `${name} is not an address such as postgres://name:password@host:5432/database; several hosts are separated by commas.`,
  );
  return null;
}

function parseUrl(text: string): URL | null {
  return URL.canParse(text) ? new URL(text) : null;
}

function readFirstAdmin(env: Env, complain: Complain): Settings['firstAdmin'] {
  const email = readText(env, 'BURSAR_ADMIN_EMAIL');
  const password = readText(env, 'BURSAR_ADMIN_PASSWORD');
  if (email === null && password === null) return null;
  if (email === null || password === null) {
    complain('BURSAR_ADMIN_EMAIL and BURSAR_ADMIN_PASSWORD belong together: set both or neither.');
    return null;
  }
  const problems = findAdminProblems({ email, password });
  for (const problem of problems) complain(problem);
  return problems.length === 0 ? { email, password } : null;
}

/**
 * Returns the problems of the email and password of the first administrator. The limits are those
 * of the sign-in form: an account beyond them could never sign in.
 */
export function findAdminProblems(admin: { email: string; password: string }): string[] {
  const problems: string[] = [];
  if (!/^[A-Z0-9._%+-]+@[A-Z0-9.-]+\.[A-Z]{2,}$/i.test(admin.email)) {
    problems.push(
      `The admin's e-mail "${admin.email}" is not an address such as admin@example.com.`,
    );
  }
  if (admin.password.length < 8 || admin.password.length > 15) {
    problems.push("The admin's password must have 8 to 15 characters.");
  }
  return problems;
}

function readLogLevel(env: Env, complain: Complain): LogLevel {
  const text = readText(env, 'LOG_LEVEL');
  if (text === null) return 'info';
  const level = logLevels.find((known) => known === text);
  if (level !== undefined) return level;
  complain(`LOG_LEVEL is "${text}", but it can only be one of ${logLevels.join(', ')}.`);
  return 'info';
}

function readTls(env: Env, complain: Complain): Settings['tls'] {
  const certFile = readText(env, 'TLS_CERT');
  const keyFile = readText(env, 'TLS_KEY');
  if (certFile === null && keyFile === null) return null;
  if (certFile !== null && keyFile !== null) return { certFile, keyFile };
  complain('TLS_CERT and TLS_KEY belong together: set both to the files to use, or neither.');
  return null;
}

function readTrustProxy(env: Env, complain: Complain): Settings['trustProxy'] {
  const text = readText(env, 'TRUST_PROXY') ?? 'off';
  if (text === 'on') return 'nearest-hop';
  if (text === 'off') return false;
  const addresses = text.split(',').map((part) => part.trim());
  const wrong = addresses.find((address) => !isAddressOrRange(address));
  if (wrong === undefined) return addresses;
  complain(
    `TRUST_PROXY has "${wrong}", but it can only be "on", "off" or the proxies' addresses, such as 10.0.0.1 or 10.0.0.0/8.`,
  );
  return false;
}

function readPublicUrl(env: Env, complain: Complain): string | null {
  const text = readText(env, 'PUBLIC_URL');
  if (text === null) return null;
  if (/^https?:$/.test(parseUrl(text)?.protocol ?? '')) return text.replace(/\/+$/, '');
  complain(`PUBLIC_URL is "${text}", which is no address such as https://bursar.example.com.`);
  return null;
}

function readSecurityContact(env: Env, complain: Complain): string | null {
  const text = readText(env, 'SECURITY_CONTACT');
  if (text === null) return null;
  if (/^[^@\s:/]+@[^@\s]+$/.test(text)) return `mailto:${text}`;
  if (/^(https|mailto|tel):\S+$/.test(text)) return text;
  complain(
    `SECURITY_CONTACT is "${text}", but it can only be an address such as security@example.com or https://example.com/security.`,
  );
  return null;
}

function readMail(env: Env, complain: Complain): Settings['mail'] {
  const smtpUrl = readText(env, 'SMTP_URL');
  const from = readText(env, 'MAIL_FROM');
  if (smtpUrl === null) return null;
  // The value may contain a password, so the message does not repeat it.
  if (!/^smtps?:$/.test(parseUrl(smtpUrl)?.protocol ?? '')) {
    complain('SMTP_URL is not an address such as smtp://name:password@mail.example.com:587.');
  }
  if (from !== null && /^[^@\s]+@[^@\s]+$/.test(from)) return { smtpUrl, from };
  complain('MAIL_FROM must be the address that mail comes from, such as bursar@example.com.');
  return null;
}

function readSecretKey(env: Env, complain: Complain): Buffer | null {
  const text = readText(env, 'BURSAR_SECRET');
  const key = text === null ? null : parseSecretKey(text);
  // The message does not repeat the value, because a mistyped key is still almost the key.
  if (text !== null && key === null) {
    complain(
      'BURSAR_SECRET is no key of 32 bytes in base64, such as "openssl rand -base64 32" makes.',
    );
  }
  return key;
}

function readWebhookAddresses(env: Env, complain: Complain): Settings['webhookAddresses'] {
  const text = readText(env, 'WEBHOOK_ADDRESSES') ?? 'public';
  if (text === 'public' || text === 'any') return text;
  complain(`WEBHOOK_ADDRESSES is "${text}", but it can only be "public" or "any".`);
  return 'public';
}

function readTimeZones(env: Env, complain: Complain): TimeZoneAnswers {
  const parts = readText(env, 'BURSAR_TIME_ZONES')?.split(',') ?? [];
  const pairs = parts.map((part): [string, string] => {
    const [id = '', zone = ''] = part.split('=').map((side) => side.trim());
    if (id === '' || !isTimeZoneName(zone)) {
      complain(
        `BURSAR_TIME_ZONES has "${part.trim()}", but each part is an id and its time zone, such as 0190c5d2-…=Europe/London.`,
      );
    }
    return [id, zone];
  });
  return new Map(pairs);
}

function isAddressOrRange(text: string): boolean {
  const [address = '', bits, ...rest] = text.split('/');
  const version = isIP(address);
  if (version === 0 || rest.length > 0) return false;
  return (
    bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128))
  );
}
