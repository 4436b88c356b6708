import { UNPRINTABLE_HEADER } from '@bursar/contracts/unprintable-header';
import type { FastifyReply } from 'fastify';
import { succeed } from '../outcome.ts';
import type { Pdf } from './write-pdf.ts';

/** Proxies limit the length of headers, and a reader needs only some of many characters. */
const NAMED_MAX = 50;

/** Answers with a PDF; a header names the characters that it shows as boxes. */
export function answerPdf(reply: FastifyReply, { file, unprintable }: Pdf) {
  if (unprintable.length > 0) {
    const named = unprintable.slice(0, NAMED_MAX).join('').toWellFormed();
    reply.header(UNPRINTABLE_HEADER, encodeURIComponent(named));
  }
  return succeed(file);
}
