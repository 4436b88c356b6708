import type { SignIn } from '@bursar/contracts/access/sessions';
import { expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { answerApi, type SentCall, type StubbedAnswer } from '../../../lib/testing/answer-api.ts';
import { drawFeature } from '../../../ui/testing/draw-feature.tsx';
import { SignInForm } from './SignInForm.tsx';
import { useSignIn } from './use-sign-in.ts';

const SIGN_IN: SignIn['key'] = 'POST /api/login/data-login';

/** An answer of any shape, even one that the API contract does not allow. */
const anyAnswer = (body: unknown): StubbedAnswer => ({
  method: 'POST',
  path: /^\/api\/login\/data-login$/,
  status: 200,
  body,
});

async function drawForm(...stubbed: readonly StubbedAnswer[]): Promise<readonly SentCall[]> {
  const sent = answerApi(...stubbed);
  await drawFeature(<Form />, { texts: ['sign-in'] });
  return sent;
}

function Form() {
  return <SignInForm entry={useSignIn()} />;
}

const email = page.getByRole('textbox', { name: 'Email' });
const password = page.getByLabelText('Password', { exact: true });
const submit = page.getByRole('button', { name: 'Sign in', exact: true });
const fields = { email, password };

async function trySignIn(typed: { email: string; password: string }): Promise<void> {
  await email.fill(typed.email);
  await password.fill(typed.password);
  await submit.click();
}

it('the sign-in form shows no error until a field was touched, then the first rule it breaks', async () => {
  await drawForm();
  await expect.element(submit).toBeVisible();
  expect(page.getByRole('alert').elements()).toEqual([]);
  for (const { field, typed, sentence } of [
    { field: 'email', typed: '', sentence: 'Please enter your email ✉️' },
    { field: 'email', typed: 'manager', sentence: 'Invalid email format' },
    {
      field: 'email',
      typed: 'manager@bursar.e',
      sentence: 'Enter a valid email address, e.g. name@example.com',
    },
    { field: 'password', typed: '', sentence: 'Please enter your password' },
    { field: 'password', typed: '1234567', sentence: 'Password must be at least 8 characters' },
    {
      field: 'password',
      typed: '1234567890123456',
      sentence: 'Password cannot exceed 15 characters',
    },
  ] as const) {
    await fields[field].click();
    await fields[field].fill(typed);
    await userEvent.tab();
    await expect.element(fields[field]).toHaveAccessibleDescription(sentence);
  }
});

it('the sign-in form sends nothing while a field is invalid, and focuses the first one', async () => {
  const sent = await drawForm();
  await trySignIn({ email: 'manager@bursar.example', password: 'short' });
  await expect.element(password).toHaveFocus();
  await expect
    .element(password)
    .toHaveAccessibleDescription('Password must be at least 8 characters');
  expect(sent).toEqual([]);
});

it.each([
  [{ status: false, message: 'The bank is closed.' }, 'The bank is closed.'],
  [{ status: false }, 'Login failed'],
  [null, 'Login failed'],
])('the sign-in form shows of the answer %j: %s', async (answer, sentence) => {
  const sent = await drawForm(anyAnswer(answer));
  const typed = { email: 'manager@bursar.example', password: 'Bursar#2026' };
  await trySignIn(typed);
  const dialog = page.getByRole('alertdialog', { name: 'Error' });
  await expect.element(dialog).toHaveTextContent(sentence);
  expect(sent).toEqual([{ method: 'POST', path: SIGN_IN.split(' ')[1], body: typed }]);
  await dialog.getByRole('button', { name: 'OK' }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(email).toHaveValue(typed.email);
});
