import type { QueueItem } from '@bursar/contracts/collections/work-queue';
import type { TFunction } from 'i18next';
import type { Formatters } from '../../../ui/format/formatters.ts';
import { isolated } from '../../../ui/format/isolated.ts';

type Translate = { readonly t: TFunction<'work-queue'>; readonly format: Formatters };
type Reason = QueueItem['reasons'][number];

/** Returns why a loan is in the queue; the first reason decides its position. */
export function reasonTexts(item: QueueItem, texts: Translate): readonly string[] {
  return item.reasons.map((reason) => reasonText(reason, item, texts));
}

function reasonText(reason: Reason, item: QueueItem, { t, format }: Translate): string {
  const { promise, nextAction, currency, daysPastDue, touchedOn, tryAgainAt } = item;
  const money = (amountMinor: number) => isolated(format.money(amountMinor, currency));
  const promised = {
    amount: money(promise?.amountMinor ?? 0),
    received: money(promise?.receivedMinor ?? 0),
    day: promise ? format.day(promise.promisedOn, 'short') : '',
  };
  switch (reason) {
    case 'promise-broken':
      return promise && promise.receivedMinor > 0
        ? t('reason.promisePartlyKept', promised)
        : t('reason.promiseBroken', promised);
    case 'try-again':
      return t('reason.callBack', { time: tryAgainAt ? format.instant(tryAgainAt) : '' });
    case 'promise-due':
      return t('reason.promiseDue', promised);
    case 'due-today':
      return t('reason.dueToday', { amount: money(item.dueMinor) });
    case 'overdue':
      return t('reason.overdue', { count: daysPastDue, days: format.count(daysPastDue) });
    case 'untouched':
      return t('reason.untouched', { day: touchedOn ? format.day(touchedOn, 'short') : '' });
    case 'listed':
      return t('reason.listed');
    case 'next-action':
      return t('reason.nextAction', { what: isolated(nextAction?.what ?? '') });
  }
}

/** Returns the sum due on the item's loan and the borrower's other loans in its currency. */
export function dueOfAll({ dueMinor, currency, otherLoans }: QueueItem): number {
  return otherLoans
    .filter((loan) => loan.currency === currency)
    .reduce((sum, loan) => sum + loan.dueMinor, dueMinor);
}

/** Returns the bucket and the days past due of the borrower's longest overdue loan. */
export function latestOf(item: QueueItem): Pick<QueueItem, 'bucket' | 'daysPastDue'> {
  const { bucket, daysPastDue } = [item, ...item.otherLoans].reduce((latest, loan) =>
    loan.daysPastDue > latest.daysPastDue ? loan : latest,
  );
  return { bucket, daysPastDue };
}

type Contact = QueueItem['history'][number];

/** A contact in a few words: "Call: No answer". */
export function contactLine(
  { channel, direction, outcome }: Contact,
  t: TFunction<['work-queue', 'contact-log']>,
): string {
  const key = direction === 'incoming' ? 'contact-log:list.incoming' : 'contact-log:list.line';
  return t(key, {
    channel: t(`contact-log:channel.${channel}`),
    outcome: t(`contact-log:outcome.${outcome}`),
  });
}
