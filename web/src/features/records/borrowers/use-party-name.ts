import type { LoanParty } from '@bursar/contracts/records/loan-parties';
import { useTranslation } from 'react-i18next';

/** Returns the borrower's name, else the external id, else the word "Borrower". */
export function usePartyName({ borrower }: Pick<LoanParty, 'borrower'>): string {
  const { t } = useTranslation('borrowers');
  return borrower.name ?? borrower.externalId ?? t('title');
}
