import type { ReactNode } from 'react';
import { expect, it, onTestFinished } from 'vitest';
import { page } from 'vitest/browser';
import { drawLight } from '../testing/draw.tsx';
import { Skeleton } from './Skeleton.tsx';
import { SplitPage } from './SplitPage.tsx';

async function drawAt(width: number, main: ReactNode = <p>Loans</p>) {
  await page.viewport(width, 900);
  onTestFinished(() => page.viewport(1280, 900));
  await drawLight(<SplitPage main={main} side={<p>Profile</p>} after={<p>Assignments</p>} />);
  await expect.element(page.getByText('Assignments')).toBeVisible();
  const boxOf = (text: string) => page.getByText(text).element().getBoundingClientRect();
  return { profile: boxOf('Profile'), moves: boxOf('Assignments') };
}

it('the form of a record is next to its content on a wide page', async () => {
  const { profile, moves } = await drawAt(1440);
  const loans = page.getByText('Loans').element().getBoundingClientRect();
  expect(profile.top).toBe(loans.top);
  expect(profile.left).toBeGreaterThan(loans.right);
  expect(moves.left).toBe(loans.left);
});

it('the form of a record is between its content and its history on a narrow page', async () => {
  const { profile, moves } = await drawAt(800);
  const loans = page.getByText('Loans').element().getBoundingClientRect();
  expect(profile.top).toBeGreaterThan(loans.bottom);
  expect(moves.top).toBeGreaterThan(profile.bottom);
});

it('the form of a record without content has the whole width, with the history below it', async () => {
  const { profile, moves } = await drawAt(1440, <NoWork />);
  expect(profile.width).toBeGreaterThan(1000);
  expect(moves.left).toBe(profile.left);
  expect(moves.top).toBeGreaterThan(profile.bottom);
});

it('a form that could move is hidden until it is known whether the record has content', async () => {
  await page.viewport(1440, 900);
  onTestFinished(() => page.viewport(1280, 900));
  const form = page.getByText('Profile');
  const pageOf = (main: ReactNode, mainMayBeEmpty: boolean) =>
    drawLight(<SplitPage main={main} mainMayBeEmpty={mainMayBeEmpty} side={<p>Profile</p>} />);
  await pageOf(<Skeleton height="4rem" />, true);
  await expect.element(form).toBeInTheDocument();
  await expect.element(form).not.toBeVisible();
  await pageOf(<NoWork />, true);
  await expect.element(form).toBeVisible();
  await pageOf(<Skeleton height="4rem" />, false);
  await expect.element(form).toBeVisible();
});

/** Like the parts of a page that turn out to have nothing to show. */
function NoWork() {
  return null;
}
