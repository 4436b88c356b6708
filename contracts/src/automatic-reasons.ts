import { isCalendarDate } from '@bursar/loan-maths/calendar';

/**
 * Reasons that the system writes for its own waivers and charges. They are stored in English and
 * must never change, because stored rows have them; the web shows them in the reader's language.
 */
export const automaticReasons = {
  paidOn: (day: string) => `Paid on ${day}`,
  paymentReversed: 'Payment reversed',
  rescheduleUndone: 'Reschedule undone',
  productTerms: 'By the terms of the product.',
} as const;

type AutomaticReason =
  | { readonly kind: 'paidOn'; readonly day: string }
  | { readonly kind: 'paymentReversed' | 'rescheduleUndone' | 'productTerms' };

/** Recognises a reason that the system wrote; null for other words of a user. */
export function automaticReasonIn(reason: string): AutomaticReason | null {
  const [, day] = /^Paid on (\d{4}-\d\d-\d\d)$/.exec(reason) ?? [];
  if (day !== undefined && isCalendarDate(day)) return { kind: 'paidOn', day };
  const kinds = ['paymentReversed', 'rescheduleUndone', 'productTerms'] as const;
  const kind = kinds.find((each) => automaticReasons[each] === reason);
  return kind === undefined ? null : { kind };
}
