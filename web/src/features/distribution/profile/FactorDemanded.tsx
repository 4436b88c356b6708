import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { paths } from '../../../lib/paths.ts';
import { Button } from '../../../ui/button/Button.tsx';
import { Row, Stack } from '../../../ui/layout/Layout.tsx';
import { PageHeader } from '../../../ui/page/PageHeader.tsx';
import { Note } from '../../../ui/status/Note.tsx';
import { secondFactorQuery } from './profile.queries.ts';
import { SecondFactor } from './SecondFactor.tsx';

/**
 * Shown instead of the profile while a rule demands a second factor that the account has not set
 * up.
 */
export function FactorDemanded() {
  const { t } = useTranslation('profile');
  const { data: factor } = useQuery(secondFactorQuery);
  return (
    <>
      <PageHeader title={t('factor.demandedTitle')} />
      <Stack gap={4}>
        <Note kind="soon" as="p">
          {t('factor.demanded')}
        </Note>
        <SecondFactor />
        {factor !== undefined && factor.confirmedAt !== null && (
          <Row>
            {/* The server refused every other query while the second factor was missing, so the
                button reloads the application. */}
            <Button kind="primary" onClick={() => location.assign(paths.dashboard)}>
              {t('factor.goOn')}
            </Button>
          </Row>
        )}
      </Stack>
    </>
  );
}
