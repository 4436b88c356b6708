import type { StaffRow } from '@bursar/contracts/staff';
import { photoAddress } from '../../lib/photo-address.ts';
import { Avatar } from '../../ui/avatar/Avatar.tsx';
import classes from './PersonName.module.css';

/** Somebody in a list: the face, and the name that says who it is. */
export function PersonName({ row }: { row: Pick<StaffRow, 'id' | 'name' | 'photoChangedAt'> }) {
  return (
    <span className={classes.person}>
      <Avatar name={row.name} photo={photoAddress(row)} size="small" />
      <bdi className={classes.name}>{row.name}</bdi>
    </span>
  );
}
