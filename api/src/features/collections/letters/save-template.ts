import type {
  MessageTemplate,
  RemoveMessageTemplate,
  SaveMessageTemplate,
} from '@bursar/contracts/collections/message-templates';
import type { AnswerOf, FailureOf, InputOf } from '@bursar/contracts/endpoint';
import { auditCommand } from '../../../platform/audit.ts';
import { inPortfolio, type CommandContext } from '../../../platform/command-context.ts';
import type { Database, Transaction } from '../../../platform/database.ts';
import { refuse, succeed, type Outcome } from '../../../platform/outcome.ts';
import { runsPortfolio } from '../../../platform/scope.ts';
import { transactionOrConflict } from '../../../platform/unique-violation.ts';
import { checkTexts } from './check-texts.ts';
import {
  findTemplate,
  insertTemplate,
  lockTemplate,
  markTemplateRemoved,
  updateTemplate,
} from './templates.store.ts';

type Sent = InputOf<SaveMessageTemplate>['body'] & { readonly templateId: string };
type Saved = Outcome<MessageTemplate, FailureOf<SaveMessageTemplate>>;

const nameIsUsed = {
  message_templates_name_once: refuse('name_already_used', { field: 'name' }),
};

/**
 * Creates a template, or changes it if the caller saw its current version. A repeated creation with
 * the same id and content gets the same answer.
 */
export function saveTemplate(
  database: Database,
  { templateId: id, version, channel, name, en, ae }: Sent,
  context: CommandContext,
): Promise<Saved> {
  return inPortfolio(context, async ({ session, portfolio, now }): Promise<Saved> => {
    const portfolioId = portfolio.id;
    if (!runsPortfolio(session.scope, portfolioId)) return refuse('not_found');
    const checked = checkTexts(channel, { en, ae });
    if (!checked.ok) return checked;
    const written = {
      portfolioId,
      id,
      channel,
      name: name.trim(),
      ...checked.value,
      by: session.account.id,
      at: now.toISOString(),
    };
    return transactionOrConflict(database, nameIsUsed, async (transaction): Promise<Saved> => {
      const isNew = version === 0 && (await insertTemplate(transaction, written));
      const before = isNew ? null : await lockTemplate(transaction, { portfolioId, id });
      if (!isNew) {
        if (!before) return refuse('not_found');
        const stored = await findTemplate(transaction, { portfolioId, id });
        if (stored && version === 0 && isSame(stored, written)) return succeed(stored);
        if (before.version !== version) return refuse('changed_since');
        if (before.channel !== channel) {
          return refuse('template_channel_fixed', { field: 'channel' });
        }
        await updateTemplate(transaction, written);
      }
      await auditTemplate(transaction, context, {
        portfolioId,
        id,
        event: 'save-message-template',
        ...(before && { before: { name: before.name } }),
        after: { name: written.name, channel },
      });
      const saved = await findTemplate(transaction, { portfolioId, id });
      if (!saved) throw new Error(`template ${id} was stored but is missing`);
      return succeed(saved);
    });
  });
}

type Texts = Pick<MessageTemplate, 'name' | 'channel' | 'en' | 'ae'>;

const isSame = (stored: Texts, sent: Texts): boolean => contentOf(stored) === contentOf(sent);

const contentOf = ({ name, channel, en, ae }: Texts): string =>
  JSON.stringify([name, channel, en?.subject, en?.body, ae?.subject, ae?.body]);

type Removed = Outcome<AnswerOf<RemoveMessageTemplate>, FailureOf<RemoveMessageTemplate>>;

/**
 * Removes a template that no step uses. Sent messages store their own text, and batches that wait
 * can still use the template.
 */
export function removeTemplate(
  database: Database,
  { templateId: id, version }: { readonly templateId: string; readonly version: number },
  context: CommandContext,
): Promise<Removed> {
  return inPortfolio(context, async ({ session, portfolio, now }): Promise<Removed> => {
    const portfolioId = portfolio.id;
    if (!runsPortfolio(session.scope, portfolioId)) return refuse('not_found');
    return database.begin(async (transaction): Promise<Removed> => {
      const held = await lockTemplate(transaction, { portfolioId, id });
      if (!held) return refuse('not_found');
      if (held.version !== version) return refuse('changed_since');
      const template = await findTemplate(transaction, { portfolioId, id });
      if (template && template.steps > 0) return refuse('template_in_use');
      await markTemplateRemoved(transaction, {
        portfolioId,
        id,
        by: session.account.id,
        at: now.toISOString(),
      });
      await auditTemplate(transaction, context, {
        portfolioId,
        id,
        event: 'remove-message-template',
        before: { name: held.name },
      });
      return succeed({ id });
    });
  });
}

type Audited = {
  readonly portfolioId: string;
  readonly id: string;
  readonly event: 'save-message-template' | 'remove-message-template';
  readonly before?: Readonly<Record<string, string>>;
  readonly after?: Readonly<Record<string, string>>;
};

function auditTemplate(
  transaction: Transaction,
  context: CommandContext,
  { id, ...audited }: Audited,
): Promise<void> {
  return auditCommand(transaction, context, {
    ...audited,
    subject: 'message-template',
    subjectId: id,
  });
}
