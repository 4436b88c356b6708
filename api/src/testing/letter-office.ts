import { uuidv7 } from 'uuidv7';
import type { TestPortfolio } from './arrange.ts';
import type { TestApp, TestClient } from './test-app.ts';

/** A complete SMS template in English only, unless `wishes` differ. */
export const templateOf = (wishes: object = {}) => ({
  name: `Reminder ${uuidv7()}`,
  channel: 'sms',
  en: { subject: null, body: '{{borrower}}: {{amount_late}} is late on {{loan}}.' },
  ae: null,
  version: 0,
  ...wishes,
});

/** A dunning step from 1 day past due, at most once a week; a person releases its messages. */
export const stepOf = (templateId: string, wishes: object = {}) => ({
  templateId,
  fromDaysLate: 1,
  untilDaysLate: null,
  everyDays: 7,
  workingDaysOnly: true,
  sparesPromises: true,
  releasesItself: false,
  version: 0,
  ...wishes,
});

/** Creates a template with a step that uses it. */
export async function arrangeStep(
  manager: TestClient,
  wishes: { readonly template?: object; readonly step?: object } = {},
): Promise<{ templateId: string; stepId: string }> {
  const [templateId, stepId] = [uuidv7(), uuidv7()];
  const answers = [
    await manager.put(`/api/message-templates/${templateId}`, templateOf(wishes.template)),
    await manager.put(`/api/dunning-steps/${stepId}`, stepOf(templateId, wishes.step)),
  ];
  const wrong = answers.find(({ status }) => status !== 200);
  if (wrong) throw new Error(`step: ${JSON.stringify(wrong.body)}`);
  return { templateId, stepId };
}

type Card = { readonly phone?: string; readonly email?: string; readonly address?: string };

/** Gives the borrower of a loan contact details and a language. */
export async function arrangeReach(
  client: TestClient,
  loanId: string,
  { language = null, ...card }: Card & { readonly language?: 'en' | 'ae' | null },
): Promise<void> {
  const { borrower } = (await client.get(`/api/loans/${loanId}`)).body;
  const address = `/api/borrowers/${borrower.id}`;
  const { version } = (await client.get(address)).body;
  const contacts = Object.entries(card).map(([kind, value]) => ({
    id: uuidv7(),
    kind,
    label: 'home',
    value,
    isPreferred: false,
    validFrom: null,
    validTo: null,
  }));
  const { status, body } = await client.put(address, { version, contacts, language });
  if (status !== 200) throw new Error(`borrower: ${JSON.stringify(body)}`);
}

type Place = {
  readonly circle: string;
  readonly portfolio: TestPortfolio;
  readonly loanId: string;
};

/**
 * Stores a sent message about the loan, with texts that begin with the circle's name. Within a
 * portfolio, the manager may see every step and batch, so their real ids are returned only for the
 * other portfolio.
 */
export async function arrangeLetters(
  test: TestApp,
  manager: TestClient,
  { circle, portfolio, loanId }: Place,
) {
  const { templateId, stepId } = await arrangeStep(manager, {
    template: { name: `${circle} template`, en: { subject: null, body: `${circle} message` } },
  });
  const [messageBatchId, loanMessageId] = [uuidv7(), uuidv7()];
  await test.owner`
    insert into message_batches (portfolio_id, id, step_id, template_id, channel, day, proposed_at,
      state, settled_by, settled_at, sender_name, sender_address)
    values (${portfolio.id}, ${messageBatchId}, ${stepId}, ${templateId}, 'sms', '2026-06-15', now(),
      'released', ${portfolio.manager.id}, now(), ${circle}, '')`;
  await test.owner`
    insert into loan_messages (portfolio_id, id, batch_id, step_id, loan_id, day, channel, days_late,
      late_minor, state, language, recipient, address, body, sent_at)
    values (${portfolio.id}, ${loanMessageId}, ${messageBatchId}, ${stepId}, ${loanId}, '2026-06-15',
      'sms', 14, 662, 'sent', 'en', ${`${circle} Borrower`}, '+1', ${`${circle} message`}, now())`;
  const isFar = circle === 'Faraway';
  const hidden = { templateId, stepId, messageBatchId };
  return { loanMessageId, ...(isFar ? hidden : noLetters()) };
}

const noLetters = () => ({ templateId: uuidv7(), stepId: uuidv7(), messageBatchId: uuidv7() });
