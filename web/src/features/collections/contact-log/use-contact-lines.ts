import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../ui/format/FormatProvider.tsx';
import { callBackOf } from './call-back.ts';
import { totalOf, type PromiseDraft, type PromisingLoan } from './promise-draft.ts';
import type { ContactForm } from './use-contact-form.ts';

/** Returns the entered contact as lines of text that another user can read and enter again. */
export function useContactLines(
  loan: PromisingLoan,
  { values, callBack, shares }: Pick<ContactForm, 'values' | 'callBack' | 'shares'>,
): string[] {
  const { t } = useTranslation(['contact-log', 'payments']);
  const format = useFormat();
  const promiseLines = usePromiseLines(loan, values.promise);
  const { outcome, channel, direction, note, isEarlier, day, time, payment, nextAction } = values;
  const { timeZone } = format.settings;
  const callAt = callBackOf(values, { ...callBack, timeZone });
  const key = direction === 'incoming' ? 'list.incoming' : 'list.line';
  const references = shares.loans.map(({ reference }) => reference);
  return [
    ...(references.length > 1 ? [`${t('loans.label')}: ${references.join(', ')}`] : []),
    ...(outcome
      ? [t(key, { channel: t(`channel.${channel}`), outcome: t(`outcome.${outcome}`) })]
      : []),
    ...(outcome && isEarlier && day ? [`${t('field.when')}: ${format.day(day)} ${time}`] : []),
    ...(outcome === 'promised' ? promiseLines : []),
    ...(payment.amountMinor === null
      ? []
      : [`${t('call.paidToday')}: ${format.money(payment.amountMinor, loan.currency)}`]),
    ...(payment.amountMinor === null || payment.payer.trim() === ''
      ? []
      : [`${t('payments:field.payer')}: ${payment.payer.trim()}`]),
    ...(nextAction.what.trim() === ''
      ? []
      : [`${t('call.nextAction')}: ${nextAction.what.trim()}`]),
    ...(callAt && callAt !== 'unreadable'
      ? [`${t('field.callBack')}: ${format.instant(callAt)}`]
      : []),
    ...linesOf(note),
  ];
}

export function usePromiseLines(
  { currency }: Pick<PromisingLoan, 'currency'>,
  { lines }: PromiseDraft,
): string[] {
  const { t } = useTranslation('contact-log');
  const format = useFormat();
  const typed = lines.flatMap(({ amountMinor, promisedOn }) => [
    ...(amountMinor === null
      ? []
      : [`${t('promise.amount')}: ${format.money(amountMinor, currency)}`]),
    ...(amountMinor !== null && promisedOn !== null
      ? [`${t('promise.day')}: ${format.day(promisedOn)}`]
      : []),
  ]);
  if (lines.length === 1) return typed;
  return [...typed, `${t('promise.total')}: ${format.money(totalOf(lines), currency)}`];
}

const linesOf = (text: string) =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
