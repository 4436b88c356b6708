import '@mantine/core/styles/Menu.layer.css';
import { Menu } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { IconLogout, IconSettings, IconUserCircle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { NavLink } from 'react-router';
import { paths } from '../../lib/paths.ts';
import { photoAddress } from '../../lib/photo-address.ts';
import { sessionQuery } from '../../lib/session-query.ts';
import { useSession } from '../../lib/session.ts';
import { Avatar } from '../../ui/avatar/Avatar.tsx';
import { openLinks } from './navigation.ts';
import classes from './ProfileMenu.module.css';
import { useSignOut } from './use-sign-out.ts';

/** Who is signed in, and the way out. */
export function ProfileMenu({ onOpenSettings }: { onOpenSettings: () => void }) {
  const { t } = useTranslation();
  const session = useSession();
  const { data: known } = useQuery(sessionQuery);
  const role = t(`role.${session?.role ?? 'unknown'}`);
  const email = session?.email || t('profile.noEmail');
  return (
    <Menu
      width={256}
      position="bottom-end"
      withinPortal={false}
      // A menu may hold its items only; the library’s placeholder for the focus is none.
      withInitialFocusPlaceholder={false}
    >
      <Menu.Target>
        <button type="button" className={classes.target} aria-label={t('profile.label')}>
          <Avatar
            name={known?.name ?? (session?.email || role)}
            photo={known && photoAddress(known)}
          />
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        <div className={classes.person}>
          <span className={classes.role}>{role}</span>
          <span className={classes.email}>
            <bdi>{email}</bdi>
          </span>
        </div>
        <Menu.Divider />
        <Menu.Item
          component={NavLink}
          to={paths.profile}
          leftSection={<IconUserCircle size={18} stroke={1.5} />}
        >
          {t('title.usersProfile')}
        </Menu.Item>
        <Menu.Item leftSection={<IconSettings size={18} stroke={1.5} />} onClick={onOpenSettings}>
          {t('settings:title')}
        </Menu.Item>
        {openLinks(session?.role).map(({ path, words, icon: Icon }) => (
          <Menu.Item
            key={path}
            component={NavLink}
            to={path}
            leftSection={<Icon size={18} stroke={1.5} />}
          >
            {t(words)}
          </Menu.Item>
        ))}
        <Menu.Divider />
        <SignOutItem />
      </Menu.Dropdown>
    </Menu>
  );
}

function SignOutItem() {
  const { t } = useTranslation();
  const signOut = useSignOut();
  return (
    <Menu.Item
      leftSection={<IconLogout size={18} stroke={1.5} className="mirrors" />}
      onClick={() => void signOut()}
    >
      {t('profile.signOut')}
    </Menu.Item>
  );
}
