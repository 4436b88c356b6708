import { ApprovalsPage } from '../../features/access/approvals/ApprovalsPage.tsx';
import { BusinessCalendar } from '../../features/servicing/business-calendar/BusinessCalendar.tsx';
import { WorkingHours } from '../../features/collections/work-queue/WorkingHours.tsx';
import { PromiseLimits } from '../../features/collections/contact-log/PromiseLimits.tsx';
import { DistributionRules } from '../../features/distribution/distribution-rules/DistributionRules.tsx';
import { useTranslation } from 'react-i18next';
import { useMay } from '../../lib/session-query.ts';
import { useSession } from '../../lib/session.ts';
import { Box } from '../../ui/layout/Box.tsx';
import { QuietHours } from '../../features/collections/contact-log/QuietHours.tsx';

/** `/approvals`: requests that wait for a second person, and the office's rules. */
export function OfficeRulesPage() {
  const { t } = useTranslation('approvals');
  const role = useSession()?.role;
  // Only a portfolio's manager distributes its loans; the server has no rules for other roles.
  const mayDistribute = useMay('manage-distribution-rules') && role === 'user';
  return (
    <ApprovalsPage
      otherRules={
        <>
          {mayDistribute && <DistributionRules />}
          <Box as="h2" size="lead" weight="strong" above={2}>
            {t('rules.hours')}
          </Box>
          <QuietHours />
          <WorkingHours />
          <PromiseLimits />
          <BusinessCalendar />
        </>
      }
    />
  );
}
