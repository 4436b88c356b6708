import { expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { Button } from '../button/Button.tsx';
import { draw } from '../testing/draw.tsx';
import { Menu } from './Menu.tsx';

const onExport = vi.fn<() => void>();

const actions = [
  { id: 'tag', label: 'Tag', onSelect: () => undefined },
  { id: 'assign', label: 'Assign', disabled: true, onSelect: () => undefined },
  { id: 'export', label: 'Export', onSelect: onExport },
];

const trigger = <Button>More</Button>;
const button = () => page.getByRole('button', { name: 'More' });
const item = (name: string) => page.getByRole('menuitem', { name });

it('a menu moves by arrows and letters, skips disabled items and returns the focus', async () => {
  await draw(<Menu trigger={trigger} actions={actions} />);
  button().element().focus();
  await userEvent.keyboard('{ArrowDown}');
  await expect.element(item('Tag')).toHaveFocus();
  await userEvent.keyboard('{ArrowDown}');
  await expect.element(item('Export')).toHaveFocus();
  await userEvent.keyboard('t');
  await expect.element(item('Tag')).toHaveFocus();
  await userEvent.keyboard('{Escape}');
  await expect.element(page.getByRole('menu')).not.toBeInTheDocument();
  await expect.element(button()).toHaveFocus();
});

it('a menu runs the chosen action once and returns the focus to its button', async () => {
  onExport.mockClear();
  await draw(<Menu trigger={trigger} actions={actions} />);
  await button().click();
  await item('Export').click();
  await expect.element(button()).toHaveFocus();
  expect(onExport).toHaveBeenCalledOnce();
});

it('a menu opens on hover without taking the focus, and closes when the pointer leaves', async () => {
  await draw(<Menu trigger={trigger} actions={actions} opensOnHover />);
  await button().hover();
  await expect.element(item('Tag')).toBeVisible();
  expect(document.activeElement).toBe(document.body);
  await item('Tag').hover();
  await expect.element(item('Tag')).toBeVisible();
  await userEvent.unhover(item('Tag'));
  await expect.element(page.getByRole('menu')).not.toBeInTheDocument();
});

it('labels of items with and without an icon are in line', async () => {
  const icon = <svg width="18" height="18" />;
  await draw(
    <Menu
      trigger={trigger}
      actions={actions.map((one) => (one.id === 'tag' ? { ...one, icon } : one))}
    />,
  );
  await button().click();
  await expect.element(item('Export')).toBeVisible();
  const startOf = (name: string) =>
    page.getByText(name, { exact: true }).element().getBoundingClientRect().left;
  expect(startOf('Export')).toBe(startOf('Tag'));
});
