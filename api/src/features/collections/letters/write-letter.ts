import type { Language } from '@bursar/contracts/languages';
import { isolated, pdfFormat } from '../../../platform/pdf/pdf-format.ts';
import type { PlainPdfContent } from '../../../platform/pdf/write-pdf.ts';
import { statementText } from '../../records/statements/statement-text.ts';
import { usualPrintFormat, type PrintDates } from '@bursar/contracts/print-format.values';

export type Letter = {
  readonly language: Language;
  readonly sender: { readonly name: string; readonly address: string };
  readonly logo: Buffer | null;
  readonly recipient: string;
  readonly address: string;
  readonly subject: string;
  readonly body: string;
  /** The loan's reference, such as `L-000123`. */
  readonly reference: string;
  readonly printDates: PrintDates;
  readonly day: string;
};

/** Lays out a letter: sender, recipient, subject and text. */
export function letterPdf(letter: Letter): PlainPdfContent {
  const { language, sender, logo, printDates, recipient, address, subject, body, reference, day } =
    letter;
  const words = statementText[language];
  const written = pdfFormat(language, { ...usualPrintFormat, dates: printDates }).day(day);
  return {
    language,
    issuer: isolated(sender.name),
    logo,
    title: subject,
    subtitle: written,
    blocks: [
      [
        { label: words.from, text: [sender.name, sender.address].filter(Boolean).join('\n') },
        { label: words.to, text: [recipient, address].filter(Boolean).join('\n') },
        { label: words.loan, text: isolated(reference) },
      ],
    ],
    body,
    footer: words.footer(isolated(sender.name), written),
  };
}
