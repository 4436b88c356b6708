import { READ_WITHIN_MS } from './postgres/readings.ts';
import { readNetwork } from './networks.ts';
import { readText, type Complain, type Env } from './read-setting.ts';

/**
 * Access to `/metrics`. If there is a token, only its holders have access; otherwise the networks
 * decide.
 */
export type MetricsAccess = { readonly token: string | null; readonly networks: readonly string[] };

/** The default admits only programs on this machine. */
export const thisMachine: MetricsAccess = { token: null, networks: ['127.0.0.0/8', '::1/128'] };
const SLOW_STATEMENT_MS = 1_000;

export function readMetricsAccess(env: Env, complain: Complain): MetricsAccess {
  const token = readText(env, 'METRICS_TOKEN');
  if (token !== null && token.length < 16) {
    complain('METRICS_TOKEN is too short: use at least 16 characters.');
  }
  const parts = readText(env, 'METRICS_ADDRESSES')?.split(',') ?? [];
  const networks = parts.flatMap((part) => {
    const read = readNetwork(part.trim());
    if (read.ok) return [read.network];
    complain(
      `METRICS_ADDRESSES has "${part.trim()}", but each part is an address or a network, such as 10.0.0.1 or 10.0.0.0/8.`,
    );
    return [];
  });
  return { token, networks: networks.length === 0 ? thisMachine.networks : networks };
}

export function readSlowStatementMs(env: Env, complain: Complain): number | null {
  const text = readText(env, 'SLOW_STATEMENT_MS');
  if (text === null) return SLOW_STATEMENT_MS;
  if (text === 'off') return null;
  if (/^\d{1,7}$/.test(text)) return Number(text);
  complain(`SLOW_STATEMENT_MS is "${text}", but it is a number of milliseconds or "off".`);
  return SLOW_STATEMENT_MS;
}

const READ_TIMEOUT_LIMITS_MS = { min: 100, max: 600_000 };

/** Reads the time limit of reads; an endless read would occupy a connection and a core. */
export function readReadTimeout(env: Env, complain: Complain): number {
  const text = readText(env, 'READ_TIMEOUT_MS');
  if (text === null) return READ_WITHIN_MS;
  const { min, max } = READ_TIMEOUT_LIMITS_MS;
  const ms = /^\d{1,7}$/.test(text) ? Number(text) : 0;
  if (ms >= min && ms <= max) return ms;
  complain(
    `READ_TIMEOUT_MS is "${text}", but it is a number of milliseconds from ${min} to ${max}.`,
  );
  return READ_WITHIN_MS;
}

/** A process answers calls, runs the jobs, or does both. */
const processRoles = ['both', 'api', 'jobs'] as const;
export type ProcessRole = (typeof processRoles)[number];

export function readRole(env: Env, complain: Complain): ProcessRole {
  const text = readText(env, 'BURSAR_ROLE') ?? 'both';
  const role = processRoles.find((known) => known === text);
  if (role !== undefined) return role;
  complain(`BURSAR_ROLE is "${text}", but it can only be "api", "jobs" or "both".`);
  return 'both';
}

export type LogFormat = 'text' | 'json' | 'auto';

/** `auto` writes text to a terminal and JSON to everything else. */
export function readLogFormat(env: Env, complain: Complain): LogFormat {
  const text = readText(env, 'LOG_FORMAT') ?? 'auto';
  if (text === 'text' || text === 'json' || text === 'auto') return text;
  complain(`LOG_FORMAT is "${text}", but it can only be "text", "json" or "auto".`);
  return 'auto';
}

/** Reads the collector's address by OpenTelemetry's own setting; without it nothing is traced. */
export function readTracesTo(env: Env, complain: Complain): string | null {
  const text = readText(env, 'OTEL_EXPORTER_OTLP_ENDPOINT');
  if (text === null) return null;
  if (URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)) return text;
  complain(
    `OTEL_EXPORTER_OTLP_ENDPOINT is "${text}", which is no address such as http://collector:4318.`,
  );
  return null;
}
