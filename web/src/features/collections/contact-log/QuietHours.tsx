import type { ListQuietHours } from '@bursar/contracts/access/quiet-hours';
import type { AnswerOf } from '@bursar/contracts/endpoint';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { failureSentence } from '../../../lib/failure-sentence.ts';
import { loadOf } from '../../../lib/load-of.ts';
import { useMay } from '../../../lib/session-query.ts';
import { useFormat } from '../../../ui/format/FormatProvider.tsx';
import { notify } from '../../../ui/overlay/notify.ts';
import { SettingsSection } from '../../../ui/page/SettingsSection.tsx';
import { quietHoursQuery, useChangeQuietHours } from './contact-log.queries.ts';
import { TimeSpanForm } from '../../../ui/form/TimeSpanForm.tsx';
import { PortfolioLines } from '../../../ui/page/PortfolioLines.tsx';

type Portfolio = AnswerOf<ListQuietHours>['portfolios'][number];

/** The hours in which borrowers may not be contacted, by portfolio; some users can change them. */
export function QuietHours() {
  const { t } = useTranslation('contact-log');
  const mayChange = useMay('change-quiet-hours');
  const query = useQuery(quietHoursQuery);
  return (
    <SettingsSection title={t('quiet.title')} meaning={t('quiet.meaning')} load={loadOf(query)}>
      {({ portfolios }) => (
        <PortfolioLines portfolios={portfolios}>
          {(portfolio) =>
            mayChange ? (
              // If the hours change elsewhere, the key resets the form to them.
              <HoursForm key={`${portfolio.from} ${portfolio.until}`} portfolio={portfolio} />
            ) : (
              <Hours {...portfolio} />
            )
          }
        </PortfolioLines>
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

function HoursForm({ portfolio: { id, from, until } }: { portfolio: Portfolio }) {
  const { t } = useTranslation('contact-log');
  const changing = useChangeQuietHours(id);
  return (
    <TimeSpanForm
      id={`quiet-${id}`}
      span={{ from, until }}
      labels={{ from: t('quiet.from'), until: t('quiet.until'), save: t('quiet.save') }}
      busy={changing.isPending}
      failure={changing.error && failureSentence(changing.error)}
      onSave={(hours) =>
        changing.mutate(hours, { onSuccess: () => notify.success(t('quiet.saved')) })
      }
    />
  );
}
