import type { MessageChannel } from '@bursar/contracts/collections/letters.values';
import { scheduledCall } from '../platform/audit.ts';
import type { Transaction } from '../platform/database.ts';
import { proposeStep } from '../features/collections/letters/propose-messages.ts';
import { insertStep } from '../features/collections/letters/steps.store.ts';
import { insertTemplate } from '../features/collections/letters/templates.store.ts';
import type { DemoPeople } from './demo-people.ts';
import { momentOf } from './placed-loan.ts';
import type { Random } from './random.ts';

type Recording = { readonly people: DemoPeople; readonly random: Random; readonly today: string };

type DemoMessage = {
  readonly name: string;
  readonly channel: MessageChannel;
  readonly days: readonly [from: number, until: number | null];
  readonly en: { readonly subject: string | null; readonly body: string };
  readonly ae: { readonly subject: string | null; readonly body: string };
};

const messages: readonly DemoMessage[] = [
  {
    name: 'Friendly reminder',
    channel: 'sms',
    days: [3, 14],
    en: {
      subject: null,
      body: '{{lender}}: {{amount_late}} on loan {{loan}} was due on {{late_since}}. Please pay it this week.',
    },
    ae: {
      subject: null,
      body: '{{lender}}: حلّ أجل {{amount_late}} من القرض {{loan}} في {{late_since}}. نرجو سداده هذا الأسبوع.',
    },
  },
  {
    name: 'Second reminder',
    channel: 'email',
    days: [15, 45],
    en: {
      subject: 'Loan {{loan}} is {{days_late}} days late',
      body: 'Dear {{borrower}}\n\n{{amount_late}} of your loan {{loan}} has been late since {{late_since}}. Please pay this amount, or call us to agree on a plan.\n\n{{lender}}',
    },
    ae: {
      subject: 'تأخر القرض {{loan}} {{days_late}} يومًا',
      body: 'السيد/السيدة {{borrower}}\n\nتأخر سداد {{amount_late}} من قرضكم {{loan}} منذ {{late_since}}. نرجو سداد هذا المبلغ أو الاتصال بنا للاتفاق على خطة.\n\n{{lender}}',
    },
  },
  {
    name: 'Formal notice',
    channel: 'letter',
    days: [46, null],
    en: {
      subject: 'Notice of late payment',
      body: 'Dear {{borrower}}\n\nYour loan {{loan}} is {{days_late}} days late. {{amount_late}} is due now. To settle the whole loan today, pay {{payoff}}.\n\nPlease pay within ten days, or contact {{agent}} at our office.\n\n{{lender}}',
    },
    ae: {
      subject: 'إشعار بتأخر السداد',
      body: 'السيد/السيدة {{borrower}}\n\nتأخر قرضكم {{loan}} {{days_late}} يومًا، والمبلغ المستحق الآن {{amount_late}}. ولسداد القرض كاملًا اليوم يُدفع {{payoff}}.\n\nنرجو السداد خلال عشرة أيام أو التواصل مع {{agent}} في مكتبنا.\n\n{{lender}}',
    },
  },
];

/** Adds templates and dunning steps, and proposes the batches of today. */
export async function addDemoLetters(
  transaction: Transaction,
  { people: { portfolioId, managerId: by }, random, today }: Recording,
): Promise<void> {
  const changed = momentOf(today, 0);
  const at = changed.toISOString();
  for (const { name, channel, days, en, ae } of messages) {
    const [templateId, stepId] = [random.uuid(changed), random.uuid(changed)];
    const made = { portfolioId, by, at };
    await insertTemplate(transaction, { ...made, id: templateId, name, channel, en, ae });
    const [fromDaysLate, untilDaysLate] = days;
    const range = { fromDaysLate, untilDaysLate, everyDays: 14 };
    // A demo can start on any day of the week, and must have batches to release on each of them.
    const rules = { workingDaysOnly: false, sparesPromises: true, releasesItself: false };
    await insertStep(transaction, { ...made, id: stepId, templateId, ...range, ...rules });
    const call = scheduledCall(momentOf(today, 0, 5));
    await proposeStep(transaction, { ...call, portfolioId, stepId, today, by: null });
  }
}
