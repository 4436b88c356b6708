import { Outlet } from 'react-router';
import { Kit } from '../ui/theme/Kit.tsx';

/** What the kit's parts need, around a whole page. */
export function KitLayout() {
  return (
    <Kit>
      <Outlet />
    </Kit>
  );
}
