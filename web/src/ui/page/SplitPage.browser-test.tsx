import { expect, it, onTestFinished } from 'vitest';
import { page } from 'vitest/browser';
import { drawLight } from '../testing/draw.tsx';
import { SplitPage } from './SplitPage.tsx';

async function drawAt(width: number) {
  await page.viewport(width, 900);
  onTestFinished(() => page.viewport(1280, 900));
  await drawLight(
    <SplitPage main={<p>Loans</p>} side={<p>Profile</p>} after={<p>Assignments</p>} />,
  );
  await expect.element(page.getByText('Assignments')).toBeVisible();
  const boxOf = (text: string) => page.getByText(text).element().getBoundingClientRect();
  return { loans: boxOf('Loans'), profile: boxOf('Profile'), moves: boxOf('Assignments') };
}

it('the form of a record is next to its content on a wide page', async () => {
  const { loans, profile, moves } = await drawAt(1440);
  expect(profile.top).toBe(loans.top);
  expect(profile.left).toBeGreaterThan(loans.right);
  expect(moves.left).toBe(loans.left);
});

it('the form of a record is between its content and its history on a narrow page', async () => {
  const { loans, profile, moves } = await drawAt(800);
  expect(profile.top).toBeGreaterThan(loans.bottom);
  expect(moves.top).toBeGreaterThan(profile.bottom);
});
