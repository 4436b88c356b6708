import { useQuery } from '@tanstack/react-query';
import { IconHistory, IconLogout, IconSettings, IconUserCircle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { paths } from '../../lib/paths.ts';
import { photoAddress } from '../../lib/photo-address.ts';
import { sessionQuery } from '../../lib/session-query.ts';
import { useSession } from '../../lib/session.ts';
import { useMay } from '../../lib/use-may.ts';
import { Avatar } from '../../ui/avatar/Avatar.tsx';
import { Menu, MenuDivider, MenuItem, MenuLink } from '../../ui/menu/Menu.tsx';
import { openLinks } from './navigation.ts';
import classes from './ProfileMenu.module.css';
import { useSignOut } from './use-sign-out.ts';

/** Who is signed in, and the way out. */
export function ProfileMenu({ onOpenSettings }: { onOpenSettings: () => void }) {
  const { t } = useTranslation();
  const session = useSession();
  const { data: known } = useQuery(sessionQuery);
  const mayAudit = useMay('read-audit');
  const role = t(`role.${session?.role ?? 'unknown'}`);
  const email = session?.email || t('profile.noEmail');
  return (
    <Menu
      width={256}
      trigger={
        <button type="button" className={classes.target} aria-label={t('profile.label')}>
          <Avatar
            name={known?.name ?? (session?.email || role)}
            photo={known && photoAddress(known)}
          />
        </button>
      }
    >
      <div className={classes.person}>
        <span className={classes.role}>{role}</span>
        <span className={classes.email}>
          <bdi>{email}</bdi>
        </span>
      </div>
      <MenuDivider />
      <MenuLink to={paths.profile} icon={<IconUserCircle size={18} stroke={1.5} />}>
        {t('title.usersProfile')}
      </MenuLink>
      <MenuItem icon={<IconSettings size={18} stroke={1.5} />} onClick={onOpenSettings}>
        {t('settings:title')}
      </MenuItem>
      {openLinks(session?.role).map(({ path, words, icon: Icon }) => (
        <MenuLink key={path} to={path} icon={<Icon size={18} stroke={1.5} />}>
          {t(words)}
        </MenuLink>
      ))}
      {mayAudit && (
        <MenuLink to={paths.auditTrail()} icon={<IconHistory size={18} stroke={1.5} />}>
          {t('palette.auditTrail')}
        </MenuLink>
      )}
      <MenuDivider />
      <SignOutItem />
    </Menu>
  );
}

function SignOutItem() {
  const { t } = useTranslation();
  const signOut = useSignOut();
  return (
    <MenuItem
      icon={<IconLogout size={18} stroke={1.5} className="mirrors" />}
      onClick={() => void signOut()}
    >
      {t('profile.signOut')}
    </MenuItem>
  );
}
