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
import { noticeChoicesQuery, useChooseNotices } from './profile.queries.ts';
import type { NoticeChoice } from './profile.queries.ts';
import classes from './Profile.module.css';

/** The notification channels for each kind of event; a switch applies at once. */
export function NoticeChoices() {
  const { t } = useTranslation('profile');
  const query = useQuery(noticeChoicesQuery);
  const choosing = useChooseNotices();
  const choose = (choice: NoticeChoice) =>
    choosing.mutate(choice, { onError: (cause) => notify.error(failureSentence(cause)) });
  return (
    <Box flow="stack" gap={6} max="56rem" className={classes.parts}>
      <FormSection title={t('notices.title')} hint={t('notices.hint')}>
        <Loaded load={loadOf(query)} waiting={<SkeletonLines lines={10} />}>
          {(data) => (
            <FigureTable
              label={t('notices.table')}
              columns={choiceColumns(t, choose)}
              rows={data.choices}
              rowId={({ event }) => event}
            />
          )}
        </Loaded>
      </FormSection>
    </Box>
  );
}

function choiceColumns(
  t: TFunction<'profile'>,
  choose: (choice: NoticeChoice) => void,
): readonly FigureColumn<NoticeChoice>[] {
  const nameOf = ({ event }: NoticeChoice) => t(eventWords[event]);
  return [
    { id: 'event', header: t('notices.event'), cell: nameOf, wide: true },
    {
      id: 'inProduct',
      header: t('notices.inProduct'),
      cell: (choice) => (
        <Row as="span" gap={0}>
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
        <Row as="span" gap={0}>
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
const eventWords = {
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
  mention: 'notices.of.mention',
} as const satisfies Record<NoticeChoice['event'], string>;
