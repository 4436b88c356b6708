import { IconFileImport, type IconProps } from '@tabler/icons-react';

/** Its arrow runs with the line of reading. */
export function FileImportIcon(props: IconProps) {
  return <IconFileImport {...props} className="mirrors" />;
}
