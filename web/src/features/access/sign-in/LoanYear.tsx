import { type CSSProperties, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { intlLocaleOf, useLanguage } from '../../../lib/languages.ts';
import { createFormatters, type Formatters } from '../../../ui/format/formatters.ts';
import { type LedgerLine, loan, loanYear } from './loan-year.ts';
import { Text } from '../../../ui/layout/Text.tsx';
import classes from './LoanYear.module.css';

/** A picture of a ledger page: one year of a loan's instalments, entered line by line. */
export function LoanYear() {
  const { t } = useTranslation('sign-in');
  const locale = intlLocaleOf(useLanguage());
  const format = useMemo(() => createFormatters({ locale, timeZone: 'UTC' }), [locale]);
  const interestMinor = loanYear.reduce((sum, line) => sum + line.interestMinor, 0);
  return (
    <figure className={classes.sheet}>
      <figcaption className={classes.caption}>
        <Text size="title" weight="medium" className={classes.statement}>
          {t('ledger.statement')}
        </Text>
        <Text tone="muted" size="table">
          {t('ledger.terms', {
            amount: format.amount(loan.principalMinor, loan.currency),
            count: loanYear.length,
            rate: isolate(format.percent(loan.annualRatePercent, 2)),
          })}
        </Text>
      </figcaption>
      <table className={classes.table}>
        <Head />
        <tbody>
          {loanYear.map((line) => (
            <Line key={line.month} line={line} format={format} locale={locale} />
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row" colSpan={2}>
              {t('ledger.total')}
            </th>
            <td>{format.money(loan.principalMinor, loan.currency)}</td>
            <td>{format.money(interestMinor, loan.currency)}</td>
          </tr>
        </tfoot>
      </table>
    </figure>
  );
}

function Head() {
  const { t } = useTranslation('sign-in');
  return (
    <thead>
      <tr>
        <th scope="col">{t('ledger.due')}</th>
        <td className={classes.picture}>
          <span className={classes.key} data-part="balance" />
          {t('ledger.balance')}
        </td>
        <th scope="col">
          <span className={classes.key} data-part="principal" />
          {t('ledger.principal')}
        </th>
        <th scope="col">
          <span className={classes.key} data-part="interest" />
          {t('ledger.interest')}
        </th>
      </tr>
    </thead>
  );
}

type LineProps = { line: LedgerLine; format: Formatters; locale: string };

/** One instalment: the balance, the principal repaid and the interest. */
function Line({ line, format, locale }: LineProps) {
  // Each line appears a moment after the one above it.
  const style: CSSProperties & Record<`--${string}`, number | string> = {
    '--line': line.month,
    '--owed': shareOfLongest(line.balanceMinor),
    '--repaid': shareOfLongest(line.principalMinor),
    '--interest': shareOfLongest(line.interestMinor),
  };
  return (
    <tr style={style} className={classes.line}>
      <th scope="row">{monthOf(line, locale)}</th>
      <td className={classes.picture} aria-hidden="true">
        <span className={classes.bar} />
      </td>
      <td>{format.money(line.principalMinor, loan.currency)}</td>
      <td>{format.money(line.interestMinor, loan.currency)}</td>
    </tr>
  );
}

/**
 * Returns an amount as a share of the longest possible bar: the principal of the whole loan plus
 * the highest interest of an instalment.
 */
function shareOfLongest(amountMinor: number): string {
  const longestMinor = loan.principalMinor + Math.max(...loanYear.map((it) => it.interestMinor));
  return `${(amountMinor / longestMinor) * 100}%`;
}

function monthOf({ month }: LedgerLine, locale: string): string {
  const name = new Intl.DateTimeFormat(locale, { month: 'short', timeZone: 'UTC' });
  return name.format(Date.UTC(2026, month - 1));
}

/** Keeps a figure and its sign together in right-to-left text. */
function isolate(text: string): string {
  return `\u2066${text}\u2069`;
}
