import {
  logoLimits,
  type ChangeLogo,
  type RemoveLogo,
} from '@bursar/contracts/control/company-logo';
import type { AnswerOf, FailureOf } from '@bursar/contracts/endpoint';
import { uuidv7 } from 'uuidv7';
import { auditCommand } from '../../../platform/audit.ts';
import type { CommandContext } from '../../../platform/command-context.ts';
import type { Database, Transaction } from '../../../platform/database.ts';
import { refuse, succeed, type Outcome } from '../../../platform/outcome.ts';
import { isDrawablePng } from './check-png.ts';
import { deleteLogo, upsertLogo } from './company.store.ts';

/**
 * Stores a logo that the browser has already shrunk. Refuses every format except PNG, for example
 * SVG.
 */
export async function changeLogo(
  database: Database,
  upload: AsyncIterable<Buffer>,
  context: CommandContext,
): Promise<Outcome<AnswerOf<ChangeLogo>, FailureOf<ChangeLogo>>> {
  if (context.session.scope.role !== 'admin') return refuse('not_found');
  const content = await readUpload(upload);
  if (!content) return refuse('body_too_large', { details: { limit: '128 KB' } });
  if (!isDrawablePng(content)) {
    const { width, height } = logoLimits;
    return refuse('logo_not_png', { details: { width, height } });
  }
  return database.begin(async (transaction) => {
    const at = context.now.toISOString();
    const by = context.session.account.id;
    const id = await upsertLogo(transaction, { id: uuidv7(), content, by, at });
    await audit(transaction, context, { event: 'change-logo', id, bytes: content.length });
    return succeed({ hasLogo: true });
  });
}

export function removeLogo(
  database: Database,
  context: CommandContext,
): Promise<Outcome<AnswerOf<RemoveLogo>, FailureOf<RemoveLogo>>> {
  return database.begin(async (transaction) => {
    if (context.session.scope.role !== 'admin') return refuse('not_found');
    const id = await deleteLogo(transaction);
    if (id !== null) await audit(transaction, context, { event: 'remove-logo', id });
    return succeed({ hasLogo: false });
  });
}

type Audited = {
  readonly event: 'change-logo' | 'remove-logo';
  readonly id: string;
  readonly bytes?: number;
};

function audit(
  transaction: Transaction,
  context: CommandContext,
  { event, id, bytes }: Audited,
): Promise<void> {
  return auditCommand(transaction, context, {
    portfolioId: null,
    event,
    subject: 'company',
    subjectId: id,
    ...(bytes !== undefined && { after: { bytes } }),
  });
}

/** Reads the whole upload, or returns null if it is larger than a logo may be. */
async function readUpload(upload: AsyncIterable<Buffer>): Promise<Buffer | null> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of upload) {
    bytes += chunk.length;
    if (bytes > logoLimits.bytes) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
