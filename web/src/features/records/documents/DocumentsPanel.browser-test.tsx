import type { Permission } from '@bursar/contracts/access/permissions';
import type {
  ListDocuments,
  LoanDocument,
  WithdrawDocument,
} from '@bursar/contracts/records/documents';
import type { Role } from '@bursar/contracts/roles';
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { answerApi, answers } from '../../../lib/testing/answer-api.ts';
import { signInAs } from '../../../lib/testing/sign-in-as.ts';
import { drawFeature } from '../../../ui/testing/draw-feature.tsx';
import { DocumentsPanel } from './DocumentsPanel.tsx';

const contract: LoanDocument = {
  id: '0198-contract',
  name: 'contract.pdf',
  mediaType: 'application/pdf',
  bytes: 2048,
  sha256: '',
  scan: 'clean',
  filedBy: { id: '0198-ada', name: 'Ada' },
  filedAt: '2026-02-20T09:00:00Z',
  withdrawn: null,
};

type Reader = { role: Role; id?: string; permissions?: readonly Permission[] };

async function drawFor(
  { permissions = ['file-documents'], ...reader }: Reader,
  document = contract,
) {
  const sent = answerApi(
    signInAs({ ...reader, permissions }),
    answers<ListDocuments>('GET /api/loans/:loanId/documents', { documents: [document] }),
    answers<WithdrawDocument>('POST /api/documents/:documentId/withdraw', { id: '0198-contract' }),
  );
  await drawFeature(<DocumentsPanel loanId="0198-loan" />, { texts: ['documents'] });
  await expect.element(page.getByText('contract.pdf').first()).toBeVisible();
  return sent;
}

const more = page.getByRole('button', { name: 'More actions for contract.pdf' });

it.each<[string, Reader]>([
  ['the user who filed it', { role: 'agent', id: '0198-ada' }],
  ['the portfolio’s manager', { role: 'user' }],
])('a document is withdrawn by %s, with a reason', async (_, reader) => {
  const sent = await drawFor(reader);
  await more.click();
  await page.getByRole('menuitem', { name: 'Withdraw' }).click();
  const withdraw = page.getByRole('button', { name: 'Withdraw document' });
  await withdraw.click();
  const reason = page.getByRole('textbox', { name: 'Reason' });
  await expect.element(reason).toBeInvalid();
  expect(sent).toEqual([]);
  await reason.fill(' Wrong loan ');
  await withdraw.click();
  await expect
    .poll(() => sent)
    .toEqual([
      {
        method: 'POST',
        path: '/api/documents/0198-contract/withdraw',
        body: { reason: 'Wrong loan' },
      },
    ]);
});

it.each<[string, Reader]>([
  ['a colleague', { role: 'agent' }],
  ['a manager without the permission', { role: 'user', permissions: [] }],
])('a document is not withdrawn by %s', async (_, reader) => {
  await drawFor(reader);
  await expect.element(page.getByRole('link', { name: 'contract.pdf' })).toBeVisible();
  await expect.element(more).not.toBeInTheDocument();
});

it('a withdrawn document cannot be downloaded, and shows who withdrew it and why', async () => {
  const withdrawn = { reason: 'Wrong loan', by: 'Mona', at: '2026-02-21T09:00:00Z' };
  await drawFor({ role: 'user' }, { ...contract, withdrawn });
  await expect.element(page.getByText(/Mona/)).toHaveTextContent('Wrong loan');
  await expect.element(page.getByRole('link')).not.toBeInTheDocument();
  await expect.element(more).not.toBeInTheDocument();
});
