import type { ReadLoanHolder } from '@bursar/contracts/distribution/assignments';
import type { AnswerOf } from '@bursar/contracts/endpoint';
import type { SendStaffMail } from '@bursar/contracts/office/staff-mail';
import { useQueryClient } from '@tanstack/react-query';
import { expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { queryRoots } from '../../../lib/query-roots.ts';
import { answerApi, answers, refuses } from '../../../lib/testing/answer-api.ts';
import { FormDrawer } from '../../../ui/overlay/FormDrawer.tsx';
import { drawFeature } from '../../../ui/testing/draw-feature.tsx';
import { useMovedForm } from './MovedLoan.tsx';

const MAIL_ID = '0198c0de-0000-7000-8000-000000000001';
const grace = { id: '0198c0de-0000-7000-8000-000000000002', name: 'Grace Hopper' };
const ada = { id: '0198c0de-0000-7000-8000-000000000003', name: 'Ada Byron' };
const held = (
  by: typeof ada | null,
  isInScope: boolean,
  recipients = by ? [by] : [],
): AnswerOf<ReadLoanHolder> => ({ isInScope, team: null, agent: by, recipients });
const holder = (answer: AnswerOf<ReadLoanHolder>) =>
  answers<ReadLoanHolder>('GET /api/loans/:loanId/holder', answer);
const mailAnswer = answers<SendStaffMail>('POST /api/internal-mails/:internalMailId/send', {
  id: MAIL_ID,
  threadId: MAIL_ID,
  recipients: 1,
  replayed: false,
});

type FormProps = {
  readonly lines: readonly string[];
  readonly onSave: () => void;
  readonly onSent: () => void;
};

function Form({ lines, onSave, onSent }: FormProps) {
  const queryClient = useQueryClient();
  const { note, dialog } = useMovedForm({
    loan: { id: '0198-loan', reference: 'L-000007' },
    opened: true,
    kind: 'contact',
    id: MAIL_ID,
    lines,
    isBusy: false,
    onSent,
  });
  return (
    <FormDrawer
      opened
      onClose={() => undefined}
      title="Contact"
      submitLabel="Log contact"
      onSubmit={onSave}
      {...dialog}
    >
      {note}
      <button
        type="button"
        onClick={() => void queryClient.invalidateQueries({ queryKey: queryRoots.loans })}
      >
        Live update
      </button>
    </FormDrawer>
  );
}

async function open(
  lines = ['Call: Answered', 'Pays <after> payday & not before'],
  language?: 'ae',
) {
  const [onSave, onSent] = [vi.fn<() => void>(), vi.fn<() => void>()];
  await drawFeature(<Form lines={lines} onSave={onSave} onSent={onSent} />, {
    texts: [],
    ...(language && { language }),
  });
  return { onSave, onSent };
}

const button = (name: string) => page.getByRole('button', { name });

it('a form of a loan that did not move says nothing', async () => {
  answerApi(holder(held(ada, true)));
  const { onSave } = await open();
  await button('Log contact').click();
  expect(onSave).toHaveBeenCalledOnce();
  expect(page.getByText('This loan is now').elements()).toEqual([]);
});

it('a live update names the new holder to a user who can still work the loan', async () => {
  answerApi(holder(held(ada, true)));
  const { onSave } = await open();
  await expect.element(button('Log contact')).toBeVisible();
  answerApi(holder(held(grace, true)));
  await button('Live update').click();
  await expect.element(page.getByText('This loan is now with Grace Hopper.')).toBeVisible();
  await expect.element(page.getByText('You can still log this contact.')).toBeVisible();
  await button('Log contact').click();
  expect(onSave).toHaveBeenCalledOnce();
});

it('a former holder sends what was entered to the new holder', async () => {
  const sent = answerApi(holder(held(grace, false)), mailAnswer);
  const { onSave, onSent } = await open();
  await expect.element(page.getByText(/You can no longer log contacts/)).toBeVisible();
  await button('Send the note to Grace Hopper').click();
  await expect.poll(() => onSent.mock.calls.length).toBe(1);
  expect(onSave).not.toHaveBeenCalled();
  expect(sent).toMatchObject([
    {
      path: `/api/internal-mails/${MAIL_ID}/send`,
      body: {
        accountIds: [grace.id],
        teamIds: [],
        subject: 'L-000007: contact to log',
        html: '<p>Call: Answered</p><p>Pays &lt;after> payday &amp; not before</p>',
      },
    },
  ]);
});

it('nothing is sent while nothing is entered', async () => {
  const sent = answerApi(holder(held(grace, false)), mailAnswer);
  await open([]);
  await button('Send the note to Grace Hopper').click();
  await expect.element(page.getByText('Enter something to send.')).toBeVisible();
  expect(sent).toEqual([]);
});

it('a refused message leaves the form open with the reason', async () => {
  answerApi(
    holder(held(grace, false)),
    refuses<SendStaffMail>('POST /api/internal-mails/:internalMailId/send', 'recipient_not_found'),
  );
  const { onSent } = await open();
  await button('Send the note to Grace Hopper').click();
  await expect.element(page.getByText(/^A recipient no longer works here/)).toBeVisible();
  expect(onSent).not.toHaveBeenCalled();
});

it('an unassigned loan goes back to the managers, who receive the message', async () => {
  answerApi(holder(held(null, false, [ada])));
  await open();
  await expect.element(page.getByText('This loan is now unassigned.')).toBeVisible();
  await expect.element(button('Send the note to the portfolio manager')).toBeVisible();
});

it('the notice is written in Arabic too', async () => {
  answerApi(holder(held(grace, false)));
  await open(undefined, 'ae');
  await expect.element(page.getByText('أصبح هذا القرض لدى Grace Hopper.')).toBeVisible();
  await expect.element(button('إرسال الملاحظة إلى Grace Hopper')).toBeVisible();
});
