import { uuidv7 } from 'uuidv7';
import type { TestClient } from './test-app.ts';

/**
 * Logs a contact with the outcome `disputed`, which pauses contact about the loan, and returns its
 * id.
 */
export async function arrangeDispute(
  client: TestClient,
  { circle, loanId }: { readonly circle: string; readonly loanId: string },
): Promise<string> {
  const id = uuidv7();
  const { status, body } = await client.post(`/api/loans/${loanId}/contacts`, {
    id,
    channel: 'email',
    outcome: 'disputed',
    disputeReason: 'fraud',
    note: `${circle} dispute`,
  });
  if (status !== 200) throw new Error(`${circle} dispute: ${JSON.stringify(body)}`);
  return id;
}
