import type { Language } from '@bursar/contracts/languages';
import { isolated, pdfFormat } from '../../../platform/pdf/pdf-format.ts';
import { writePdf, type Pdf } from '../../../platform/pdf/write-pdf.ts';
import { fileColumns, plainAmount, writeTableWorkbook } from '../../../platform/table-file.ts';
import type { CollectionReport, ReportRow } from './build-report.ts';
import { reportTexts } from './report-text.ts';

type Made = { readonly language: Language; readonly now: Date };

export function writeReportPdf(
  { portfolio, period, range, team, printFormat, rows }: CollectionReport,
  { language, now }: Made,
): Promise<Pdf> {
  const texts = reportTexts[language];
  const format = pdfFormat(language, printFormat);
  const sum = (of: (row: ReportRow) => number) => rows.reduce((total, row) => total + of(row), 0);
  const count = (header: string, of: (row: ReportRow) => number) => ({
    header,
    share: 1.4,
    align: 'end' as const,
    text: (row: ReportRow) => format.count(of(row)),
    foot: format.count(sum(of)),
  });
  const money = (amountMinor: number) => format.money(amountMinor, portfolio.currency);
  const days = texts.range(format.day(range.from), format.day(range.to));
  return writePdf({
    language,
    issuer: portfolio.name,
    title: texts.title[period],
    subtitle: [team === null ? null : isolated(team), days, portfolio.currency]
      .filter((part) => part !== null)
      .join(' · '),
    table: {
      title: texts.agents,
      columns: [
        {
          header: texts.agent,
          share: 3.4,
          text: ({ name }) => isolated(name),
          foot: texts.total,
        },
        count(texts.overdue, ({ overdue }) => overdue),
        count(texts.contacts, ({ contacts }) => contacts),
        count(texts.promises, ({ promises }) => promises),
        count(texts.kept, ({ kept }) => kept),
        count(texts.broken, ({ broken }) => broken),
        {
          header: texts.collected,
          share: 2.4,
          align: 'end',
          text: ({ collectedMinor }) => money(collectedMinor),
          foot: money(sum(({ collectedMinor }) => collectedMinor)),
        },
        {
          header: texts.target,
          share: 2.4,
          align: 'end',
          text: ({ targetMinor }) => (targetMinor === null ? '–' : money(targetMinor)),
          foot: money(sum(({ targetMinor }) => targetMinor ?? 0)),
        },
      ],
      rows: [rows],
      none: texts.none,
    },
    footer: texts.footer(format.instant(now, portfolio.timeZone)),
  });
}

export function writeReportWorkbook({ portfolio, range, rows }: CollectionReport): Promise<Buffer> {
  const { text, number, amount, day } = fileColumns<ReportRow, string>();
  const money = (amountMinor: number) => plainAmount(amountMinor, portfolio.currency);
  async function* onePage() {
    yield rows;
  }
  return writeTableWorkbook(
    [
      day('from', 'from', () => range.from),
      day('to', 'to', () => range.to),
      text('agent', 'agent', ({ name }) => name),
      text('team', 'team', ({ team }) => team),
      number('overdue_loans', 'overdue', ({ overdue }) => String(overdue)),
      text('currency', 'currency', () => portfolio.currency),
      amount('overdue_principal', 'overdue', ({ overdueMinor }) => money(overdueMinor)),
      number('contacts', 'contacts', ({ contacts }) => String(contacts)),
      number('promises_made', 'promises', ({ promises }) => String(promises)),
      number('promises_kept', 'kept', ({ kept }) => String(kept)),
      number('promises_broken', 'broken', ({ broken }) => String(broken)),
      amount('collected', 'collected', ({ collectedMinor }) => money(collectedMinor)),
      amount('month_target', 'target', ({ targetMinor }) =>
        targetMinor === null ? null : money(targetMinor),
      ),
    ],
    onePage(),
    'Agents',
  );
}
