import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { answerApi } from '../../lib/testing/answer-api.ts';
import { signInAs } from '../../lib/testing/sign-in-as.ts';
import { useFormat } from '../../ui/format/FormatProvider.tsx';
import { draw } from '../../ui/testing/draw.tsx';
import { ShellProviders } from './ShellProviders.tsx';

function Today() {
  return <p>{useFormat().settings.today ?? 'not known'}</p>;
}

it('an administrator, who has no portfolio, works on the clock’s day', async () => {
  answerApi(signInAs({ role: 'admin', permissions: [] }));
  await draw(
    <ShellProviders>
      <Today />
    </ShellProviders>,
  );
  await expect.element(page.getByText(new Date().toISOString().slice(0, 10))).toBeVisible();
});
