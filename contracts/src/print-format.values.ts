/**
 * The number formats of PDFs and messages, in this order: 1,234,567.50, 1.234.567,50, 1 234 567,50
 * and 12,34,567.50.
 */
export const printNumbers = ['point', 'comma', 'space', 'indian'] as const;
export type PrintNumbers = (typeof printNumbers)[number];

/**
 * The date formats of PDFs and messages, in this order: 5 Mar 2026, 05/03/2026, 05.03.2026,
 * 03/05/2026 and 2026-03-05.
 */
export const printDates = ['words', 'day-first', 'dotted', 'month-first', 'year-first'] as const;
export type PrintDates = (typeof printDates)[number];

/** The formats of figures and days in a portfolio's statements, invoices, letters and reports. */
export type PrintFormat = { readonly numbers: PrintNumbers; readonly dates: PrintDates };

/** The format of a portfolio that has not chosen another. */
export const usualPrintFormat: PrintFormat = { numbers: 'point', dates: 'words' };
