import { ApprovalsPage } from '../../features/access/approvals/ApprovalsPage.tsx';
import { DaysOff } from '../../features/servicing/days-off/DaysOff.tsx';
import { QuietHours } from '../../features/collections/contacts/QuietHours.tsx';

/** `/approvals`: what waits for a second person, and the rules that an office works by. */
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
