import type { ListWorkingHours } from '@bursar/contracts/collections/working-hours';
import type { AnswerOf } from '@bursar/contracts/endpoint';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { failureSentence } from '../../../lib/failure-sentence.ts';
import { loadOf } from '../../../lib/load-of.ts';
import { useMay } from '../../../lib/session-query.ts';
import { useFormat } from '../../../ui/format/FormatProvider.tsx';
import { notify } from '../../../ui/overlay/notify.ts';
import { SettingsSection } from '../../../ui/page/SettingsSection.tsx';
import { useChangeWorkingHours, workingHoursQuery } from './team-settings.queries.ts';
import { TimeSpanForm } from '../../../ui/form/TimeSpanForm.tsx';
import { PortfolioLines } from '../../../ui/page/PortfolioLines.tsx';

type Portfolio = AnswerOf<ListWorkingHours>['portfolios'][number];

/** The hours in which the desk expects agents to work, by portfolio; some users can change them. */
export function WorkingHours() {
  const { t } = useTranslation('work-queue');
  const mayChange = useMay('change-working-hours');
  const query = useQuery(workingHoursQuery);
  return (
    <SettingsSection title={t('hours.title')} meaning={t('hours.meaning')} load={loadOf(query)}>
      {({ portfolios }) => (
        <PortfolioLines portfolios={portfolios}>
          {(portfolio) =>
            mayChange ? (
              // If the hours change elsewhere, the key resets the form to them.
              <HoursForm key={`${portfolio.startsBy} ${portfolio.endsAt}`} portfolio={portfolio} />
            ) : (
              <Hours {...portfolio} />
            )
          }
        </PortfolioLines>
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

function HoursForm({ portfolio: { id, startsBy, endsAt } }: { portfolio: Portfolio }) {
  const { t } = useTranslation('work-queue');
  const changing = useChangeWorkingHours(id);
  return (
    <TimeSpanForm
      id={`work-${id}`}
      span={{ from: startsBy, until: endsAt }}
      labels={{ from: t('hours.startsBy'), until: t('hours.endsAt'), save: t('hours.save') }}
      busy={changing.isPending}
      failure={changing.error && failureSentence(changing.error)}
      onSave={({ from, until }) =>
        changing.mutate(
          { startsBy: from, endsAt: until },
          { onSuccess: () => notify.success(t('hours.saved')) },
        )
      }
    />
  );
}
