import { Writable } from 'node:stream';
import fastify from 'fastify';
import { describe, expect, it } from 'vitest';
import type { FailureCode } from '@bursar/contracts/failure-status';
import { answerRefusal } from './refusals.ts';

describe('the log of refusals', () => {
  const logOf = async (code: FailureCode): Promise<Record<string, unknown>[]> => {
    const lines: string[] = [];
    const stream = new Writable({
      write: (chunk: Buffer, _encoding, done) => {
        lines.push(chunk.toString());
        done();
      },
    });
    const app = fastify({ logger: { level: 'warn', stream } });
    app.decorateRequest('session', null);
    app.get('/loans/:loanId', (request, reply) => answerRefusal(request, reply, { code }));
    await app.inject({ url: '/loans/7?q=Byron', headers: { cookie: 'token=secret' } });
    expect(lines.join('')).not.toMatch(/Byron|secret/);
    return lines.map((line) => JSON.parse(line) as Record<string, unknown>);
  };

  it('records the rule and origin of a refusal, and nothing private', async () => {
    for (const code of ['credentials_wrong', 'permission_missing', 'cross_site_request'] as const) {
      expect(await logOf(code)).toMatchObject([
        { refusal: code, call: 'GET /loans/:loanId', ip: '127.0.0.1', msg: 'call refused' },
      ]);
    }
  });

  it('omits refusals that are part of ordinary work', async () => {
    expect(await logOf('amount_not_positive')).toEqual([]);
    expect(await logOf('not_found')).toEqual([]);
  });
});
