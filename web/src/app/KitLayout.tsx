import { Outlet } from 'react-router';
import { Kit } from '../ui/theme/Kit.tsx';

/** Wraps a whole page in the providers that the kit's parts need. */
export function KitLayout() {
  return (
    <Kit>
      <Outlet />
    </Kit>
  );
}
