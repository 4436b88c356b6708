import { Suspense, useState } from 'react';
import { lazyInKit } from '../lazy-in-kit.tsx';

type SettingsDrawerProps = { isOpen: boolean; onClose: () => void };

/** The drawer of display settings, fetched when it is first asked for. */
export function SettingsDrawer(props: SettingsDrawerProps) {
  const [wasOpened, setWasOpened] = useState(props.isOpen);
  if (props.isOpen && !wasOpened) setWasOpened(true);
  if (!wasOpened) return null;
  return (
    <Suspense>
      <DisplaySettingsDrawer {...props} />
    </Suspense>
  );
}

const DisplaySettingsDrawer = lazyInKit(() =>
  import('../../features/display-settings/DisplaySettingsDrawer.tsx').then(
    (m) => m.DisplaySettingsDrawer,
  ),
);
