import {
  reportPeriods,
  type ReportPeriod,
} from '@bursar/contracts/collections/collection-reports.values';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { failureSentence } from '../../../lib/failure-sentence.ts';
import { useLanguage } from '../../../lib/languages.ts';
import { Button } from '../../../ui/button/Button.tsx';
import { ExportButton } from '../../../ui/button/ExportButton.tsx';
import { ChoiceField } from '../../../ui/form/ChoiceField.tsx';
import { FormFailure } from '../../../ui/form/FormMessages.tsx';
import { SeveralPickedField } from '../../../ui/form/SeveralPickedField.tsx';
import { Row, Stack } from '../../../ui/layout/Layout.tsx';
import { Text } from '../../../ui/layout/Text.tsx';
import { notify } from '../../../ui/overlay/notify.ts';
import { SideDrawer } from '../../../ui/overlay/SideDrawer.tsx';
import { SkeletonLines } from '../../../ui/page/Skeleton.tsx';
import {
  reportRecipientsQuery,
  useDownloadReport,
  useSetReportRecipients,
} from './team-settings.queries.ts';

type ReportsDialogProps = {
  /** Whether the user may choose who receives the reports by email. */
  readonly mayChoose: boolean;
  readonly opened: boolean;
  readonly onClose: () => void;
};

/** The collection report to download, and who receives it by email. */
export function ReportsDialog({ mayChoose, opened, onClose }: ReportsDialogProps) {
  const { t } = useTranslation('work-queue');
  const language = useLanguage();
  const [period, setPeriod] = useState<ReportPeriod>('week');
  const download = useDownloadReport();
  const recipients = useRecipients({ isAsked: mayChoose && opened, onSaved: onClose });
  const failure = download.error ?? recipients.error;
  return (
    <SideDrawer
      opened={opened}
      onClose={onClose}
      title={t('reports.title')}
      footer={
        recipients.people && (
          <Button
            kind="primary"
            busy={recipients.isBusy}
            disabled={!recipients.isChanged}
            onClick={recipients.save}
          >
            {t('reports.submit')}
          </Button>
        )
      }
    >
      <Stack gap={6}>
        <FormFailure failure={failure ? failureSentence(failure) : undefined} />
        <p>{t('reports.meaning')}</p>
        <Stack gap={3}>
          <ChoiceField
            id="report-period"
            label={t('reports.period')}
            choices={reportPeriods.map((value) => ({ value, label: t(`reports.${value}`) }))}
            value={period}
            onChange={setPeriod}
          />
          <Row gap={2}>
            {(['pdf', 'xlsx'] as const).map((format) => (
              <ExportButton
                key={format}
                busy={download.isPending && download.variables.format === format}
                onClick={() => download.mutate({ period, format, language })}
              >
                {t(`reports.${format}`)}
              </ExportButton>
            ))}
          </Row>
        </Stack>
        {mayChoose && !recipients.people && <SkeletonLines lines={3} />}
        {recipients.people && (
          <Stack gap={2}>
            <SeveralPickedField
              id="report-recipients"
              label={t('reports.recipients')}
              hint={t('reports.recipientsHint')}
              optional
              groups={(['managers', 'desks'] as const).map((group) => ({
                label: t(`reports.${group}`),
                options: (recipients.people ?? [])
                  .filter(({ team }) => (team === null) === (group === 'managers'))
                  .map(({ accountId, name, email }) => ({
                    value: accountId,
                    label: `${name} · ${email}`,
                  })),
              }))}
              value={recipients.chosen}
              onChange={recipients.choose}
            />
            {!recipients.isMailDelivered && <Text tone="muted">{t('reports.noServer')}</Text>}
          </Stack>
        )}
      </Stack>
    </SideDrawer>
  );
}

type Asked = { readonly isAsked: boolean; readonly onSaved: () => void };

/** The recipients as stored, and the choice that is not saved yet. */
function useRecipients({ isAsked, onSaved }: Asked) {
  const { t } = useTranslation('work-queue');
  const query = useQuery({ ...reportRecipientsQuery, enabled: isAsked });
  const saving = useSetReportRecipients();
  const [draft, setDraft] = useState<readonly string[] | null>(null);
  const people = isAsked ? query.data?.people : undefined;
  const stored = (people ?? []).flatMap(({ accountId, isChosen }) => (isChosen ? accountId : []));
  const chosen = draft ?? stored;
  return {
    people,
    chosen,
    choose: setDraft,
    isChanged: chosen.toSorted().join() !== stored.toSorted().join(),
    isMailDelivered: query.data?.isMailDelivered ?? true,
    isBusy: saving.isPending,
    error: query.error ?? saving.error,
    save: () =>
      saving.mutate(chosen, {
        onSuccess: () => {
          notify.success(t('reports.saved'));
          setDraft(null);
          onSaved();
        },
      }),
  };
}
