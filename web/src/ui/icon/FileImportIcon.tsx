import { IconFileImport, type IconProps } from '@tabler/icons-react';

/** The arrow points in reading direction. */
export function FileImportIcon(props: IconProps) {
  return <IconFileImport {...props} className="mirrors" />;
}
