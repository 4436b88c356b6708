import type {
  DunningStep,
  RemoveDunningStep,
  SaveDunningStep,
} from '@bursar/contracts/collections/dunning';
import type { AnswerOf, FailureOf, InputOf } from '@bursar/contracts/endpoint';
import { auditCommand } from '../../../platform/audit.ts';
import type { CommandContext } from '../../../platform/command-context.ts';
import type { Database, Transaction } from '../../../platform/database.ts';
import { refuse, succeed, type Outcome } from '../../../platform/outcome.ts';
import { discardBatchesOf } from './batches.store.ts';
import { portfolioRun } from './portfolio-run.ts';
import {
  findStep,
  insertStep,
  lockStep,
  markStepRemoved,
  updateStep,
  type StepRules,
} from './steps.store.ts';
import { lockTemplate } from './templates.store.ts';

type Sent = InputOf<SaveDunningStep>['body'] & { readonly stepId: string };
type Saved = Outcome<DunningStep, FailureOf<SaveDunningStep>>;

/**
 * Creates a step, or changes it if the caller saw its current version. A repeated creation with the
 * same id and content gets the same answer.
 */
export function saveStep(
  database: Database,
  { stepId: id, version, ...rules }: Sent,
  context: CommandContext,
): Promise<Saved> {
  const { session, now } = context;
  return database.begin(async (transaction): Promise<Saved> => {
    const portfolioId = portfolioRun(session);
    if (portfolioId === null) return refuse('not_found');
    const { fromDaysLate, untilDaysLate, templateId } = rules;
    if (untilDaysLate !== null && untilDaysLate < fromDaysLate) {
      return refuse('days_late_upside_down', { field: 'untilDaysLate' });
    }
    const key = { portfolioId, id };
    // The lock prevents the template from being removed at the same moment.
    const template = await lockTemplate(transaction, { portfolioId, id: templateId });
    if (!template) return refuse('template_not_found', { field: 'templateId' });
    const written = { ...key, ...rules, by: session.account.id, at: now.toISOString() };
    const isNew = version === 0 && (await insertStep(transaction, written));
    if (!isNew) {
      const held = await lockStep(transaction, key);
      const stored = await findStep(transaction, key);
      if (!held || !stored) return refuse('not_found');
      if (version === 0 && isSame(stored, rules)) return succeed(stored);
      if (held.version !== version) return refuse('changed_since');
      await updateStep(transaction, written);
      await audit(transaction, context, { ...key, before: stored, rules, name: template.name });
    } else await audit(transaction, context, { ...key, before: null, rules, name: template.name });
    const saved = await findStep(transaction, key);
    if (!saved) throw new Error(`step ${id} was stored but is missing`);
    return succeed(saved);
  });
}

const isSame = (stored: StepRules, sent: StepRules): boolean =>
  JSON.stringify(factsOf(stored, stored.templateId)) ===
  JSON.stringify(factsOf(sent, sent.templateId));

type Audited = {
  readonly portfolioId: string;
  readonly id: string;
  readonly before: DunningStep | null;
  readonly rules: StepRules;
  readonly name: string;
};

function audit(
  transaction: Transaction,
  context: CommandContext,
  { portfolioId, id, before, rules, name }: Audited,
): Promise<void> {
  return auditCommand(transaction, context, {
    portfolioId,
    event: 'save-dunning-step',
    subject: 'dunning-step',
    subjectId: id,
    ...(before && { before: factsOf(before, before.templateName) }),
    after: factsOf(rules, name),
  });
}

function factsOf(rules: StepRules, template: string) {
  return {
    template,
    fromDaysLate: rules.fromDaysLate,
    untilDaysLate: rules.untilDaysLate,
    everyDays: rules.everyDays,
    workingDaysOnly: String(rules.workingDaysOnly),
    sparesPromises: String(rules.sparesPromises),
    releasesItself: String(rules.releasesItself),
  };
}

type Removed = Outcome<AnswerOf<RemoveDunningStep>, FailureOf<RemoveDunningStep>>;

/** Removes a step and discards its waiting batches, which nobody would expect to be sent. */
export function removeStep(
  database: Database,
  { stepId: id, version }: { readonly stepId: string; readonly version: number },
  context: CommandContext,
): Promise<Removed> {
  const { session, now } = context;
  return database.begin(async (transaction): Promise<Removed> => {
    const portfolioId = portfolioRun(session);
    if (portfolioId === null) return refuse('not_found');
    const held = await lockStep(transaction, { portfolioId, id });
    if (!held) return refuse('not_found');
    if (held.version !== version) return refuse('changed_since');
    const settled = { portfolioId, by: session.account.id, at: now.toISOString() };
    await markStepRemoved(transaction, { ...settled, id });
    const discarded = await discardBatchesOf(transaction, { ...settled, stepId: id });
    await auditCommand(transaction, context, {
      portfolioId,
      event: 'remove-dunning-step',
      subject: 'dunning-step',
      subjectId: id,
      after: { discarded },
    });
    return succeed({ id, discarded });
  });
}
