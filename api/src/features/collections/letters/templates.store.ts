import type { MessageTemplate } from '@bursar/contracts/collections/message-templates';
import type { MessageChannel } from '@bursar/contracts/collections/letters.values';
import type { Queryable, Transaction } from '../../../platform/database.ts';

type TemplateKey = { readonly portfolioId: string; readonly id: string };

/** The texts of a template by language; null without a text in that language. */
export type TemplateTexts = Pick<MessageTemplate, 'en' | 'ae'>;

type TemplateRow = Omit<MessageTemplate, 'en' | 'ae'> & {
  readonly subjectEn: string | null;
  readonly bodyEn: string | null;
  readonly subjectAe: string | null;
  readonly bodyAe: string | null;
};

function selectTemplates(sql: Queryable) {
  return sql`
    select template.id, template.name, template.channel, template.subject_en, template.body_en,
      template.subject_ae, template.body_ae, template.version, changer.name as changed_by,
      template.changed_at, (
        select count(*) from dunning_steps step
        where step.portfolio_id = template.portfolio_id and step.template_id = template.id
          and step.removed_at is null
      ) as steps
    from message_templates template join accounts changer on changer.id = template.changed_by`;
}

export async function listTemplates(
  sql: Queryable,
  portfolioId: string,
): Promise<MessageTemplate[]> {
  const rows = await sql<TemplateRow[]>`
    ${selectTemplates(sql)}
    where template.portfolio_id = ${portfolioId} and template.removed_at is null
    order by lower(template.name), template.id`;
  return rows.map(toTemplate);
}

/** Finds a template, even a removed one, because its batches still refer to it. */
export async function findTemplate(
  sql: Queryable,
  { portfolioId, id }: TemplateKey,
): Promise<MessageTemplate | null> {
  const [row] = await sql<TemplateRow[]>`
    ${selectTemplates(sql)}
    where template.portfolio_id = ${portfolioId} and template.id = ${id}`;
  return row ? toTemplate(row) : null;
}

function toTemplate({
  subjectEn,
  bodyEn,
  subjectAe,
  bodyAe,
  ...row
}: TemplateRow): MessageTemplate {
  return {
    ...row,
    en: bodyEn === null ? null : { subject: subjectEn, body: bodyEn },
    ae: bodyAe === null ? null : { subject: subjectAe, body: bodyAe },
  };
}

type Held = {
  readonly name: string;
  readonly channel: MessageChannel;
  readonly version: number;
};

/**
 * Locks a template until the transaction ends; returns null if it was removed. The lock does not
 * block new batches that refer to the template. If it did, a proposal, which locks its step first,
 * could deadlock with a change of the step, which locks the template first.
 */
export async function lockTemplate(
  transaction: Transaction,
  { portfolioId, id }: TemplateKey,
): Promise<Held | null> {
  const [row] = await transaction<Held[]>`
    select name, channel, version from message_templates
    where portfolio_id = ${portfolioId} and id = ${id} and removed_at is null
    for no key update`;
  return row ? { ...row } : null;
}

type Written = TemplateKey &
  TemplateTexts & {
    readonly name: string;
    readonly channel: MessageChannel;
    readonly by: string;
    readonly at: string;
  };

/** Inserts a template; returns whether its id is new. */
export async function insertTemplate(
  transaction: Transaction,
  { portfolioId, id, channel, ...template }: Written,
): Promise<boolean> {
  const rows = await transaction`
    insert into message_templates
      ${transaction({ portfolio_id: portfolioId, id, channel, ...columnsOf(template) })}
    on conflict (portfolio_id, id) do nothing returning id`;
  return rows.length > 0;
}

export async function updateTemplate(
  transaction: Transaction,
  { portfolioId, id, channel: _channel, ...template }: Written,
): Promise<void> {
  await transaction`
    update message_templates set ${transaction(columnsOf(template))}, version = version + 1
    where portfolio_id = ${portfolioId} and id = ${id}`;
}

function columnsOf({ name, en, ae, by, at }: Omit<Written, 'portfolioId' | 'id' | 'channel'>) {
  return {
    name,
    subject_en: en?.subject ?? null,
    body_en: en?.body ?? null,
    subject_ae: ae?.subject ?? null,
    body_ae: ae?.body ?? null,
    changed_by: by,
    changed_at: at,
  };
}

export async function markTemplateRemoved(
  transaction: Transaction,
  { portfolioId, id, by, at }: TemplateKey & { readonly by: string; readonly at: string },
): Promise<void> {
  await transaction`
    update message_templates set removed_at = ${at}, changed_by = ${by}, changed_at = ${at},
      version = version + 1
    where portfolio_id = ${portfolioId} and id = ${id}`;
}
