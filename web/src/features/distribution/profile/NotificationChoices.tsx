import { useQuery } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { failureSentence } from '../../../lib/failure-sentence.ts';
import { loadOf } from '../../../lib/load-of.ts';
import { FormSection } from '../../../ui/form/PageForm.tsx';
import { Box } from '../../../ui/layout/Box.tsx';
import { notify } from '../../../ui/overlay/notify.ts';
import { Loaded } from '../../../ui/page/Loaded.tsx';
import { SkeletonLines } from '../../../ui/page/Skeleton.tsx';
import { Switch } from '../../../ui/switch/Switch.tsx';
import { FigureTable } from '../../../ui/table/FigureTable.tsx';
import type { FigureColumn } from '../../../ui/table/FigureTable.tsx';
import { Row } from '../../../ui/layout/Layout.tsx';
import { notificationChoicesQuery, useChooseNotifications } from './profile.queries.ts';
import type { NotificationChoice } from './profile.queries.ts';
import classes from './Profile.module.css';

/** The notification channels for each kind of event; a switch applies at once. */
export function NotificationChoices() {
  const { t } = useTranslation('profile');
  const query = useQuery(notificationChoicesQuery);
  const choosing = useChooseNotifications();
  const choose = (choice: NotificationChoice) =>
    choosing.mutate(choice, { onError: (cause) => notify.error(failureSentence(cause)) });
  return (
    <Box flow="stack" gap={6} className={classes.parts}>
      <FormSection title={t('notices.title')} hint={t('notices.hint')}>
        <Loaded load={loadOf(query)} waiting={<SkeletonLines lines={10} />}>
          {(data) => (
            <FigureTable
              label={t('notices.table')}
              columns={choiceColumns(t, choose)}
              rows={data.choices}
              rowId={({ event }) => event}
              isList
            />
          )}
        </Loaded>
      </FormSection>
    </Box>
  );
}

function choiceColumns(
  t: TFunction<'profile'>,
  choose: (choice: NotificationChoice) => void,
): readonly FigureColumn<NotificationChoice>[] {
  const nameOf = ({ event }: NotificationChoice) => t(eventKeys[event]);
  return [
    { id: 'event', header: t('notices.event'), cell: nameOf, wide: true },
    {
      id: 'inProduct',
      header: t('notices.inProduct'),
      cell: (choice) => (
        <Row as="span" gap={0} className={classes.switch}>
          <Switch
            label={t('notices.inProductOf', { event: nameOf(choice) })}
            checked={choice.inProduct}
            onChange={(inProduct) => choose({ ...choice, inProduct })}
          />
        </Row>
      ),
    },
    {
      id: 'byMail',
      header: t('notices.byMail'),
      cell: (choice) => (
        <Row as="span" gap={0} className={classes.switch}>
          <Switch
            label={t('notices.byMailOf', { event: nameOf(choice) })}
            checked={choice.byMail}
            onChange={(byMail) => choose({ ...choice, byMail })}
          />
        </Row>
      ),
    },
  ];
}

/** A complete record, so that the compiler reports a missing event. */
const eventKeys = {
  'loans-assigned': 'notices.of.loans-assigned',
  'assignment-message': 'notices.of.assignment-message',
  'import-booked': 'notices.of.import-booked',
  'import-failed': 'notices.of.import-failed',
  'promise-due': 'notices.of.promise-due',
  'promise-broken': 'notices.of.promise-broken',
  'next-action-due': 'notices.of.next-action-due',
  'approval-wanted': 'notices.of.approval-wanted',
  'approval-given': 'notices.of.approval-given',
  'approval-declined': 'notices.of.approval-declined',
  'approval-failed': 'notices.of.approval-failed',
  'recovery-wanted': 'notices.of.recovery-wanted',
  'webhook-paused': 'notices.of.webhook-paused',
  mention: 'notices.of.mention',
} as const satisfies Record<NotificationChoice['event'], string>;
