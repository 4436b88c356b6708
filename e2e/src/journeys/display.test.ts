import { expect } from '@playwright/test';
import { test } from '../stack/journey.ts';
import { boxOf, choose, readSetting, openSettings } from '../steps/display.ts';

test('the theme button cycles from light to dark to the system’s theme', async ({
  visit,
  portfolio,
}) => {
  const { page } = await visit(portfolio.manager, { colorScheme: 'light' });
  await page.goto('/');
  const body = page.locator('body');
  await expect(body).not.toHaveClass(/dark/);

  await page.getByRole('button', { name: 'Theme: light' }).click();
  await expect(body).toHaveClass(/dark/);
  await page.getByRole('button', { name: 'Theme: dark' }).click();
  await expect(body).not.toHaveClass(/dark/);

  // The page follows the system's change.
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect(body).toHaveClass(/dark/);
  expect(await readSetting(page, 'theme')).toBe('system');
  await page.getByRole('button', { name: 'Theme: system' }).click();
  await expect(body).not.toHaveClass(/dark/);
});

test('display settings apply at once, are saved, and are there before the next first paint', async ({
  visit,
  portfolio,
}) => {
  const { page } = await visit(portfolio.manager);
  await page.goto('/');
  const drawer = await openSettings(page);
  expect((await boxOf(drawer)).width).toBeLessThanOrEqual(400);
  await choose(drawer, 'Colour scheme', 'Dark');
  await choose(drawer, 'Navigation position', 'Horizontal');
  await choose(drawer, 'Layout', 'Boxed');
  await choose(drawer, 'Direction', 'RTL');
  await choose(drawer, 'Navbar type', 'Floating');
  await choose(drawer, 'Router transition', 'Zoom in');
  await drawer.getByRole('checkbox', { name: /Semi-dark/ }).check();

  const settings = {
    theme: 'dark',
    menu: 'horizontal',
    layout: 'boxed',
    rtlClass: 'rtl',
    navbar: 'floating',
    animation: 'zoom-in',
    semidark: 'true',
    sidebar: 'false',
    i18nextLng: 'en',
  };
  for (const [key, value] of Object.entries(settings))
    expect(await readSetting(page, key)).toBe(value);
  expect(JSON.parse((await readSetting(page, 'languageList')) ?? '')).toMatchObject([
    { code: 'en', name: 'English' },
    { code: 'ae', name: 'العربية' },
  ]);

  await page.reload({ waitUntil: 'commit' });
  const html = page.locator('html');
  await expect(html).toHaveAttribute('dir', 'rtl');
  await expect(html).toHaveAttribute('data-mantine-color-scheme', 'dark');
  await expect(page.getByRole('navigation')).toBeVisible();
  await expect(page.locator('#sidebar')).toHaveCount(0);
});

test('every router transition animates the next page, and none does with reduced motion', async ({
  visit,
  portfolio,
}) => {
  const transitions = ['Fade', 'Fade down', 'Fade up', 'Fade left', 'Fade right'];
  transitions.push('Slide down', 'Slide left', 'Slide right', 'Zoom in', 'None');
  const { page } = await visit(portfolio.manager, { reducedMotion: 'no-preference' });
  await page.goto('/');
  const motion = page.getByRole('main').locator('[data-animation]');
  for (const transition of transitions) {
    const drawer = await openSettings(page);
    await choose(drawer, 'Router transition', transition);
    await page.keyboard.press('Escape');
    await expect(drawer).toBeHidden();
    const name = transition.toLowerCase().replace(' ', '-');
    await expect(motion).toHaveAttribute('data-animation', name);
    const moves = name === 'none' ? 'none' : /arrive/;
    await expect(motion).toHaveCSS('animation-name', moves);
  }
  await page.evaluate(() => localStorage.setItem('animation', 'fade-up'));
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.reload();
  await expect(motion).toHaveCSS('animation-name', 'none');
});
