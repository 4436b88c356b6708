import { Suspense, use, useState } from 'react';
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { Button } from '../button/Button.tsx';
import { drawLight } from '../testing/draw.tsx';
import { DrawerFoot } from './DrawerFoot.tsx';
import { SideDrawer } from './SideDrawer.tsx';

function Decision() {
  const [isSent, setSent] = useState(false);
  return (
    <form
      id="decision"
      onSubmit={(event) => {
        event.preventDefault();
        setSent(true);
      }}
    >
      {isSent ? (
        'Approved'
      ) : (
        <DrawerFoot>
          <Button type="submit" form="decision">
            Approve
          </Button>
        </DrawerFoot>
      )}
    </form>
  );
}

it('the buttons of a form are at the bottom of its drawer, and send the form', async () => {
  await drawLight(
    <SideDrawer opened onClose={() => undefined} title="Request">
      <Decision />
    </SideDrawer>,
  );
  const drawer = page.getByRole('dialog', { name: 'Request' });
  const button = drawer.getByRole('button', { name: 'Approve' });
  await expect.element(button).toBeVisible();
  const { bottom } = button.element().getBoundingClientRect();
  await expect.poll(() => window.innerHeight - bottom).toBeLessThan(24);
  await button.click();
  await expect.element(drawer.getByText('Approved')).toBeVisible();
  await expect.element(button).not.toBeInTheDocument();
});

it('a field that takes the focus while the drawer opens keeps it', async () => {
  await drawLight(
    <SideDrawer opened onClose={() => undefined} title="Request" hasFirstField>
      <input aria-label="Amount" data-autofocus />
      <input aria-label="Reason" ref={(field) => field?.focus()} />
    </SideDrawer>,
  );
  const drawer = page.getByRole('dialog', { name: 'Request' });
  await expect.element(drawer).toBeVisible();
  // The library moves the focus in two timers, of which the second follows the first drawing.
  await new Promise((resolve) => setTimeout(resolve, 200));
  await expect.element(drawer.getByRole('textbox', { name: 'Reason' })).toHaveFocus();
});

it('a drawer of which a part loads late keeps the focus from its opener', async () => {
  let arrive = () => undefined as void;
  const coming = new Promise<string>((resolve) => {
    arrive = () => resolve('Loaded');
  });
  function Late() {
    return use(coming);
  }
  function Page() {
    const [isOpen, setOpen] = useState(false);
    const [isLate, setLate] = useState(false);
    return (
      <>
        <Button onClick={() => setOpen(true)}>Open</Button>
        <Suspense>
          <SideDrawer opened={isOpen} onClose={() => setOpen(false)} title="Request">
            <Button onClick={() => setLate(true)}>More</Button>
            {isLate && <Late />}
          </SideDrawer>
        </Suspense>
      </>
    );
  }
  await drawLight(<Page />);
  const opener = page.getByRole('button', { name: 'Open' });
  await opener.click();
  await page.getByRole('button', { name: 'More' }).click();
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  await new Promise((resolve) => setTimeout(resolve, 50));
  await expect.element(opener).not.toHaveFocus();
  arrive();
  await expect.element(page.getByText('Loaded')).toBeVisible();
  await page.getByRole('button', { name: 'Close' }).click();
  await expect.element(opener).toHaveFocus();
});
