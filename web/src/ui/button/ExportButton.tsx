import { IconDownload } from '@tabler/icons-react';
import type { ComponentProps } from 'react';
import { Button } from './Button.tsx';

/** A button that saves what the page shows as a file: one icon for every export. */
export function ExportButton(props: Omit<ComponentProps<typeof Button>, 'icon'>) {
  return <Button icon={<IconDownload size={18} stroke={1.5} aria-hidden="true" />} {...props} />;
}
