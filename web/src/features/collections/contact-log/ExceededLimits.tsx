import { addDays, calendarDate } from '@bursar/loan-maths/calendar';
import { exceededLimits } from '@bursar/contracts/servicing/promises.values';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../ui/format/FormatProvider.tsx';
import { Note } from '../../../ui/status/Note.tsx';
import { promisesQuery } from './contact-log.queries.ts';
import { toNewPromise, type PromiseDraft, type PromisingLoan } from './promise-draft.ts';

type ExceededLimitsProps = {
  readonly loan: Pick<PromisingLoan, 'id' | 'reference' | 'currency'>;
  readonly draft: PromiseDraft;
  /** True if the call is about several loans, so the note must name the loan. */
  readonly isNamed?: boolean;
};

/**
 * Shows, before the promise is saved, which limits it exceeds. A promise that exceeds a limit waits
 * for approval.
 */
export function ExceededLimits({ loan, draft, isNamed = false }: ExceededLimitsProps) {
  const { t } = useTranslation('contact-log');
  const format = useFormat();
  const { data } = useQuery(promisesQuery(loan.id));
  const promise = toNewPromise(draft, loan.currency);
  if (!data || !promise) return null;
  const { limits, measures, requests } = data;
  const exceeded = exceededLimits(promise, limits, measures);
  if (exceeded.length === 0) return null;
  const { businessDate, dueMinor, brokenPromises } = measures;
  const { daysAhead, sharePercent } = limits;
  const isAsked = requests.some(({ state }) => state === 'waiting');
  return (
    <Note kind="soon" as="div" role="status">
      {isNamed && <p>{loan.reference}</p>}
      <p>{t(isAsked ? 'exceeded.waiting' : 'exceeded.title')}</p>
      {exceeded.map((kind) => (
        <p key={kind}>
          {t(`exceeded.${kind}`, {
            day: format.day(addDays(calendarDate(businessDate), daysAhead ?? 0)),
            share: format.percent(sharePercent ?? 0, 0),
            due: format.money(dueMinor, loan.currency),
            figure: format.count(brokenPromises),
          })}
        </p>
      ))}
    </Note>
  );
}
