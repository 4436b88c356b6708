import { expect, it, onTestFinished } from 'vitest';
import { changeDisplaySettings, displaySettings } from '../../lib/display-settings.ts';
import { drawLight } from '../../ui/testing/draw.tsx';
import { useLookOfOtherTabs } from './use-look-of-other-tabs.ts';

function Follower() {
  useLookOfOtherTabs();
  return null;
}

it('a tab takes over the theme that another tab chooses, but not its direction', async () => {
  const before = displaySettings();
  onTestFinished(() => changeDisplaySettings(before));
  await drawLight(<Follower />);
  const report = (key: string, newValue: string) =>
    dispatchEvent(new StorageEvent('storage', { key, newValue }));
  report('theme', 'dark');
  report('semidark', 'true');
  report('rtlClass', 'rtl');
  report('navbar', 'sideways');
  expect(displaySettings()).toMatchObject({
    theme: 'dark',
    semidark: true,
    rtlClass: before.rtlClass,
    navbar: before.navbar,
  });
});
