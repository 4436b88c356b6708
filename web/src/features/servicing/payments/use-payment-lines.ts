import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../ui/format/FormatProvider.tsx';
import type { Draft } from './use-payment-draft.ts';

type EnteredPayment = Pick<
  Draft,
  'amountMinor' | 'valueDate' | 'method' | 'payer' | 'externalReference' | 'note'
>;

type LineOptions = {
  readonly currency: string;
  /** The parts of a payment that is split over loans. */
  readonly parts?: readonly { readonly reference: string; readonly amountMinor: number }[];
};

/** Returns the entered payment as lines of text, so that another person can enter it. */
export function usePaymentLines(
  { amountMinor, valueDate, method, payer, externalReference, note }: EnteredPayment,
  { currency, parts = [] }: LineOptions,
): string[] {
  const { t } = useTranslation('payments');
  const format = useFormat();
  if (amountMinor === null) return note.trim() === '' ? [] : [note.trim()];
  return [
    `${t('field.amount')}: ${format.money(amountMinor, currency)}`,
    ...parts.map((part) => `${part.reference}: ${format.money(part.amountMinor, currency)}`),
    ...(valueDate === null ? [] : [`${t('field.valueDate')}: ${format.day(valueDate)}`]),
    `${t('field.method')}: ${t(`method.${method}`)}`,
    ...(payer.trim() === '' ? [] : [`${t('field.payer')}: ${payer.trim()}`]),
    ...(externalReference.trim() === ''
      ? []
      : [`${t('field.externalReference')}: ${externalReference.trim()}`]),
    ...(note.trim() === '' ? [] : [`${t('field.note')}: ${note.trim()}`]),
  ];
}
