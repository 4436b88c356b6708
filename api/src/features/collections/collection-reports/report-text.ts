import type { Language } from '@bursar/contracts/languages';

type ReportTexts = {
  readonly title: { readonly week: string; readonly month: string };
  readonly range: (from: string, to: string) => string;
  readonly agents: string;
  readonly agent: string;
  readonly overdue: string;
  readonly contacts: string;
  readonly promises: string;
  readonly kept: string;
  readonly broken: string;
  readonly collected: string;
  readonly target: string;
  readonly total: string;
  readonly none: string;
  readonly footer: (made: string) => string;
  readonly mail: { readonly subject: string; readonly body: string };
};

export const reportTexts: Record<Language, ReportTexts> = {
  en: {
    title: { week: 'Collection report of the week', month: 'Collection report of the month' },
    range: (from, to) => `${from} – ${to}`,
    agents: 'Agents',
    agent: 'Agent',
    overdue: 'Overdue',
    contacts: 'Contacts',
    promises: 'Promises',
    kept: 'Kept',
    broken: 'Broken',
    collected: 'Collected',
    target: 'Month’s target',
    total: 'Total',
    none: 'There are no agents.',
    footer: (made) =>
      `Made ${made}. Overdue loans are those of that moment. A payment reversed later changes these figures.`,
    mail: {
      subject: 'Bursar: collection report',
      body: 'Attached as PDF and as an Excel workbook.\n\nThe manager of the portfolio chooses who receives this report.',
    },
  },
  ae: {
    title: { week: 'تقرير التحصيل الأسبوعي', month: 'تقرير التحصيل الشهري' },
    range: (from, to) => `من ${from} إلى ${to}`,
    agents: 'المحصلون',
    agent: 'المحصل',
    overdue: 'متأخرة',
    contacts: 'الاتصالات',
    promises: 'الوعود',
    kept: 'أُوفي',
    broken: 'أُخلف',
    collected: 'المحصَّل',
    target: 'هدف الشهر',
    total: 'المجموع',
    none: 'لا محصلين.',
    footer: (made) =>
      `أُعد في ${made}. القروض المتأخرة هي المتأخرة في تلك اللحظة. يغيّر عكس دفعة لاحقًا هذه الأرقام.`,
    mail: {
      subject: 'Bursar: تقرير التحصيل',
      body: 'مرفق بصيغة PDF وبصيغة Excel.\n\nيختار مدير المحفظة من يتلقى هذا التقرير.',
    },
  },
};
