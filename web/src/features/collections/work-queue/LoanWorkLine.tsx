import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { loanWorkQuery } from '../../servicing/loan-account/loan-work-query.ts';
import { failureSentence } from '../../../lib/failure-sentence.ts';
import { Button } from '../../../ui/button/Button.tsx';
import { DayText } from '../../../ui/format/DayText.tsx';
import { useFormat } from '../../../ui/format/FormatProvider.tsx';
import { InstantText } from '../../../ui/format/InstantText.tsx';
import { Row } from '../../../ui/layout/Layout.tsx';
import { Text } from '../../../ui/layout/Text.tsx';
import { notify } from '../../../ui/overlay/notify.ts';
import { usePlanNextAction, useSnooze } from './work-queue.queries.ts';

/** The loan's next action, its snooze and its agreed call, with the actions to end them. */
export function LoanWorkLine({ loanId }: { readonly loanId: string }) {
  const { t } = useTranslation('work-queue');
  const format = useFormat();
  const { data } = useQuery(loanWorkQuery(loanId));
  const plan = usePlanNextAction(loanId);
  const snooze = useSnooze();
  const onError = (cause: Error) => void notify.error(failureSentence(cause));
  const wake = (label: string) => (
    <Button
      size="compact"
      kind="quiet"
      busy={snooze.isPending}
      onClick={() => snooze.mutate({ loanId, until: null }, { onError })}
    >
      {label}
    </Button>
  );
  if (!data) return null;
  const { nextAction, snoozedUntil, tryAgainAt, coverFor } = data;
  if (!nextAction && !snoozedUntil && !tryAgainAt && !coverFor) return null;
  return (
    <Row as="ul" gap={5} tone="muted" aria-label={t('line.title')}>
      {nextAction && (
        <li>
          {t('line.next')}{' '}
          <Text as="bdi" tone="ink">
            {nextAction.what}
          </Text>{' '}
          · <DayText day={nextAction.dueOn} />
          <Button
            size="compact"
            kind="quiet"
            busy={plan.isPending}
            onClick={() => plan.mutate(null, { onError })}
          >
            {t('line.done')}
          </Button>
        </li>
      )}
      {snoozedUntil && (
        <li>
          {t('line.rests')} <DayText day={snoozedUntil} />
          {wake(t('line.wake'))}
        </li>
      )}
      {tryAgainAt && (
        <li>
          {t('line.triesAgain')} <InstantText at={tryAgainAt} />
          {wake(t('line.wakeCall'))}
        </li>
      )}
      {coverFor && (
        <li>
          {t('covers.loan', {
            name: coverFor.agent,
            until: format.day(coverFor.untilOn, 'short'),
          })}
        </li>
      )}
    </Row>
  );
}
