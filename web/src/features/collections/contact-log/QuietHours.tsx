import type { ListQuietHours } from '@bursar/contracts/access/quiet-hours';
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
import { notify } from '../../../ui/overlay/notify.ts';
import { SettingsSection } from '../../../ui/page/SettingsSection.tsx';
import { Row, Stack } from '../../../ui/layout/Layout.tsx';
import { Text } from '../../../ui/layout/Text.tsx';
import { quietHoursQuery, useChangeQuietHours } from './contact-log.queries.ts';
import classes from './QuietHours.module.css';

type Portfolio = AnswerOf<ListQuietHours>['portfolios'][number];

/** The hours in which borrowers may not be contacted, by portfolio; some users can change them. */
export function QuietHours() {
  const { t } = useTranslation('contact-log');
  const mayChange = useMay('change-quiet-hours');
  const query = useQuery(quietHoursQuery);
  return (
    <SettingsSection title={t('quiet.title')} meaning={t('quiet.meaning')} load={loadOf(query)}>
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
                <HoursForm key={`${portfolio.from} ${portfolio.until}`} portfolio={portfolio} />
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

function Hours({ from, until }: Pick<Portfolio, 'from' | 'until'>) {
  const { t } = useTranslation('contact-log');
  const format = useFormat();
  if (from === until) return <span>{t('quiet.none')}</span>;
  return <span>{t('quiet.hours', { from: format.time(from), until: format.time(until) })}</span>;
}

function HoursForm({ portfolio }: { portfolio: Portfolio }) {
  const { t } = useTranslation('contact-log');
  const [hours, setHours] = useState({ from: portfolio.from, until: portfolio.until });
  const changing = useChangeQuietHours(portfolio.id);
  const isReadable = isTime(hours.from) && isTime(hours.until);
  const isChanged = hours.from !== portfolio.from || hours.until !== portfolio.until;
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (!isReadable || !isChanged || changing.isPending) return;
        changing.mutate(hours, { onSuccess: () => notify.success(t('quiet.saved')) });
      }}
    >
      <Stack gap={3}>
        <Row align="end" className={classes.hours}>
          <TimeField
            id={`quiet-from-${portfolio.id}`}
            label={t('quiet.from')}
            value={hours.from}
            onChange={(from) => setHours({ ...hours, from })}
          />
          <TimeField
            id={`quiet-until-${portfolio.id}`}
            label={t('quiet.until')}
            value={hours.until}
            onChange={(until) => setHours({ ...hours, until })}
          />
          <Button type="submit" busy={changing.isPending} aria-disabled={!isReadable || !isChanged}>
            {t('quiet.save')}
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
