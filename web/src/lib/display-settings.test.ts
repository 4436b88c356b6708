import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openBrowserDouble } from '../../build/browser-double.ts';

/** Restores the settings as a new visit does. */
async function visit(given: Parameters<typeof openBrowserDouble>[0] = {}) {
  const browser = openBrowserDouble(given);
  return { browser, ...(await import('./display-settings.ts')) };
}

beforeEach(() => vi.resetModules());
afterEach(() => vi.unstubAllGlobals());

describe('display settings', () => {
  it('start from the specification’s defaults', async () => {
    const { displaySettings } = await visit();
    expect(displaySettings()).toMatchObject({
      theme: 'light',
      menu: 'vertical',
      layout: 'full',
      rtlClass: 'ltr',
      animation: 'none',
      navbar: 'sticky',
      semidark: false,
      sidebar: false,
      languageList: [
        { code: 'en', name: 'English' },
        { code: 'ae', name: 'العربية' },
      ],
    });
  });

  it('are restored from an earlier visit, and fall back to the default for unknown values', async () => {
    const stored = { theme: 'system', menu: 'sideways', navbar: 'floating', semidark: 'true' };
    const { displaySettings } = await visit({ stored });
    expect(displaySettings()).toMatchObject({
      theme: 'system',
      menu: 'vertical',
      navbar: 'floating',
      semidark: true,
    });
  });

  it('are saved under the specification’s keys when they change', async () => {
    const { browser, changeDisplaySettings } = await visit();
    changeDisplaySettings({
      theme: 'dark',
      layout: 'boxed',
      animation: 'zoom-in',
      rtlClass: 'rtl',
    });
    expect(Object.fromEntries(browser.local)).toMatchObject({
      theme: 'dark',
      menu: 'vertical',
      layout: 'boxed',
      rtlClass: 'rtl',
      animation: 'zoom-in',
      navbar: 'sticky',
      sidebar: 'false',
      semidark: 'false',
    });
    expect(browser.local.get('languageList')).toContain('"code":"ae"');
  });

  it('that do not change keep what another tab has saved', async () => {
    const { browser, changeDisplaySettings } = await visit();
    browser.local.set('rtlClass', 'rtl').set('navbar', 'static');
    changeDisplaySettings({ theme: 'dark' });
    expect(Object.fromEntries(browser.local)).toMatchObject({
      theme: 'dark',
      rtlClass: 'rtl',
      navbar: 'static',
    });
  });

  it('close the sidebar when another menu is chosen', async () => {
    const { displaySettings, changeDisplaySettings } = await visit({ stored: { sidebar: 'true' } });
    expect(displaySettings().sidebar).toBe(true);
    changeDisplaySettings({ menu: 'collapsible-vertical' });
    expect(displaySettings().sidebar).toBe(false);
  });

  it('take language names from a configured list, and ignore languages without translations', async () => {
    const configured = [{ code: 'en', name: 'British' }, { code: 'fr', name: 'Français' }, null];
    const { displaySettings } = await visit({
      stored: { languageList: JSON.stringify(configured) },
    });
    expect(displaySettings().languageList.map(({ name }) => name)).toEqual(['British', 'العربية']);
  });

  it('last for the visit if the browser stores nothing', async () => {
    const { displaySettings, changeDisplaySettings } = await visit({ storageRefused: true });
    changeDisplaySettings({ theme: 'dark' });
    expect(displaySettings().theme).toBe('dark');
  });

  it('notify listeners until they unsubscribe', async () => {
    const { changeDisplaySettings, onDisplaySettingsChange } = await visit();
    const listener = vi.fn<() => void>();
    const stop = onDisplaySettingsChange(listener);
    changeDisplaySettings({ semidark: true });
    stop();
    changeDisplaySettings({ semidark: false });
    expect(listener).toHaveBeenCalledTimes(1);
  });
});

it('the theme cycles from light to dark to system to light', async () => {
  const { nextTheme } = await visit();
  expect([nextTheme('light'), nextTheme('dark'), nextTheme('system')]).toEqual([
    'dark',
    'system',
    'light',
  ]);
});
