import { ApprovalsPage } from '../../features/access/approvals/ApprovalsPage.tsx';
import { BusinessCalendar } from '../../features/servicing/business-calendar/BusinessCalendar.tsx';
import { WorkingHours } from '../../features/collections/work-queue/WorkingHours.tsx';
import { PromiseLimits } from '../../features/collections/contact-log/PromiseLimits.tsx';
import { DistributionRules } from '../../features/distribution/distribution-rules/DistributionRules.tsx';
import { useMay } from '../../lib/session-query.ts';
import { QuietHours } from '../../features/collections/contact-log/QuietHours.tsx';

/** `/approvals`: requests that wait for a second person, and the office's rules. */
export function OfficeRulesPage() {
  const mayDistribute = useMay('manage-distribution-rules');
  return (
    <ApprovalsPage
      otherRules={
        <>
          <QuietHours />
          <WorkingHours />
          <PromiseLimits />
          <BusinessCalendar />
          {mayDistribute && <DistributionRules />}
        </>
      }
    />
  );
}
