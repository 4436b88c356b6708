import type { BrowserContext } from '@playwright/test';
import { testPassword } from '@bursar/api/testing/arrange';
import type { AnswerOf } from '@bursar/contracts/endpoint';
import type { SignIn } from '@bursar/contracts/access/sessions';

/** Signs in through the API; only the sign-in journeys use the screen. */
export async function openSession(
  context: BrowserContext,
  {
    email,
    password = testPassword,
    address,
  }: { email: string; password?: string; address: string },
): Promise<void> {
  const response = await context.request.post('/api/login/data-login', {
    data: { email, password },
  });
  // The server validates its answers by the same contract.
  const { token, role, id, ...session } = (await response.json()) as AnswerOf<SignIn>;
  const cookies = Object.entries({ token, role, id, email: session.email });
  await context.addCookies(
    cookies.map(([name, value]) => ({
      name,
      value: encodeURIComponent(value),
      url: address,
      sameSite: 'Strict',
      secure: name === 'token',
    })),
  );
}
