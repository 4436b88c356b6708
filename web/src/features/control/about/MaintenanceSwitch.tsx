import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { failureSentence } from '../../../lib/failure-sentence.ts';
import { InstantText } from '../../../ui/format/InstantText.tsx';
import { Row, Stack } from '../../../ui/layout/Layout.tsx';
import { Text } from '../../../ui/layout/Text.tsx';
import { notify } from '../../../ui/overlay/notify.ts';
import { Switch } from '../../../ui/switch/Switch.tsx';
import { maintenanceQuery, useSetMaintenance } from './about.queries.ts';

/** The switch for maintenance, during which only administrators can use Bursar. */
export function MaintenanceSwitch() {
  const { t } = useTranslation('about');
  const { data } = useQuery(maintenanceQuery);
  const setting = useSetMaintenance((cause) => notify.error(failureSentence(cause)));
  if (!data) return null;
  return (
    <Stack as="section" gap={1}>
      <Row gap={3}>
        <Text as="h2" size="lead" weight="strong">
          {t('maintenance.title')}
        </Text>
        <Switch
          label={t('maintenance.close')}
          checked={data.since !== null}
          busy={setting.isPending}
          onChange={(isOn) => setting.mutate(isOn)}
        />
      </Row>
      <Text tone="muted">
        {data.since === null ? (
          t('maintenance.meaning')
        ) : (
          <>
            {t('maintenance.closedSince')} <InstantText at={data.since} />
          </>
        )}
      </Text>
    </Stack>
  );
}
