import { ApprovalsPage } from '../../features/access/approvals/ApprovalsPage.tsx';
import { BusinessCalendar } from '../../features/servicing/business-calendar/BusinessCalendar.tsx';
import { WorkingHours } from '../../features/collections/work-queue/WorkingHours.tsx';
import { PromiseLimits } from '../../features/collections/contact-log/PromiseLimits.tsx';
import { QuietHours } from '../../features/collections/contact-log/QuietHours.tsx';

/** `/approvals`: requests that wait for a second person, and the office's rules. */
export function OfficeRulesPage() {
  return (
    <ApprovalsPage
      otherRules={
        <>
          <QuietHours />
          <WorkingHours />
          <PromiseLimits />
          <BusinessCalendar />
        </>
      }
    />
  );
}
