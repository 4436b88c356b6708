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
import { useShortcut } from '../../../ui/shortcut/use-shortcut.ts';
import { usePlanNextAction, useSnooze } from './work-queue.queries.ts';

type LoanWorkLineProps = {
  readonly loanId: string;
  /** Opens the dialog to plan the next action or to snooze the loan. */
  readonly onOpen: (dialog: 'next-action' | 'snooze') => void;
};

/** The loan's next action, its snooze and its agreed call, with the actions to change them. */
export function LoanWorkLine({ loanId, onOpen }: LoanWorkLineProps) {
  const { t } = useTranslation('work-queue');
  const format = useFormat();
  const { data } = useQuery(loanWorkQuery(loanId));
  const plan = usePlanNextAction(loanId);
  const snooze = useSnooze();
  useShortcut('a', () => onOpen('next-action'), { label: t('line.plan') });
  useShortcut('s', () => onOpen('snooze'), { label: t('line.snooze') });
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
  return (
    <Row as="ul" gap={2} tone="muted" aria-label={t('line.title')}>
      {data?.nextAction ? (
        <li>
          {t('line.next')}{' '}
          <Text as="bdi" tone="ink">
            {data.nextAction.what}
          </Text>{' '}
          · <DayText day={data.nextAction.dueOn} />
          <Button
            size="compact"
            kind="quiet"
            busy={plan.isPending}
            onClick={() => plan.mutate(null, { onError })}
          >
            {t('line.done')}
          </Button>
        </li>
      ) : (
        <li>
          <Button size="compact" shortcut="A" onClick={() => onOpen('next-action')}>
            {t('line.plan')}
          </Button>
        </li>
      )}
      {data?.snoozedUntil ? (
        <li>
          {t('line.rests')} <DayText day={data.snoozedUntil} />
          {wake(t('line.wake'))}
        </li>
      ) : (
        <li>
          <Button size="compact" shortcut="S" onClick={() => onOpen('snooze')}>
            {t('line.snooze')}
          </Button>
        </li>
      )}
      {data?.tryAgainAt && (
        <li>
          {t('line.triesAgain')} <InstantText at={data.tryAgainAt} />
          {wake(t('line.wakeCall'))}
        </li>
      )}
      {data?.coverFor && (
        <li>
          {t('covers.loan', {
            name: data.coverFor.agent,
            until: format.day(data.coverFor.untilOn, 'short'),
          })}
        </li>
      )}
    </Row>
  );
}
