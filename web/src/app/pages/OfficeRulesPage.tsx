import { ApprovalsPage } from '../../features/access/approvals/ApprovalsPage.tsx';
import { DaysOff } from '../../features/servicing/days-off/DaysOff.tsx';
import { QuietHours } from '../../features/collections/contacts/QuietHours.tsx';

/** `/approvals`: requests that wait for a second person, and the office's rules. */
export function OfficeRulesPage() {
  return (
    <ApprovalsPage
      otherRules={
        <>
          <QuietHours />
          <DaysOff />
        </>
      }
    />
  );
}
