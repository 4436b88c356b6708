import { uuidv7 } from 'uuidv7';
import { identityDocumentOf } from './identity-document-of.ts';
import type { Ids } from './sample-body.ts';
import type { TestApp, TestClient } from './test-app.ts';

/** The loan and its circle; every text that a helper creates begins with the circle's name. */
type OnLoan = { readonly circle: string; readonly loanId: string };

/** Adds an identity document to the loan's borrower. */
export async function arrangeBorrower(
  { owner }: TestApp,
  manager: TestClient,
  { circle, loanId }: OnLoan,
): Promise<Ids & { borrowerId: string }> {
  const [loan] = await owner<{ borrowerId: string }[]>`
    select borrower_id from loans where id = ${loanId}`;
  if (!loan) throw new Error('the loan that was arranged is not there');
  const { borrowerId } = loan;
  const identityDocumentId = uuidv7();
  const paper = identityDocumentOf({ id: identityDocumentId, number: `${circle} 12345` });
  const added = await manager.post(`/api/borrowers/${borrowerId}/identity-documents`, paper);
  if (added.status !== 200) throw new Error(`${circle} paper: ${JSON.stringify(added.body)}`);
  return { borrowerId, identityDocumentId };
}

/** Adds a guarantor to the loan. */
export async function arrangeParty(manager: TestClient, { circle, loanId }: OnLoan) {
  const [borrowerId, partyId] = [uuidv7(), uuidv7()];
  const person = { id: borrowerId, kind: 'person', name: `${circle} guarantor` };
  const party = { id: partyId, borrowerId, role: 'guarantor', note: `${circle} note` };
  const answers = [
    await manager.post('/api/borrowers', { ...person, phone: '', email: '' }),
    await manager.post(`/api/loans/${loanId}/parties`, party),
  ];
  const wrong = answers.find(({ status }) => status !== 200);
  if (wrong) throw new Error(`${circle} party: ${JSON.stringify(wrong.body)}`);
  return partyId;
}
