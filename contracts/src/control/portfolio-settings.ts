import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { WEEKLY_DAYS_OFF_MAX } from '../servicing/business-calendar.values.ts';
import { currency, nameText, uuid } from '../values.ts';
import { printDates, printNumbers } from '../print-format.values.ts';

/** The format of figures and days in statements, invoices, letters and reports. */
const printFormat = { printNumbers: z.enum(printNumbers), printDates: z.enum(printDates) };

/** The month in which the fiscal year starts, 1 for January. */
const fiscalYearMonth = z.int().min(1).max(12);

const portfolio = z.object({
  id: uuid,
  name: z.string(),
  currency,
  timeZone: z.string(),
  fiscalYearMonth,
  ...printFormat,
  /** False once a day was closed, because a change would affect closed days. */
  mayChangeTimeZone: z.boolean(),
});

export const listPortfolioSettings = endpoint({
  key: 'GET /api/portfolio-settings',
  summary: 'List the portfolios that the caller manages, with their settings.',
  access: 'change-portfolio',
  answer: z.object({ portfolios: z.array(portfolio) }),
  failures: [],
});
export type ListPortfolioSettings = typeof listPortfolioSettings;

export const createPortfolio = endpoint({
  key: 'POST /api/portfolios',
  summary: 'Create a portfolio with its currency, time zone and weekly days off.',
  access: 'create-portfolios',
  body: z.object({
    /** The client creates this id and repeats it on every retry. */
    id: uuid,
    name: nameText.max(120),
    currency,
    timeZone: z.string().max(60),
    /** 1 is Monday. */
    weekdaysOff: z.array(z.int().min(1).max(7)).max(WEEKLY_DAYS_OFF_MAX),
  }),
  answer: portfolio,
  failures: [
    'not_found',
    'name_missing',
    'currency_unknown',
    'time_zone_unknown',
    'id_reused_with_different_content',
  ],
});
export type CreatePortfolio = typeof createPortfolio;

export const changePortfolio = endpoint({
  key: 'PUT /api/portfolio-settings/:portfolioId',
  summary:
    'Set the name of a portfolio, its time zone, its fiscal year and the formats of its PDFs and messages.',
  access: 'change-portfolio',
  params: z.object({ portfolioId: uuid }),
  body: z.object({
    name: nameText.max(120),
    timeZone: z.string().max(60),
    fiscalYearMonth,
    ...printFormat,
  }),
  answer: portfolio,
  failures: ['name_missing', 'time_zone_unknown', 'not_found', 'portfolio_has_closed_days'],
});
export type ChangePortfolio = typeof changePortfolio;
