import type { ListWorkingHours } from '@bursar/contracts/collections/working-hours';
import type { AnswerOf } from '@bursar/contracts/endpoint';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { failureSentence } from '../../../lib/failure-sentence.ts';
import { loadOf } from '../../../lib/load-of.ts';
import { useMay } from '../../../lib/session-query.ts';
import { Button } from '../../../ui/button/Button.tsx';
import { isTime } from '../../../ui/form/parse-time.ts';
import { TimeField } from '../../../ui/form/TimeField.tsx';
import { useFormat } from '../../../ui/format/FormatProvider.tsx';
import { Box } from '../../../ui/layout/Box.tsx';
import { Row, Stack } from '../../../ui/layout/Layout.tsx';
import { Text } from '../../../ui/layout/Text.tsx';
import { notify } from '../../../ui/overlay/notify.ts';
import { SettingsSection } from '../../../ui/page/SettingsSection.tsx';
import { useChangeWorkingHours, workingHoursQuery } from './team-settings.queries.ts';

type Portfolio = AnswerOf<ListWorkingHours>['portfolios'][number];

/** The hours in which the desk expects agents to work, by portfolio; some users can change them. */
export function WorkingHours() {
  const { t } = useTranslation('work-queue');
  const mayChange = useMay('change-working-hours');
  const query = useQuery(workingHoursQuery);
  return (
    <SettingsSection title={t('hours.title')} meaning={t('hours.meaning')} load={loadOf(query)}>
      {({ portfolios }) => (
        <Stack as="ul" gap={0}>
          {portfolios.map((portfolio) => (
            <Box
              flow="row"
              as="li"
              gap={6}
              lines={3}
              justify="between"
              key={portfolio.id}
              pad={[3, 0]}
              line="below"
            >
              <span>
                <bdi>{portfolio.name}</bdi>{' '}
                <Text as="span" tone="muted" size="table">
                  {portfolio.timeZone}
                </Text>
              </span>
              {mayChange ? (
                // If the hours change elsewhere, the key resets the form to them.
                <HoursForm
                  key={`${portfolio.startsBy} ${portfolio.endsAt}`}
                  portfolio={portfolio}
                />
              ) : (
                <Hours {...portfolio} />
              )}
            </Box>
          ))}
        </Stack>
      )}
    </SettingsSection>
  );
}

function Hours({ startsBy, endsAt }: Pick<Portfolio, 'startsBy' | 'endsAt'>) {
  const { t } = useTranslation('work-queue');
  const format = useFormat();
  return (
    <span>{t('hours.span', { from: format.time(startsBy), until: format.time(endsAt) })}</span>
  );
}

function HoursForm({ portfolio }: { portfolio: Portfolio }) {
  const { t } = useTranslation('work-queue');
  const [hours, setHours] = useState({ startsBy: portfolio.startsBy, endsAt: portfolio.endsAt });
  const changing = useChangeWorkingHours(portfolio.id);
  const isReadable = isTime(hours.startsBy) && isTime(hours.endsAt);
  const isChanged = hours.startsBy !== portfolio.startsBy || hours.endsAt !== portfolio.endsAt;
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (!isReadable || !isChanged || changing.isPending) return;
        changing.mutate(hours, { onSuccess: () => notify.success(t('hours.saved')) });
      }}
    >
      <Stack gap={3}>
        <Row align="end" lines={2}>
          <Box max="8rem">
            <TimeField
              id={`work-starts-${portfolio.id}`}
              label={t('hours.startsBy')}
              value={hours.startsBy}
              onChange={(startsBy) => setHours({ ...hours, startsBy })}
            />
          </Box>
          <Box max="8rem">
            <TimeField
              id={`work-ends-${portfolio.id}`}
              label={t('hours.endsAt')}
              value={hours.endsAt}
              onChange={(endsAt) => setHours({ ...hours, endsAt })}
            />
          </Box>
          <Button type="submit" busy={changing.isPending} aria-disabled={!isReadable || !isChanged}>
            {t('hours.save')}
          </Button>
        </Row>
        {changing.error && (
          <Text tone="late" role="alert">
            {failureSentence(changing.error)}
          </Text>
        )}
      </Stack>
    </form>
  );
}
