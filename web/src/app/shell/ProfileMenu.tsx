import { useQuery } from '@tanstack/react-query';
import { IconLock, IconLogout, IconSettings, IconUserCircle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { paths } from '../../lib/paths.ts';
import { photoAddress } from '../../features/distribution/people/photo-address.ts';
import { sessionQuery } from '../../lib/session-query.ts';
import { useSession } from '../../lib/session.ts';
import { Avatar } from '../../ui/avatar/Avatar.tsx';
import { Box } from '../../ui/layout/Box.tsx';
import { Text } from '../../ui/layout/Text.tsx';
import { Menu } from '../../ui/menu/Menu.tsx';
import classes from './Header.module.css';
import { installationLinks } from './navigation.ts';
import { lockSession, useSignOut } from './use-sign-out.ts';

/**
 * The signed-in user's menu: profile, settings, pages about the installation, lock and sign-out.
 */
export function ProfileMenu({ onOpenSettings }: { onOpenSettings: () => void }) {
  const { t } = useTranslation();
  const session = useSession();
  const { data: known } = useQuery(sessionQuery);
  const signOut = useSignOut();
  const role = t(`role.${session?.role ?? 'unknown'}`);
  const email = session?.email || t('profile.noEmail');
  return (
    <Menu
      width={256}
      trigger={
        <button type="button" className={classes.target} aria-label={t('profile.label')}>
          {/* Empty until the name is known: other initials would change a moment later. */}
          <Avatar name={known?.name ?? ''} photo={known && photoAddress(known)} />
        </button>
      }
      head={
        <Box flow="stack" gap={0} pad={[2, 3]}>
          <Text as="span" weight="medium">
            {role}
          </Text>
          <Text as="span" tone="muted" size="table" clip>
            <bdi>{email}</bdi>
          </Text>
        </Box>
      }
      actions={[
        {
          id: 'profile',
          label: t('title.usersProfile'),
          icon: <IconUserCircle size={18} stroke={1.5} />,
          apart: true,
          to: paths.profile,
        },
        {
          id: 'settings',
          label: t('settings:title'),
          icon: <IconSettings size={18} stroke={1.5} />,
          onSelect: onOpenSettings,
        },
        ...installationLinks(session?.role).map(({ path, labelKey, icon: Icon }) => ({
          id: path,
          label: t(labelKey),
          icon: <Icon size={18} stroke={1.5} />,
          to: path,
        })),
        {
          id: 'lock',
          label: t('profile.lock'),
          icon: <IconLock size={18} stroke={1.5} />,
          apart: true,
          onSelect: () => void lockSession(),
        },
        {
          id: 'sign-out',
          label: t('profile.signOut'),
          icon: <IconLogout size={18} stroke={1.5} className="mirrors" />,
          onSelect: () => void signOut(),
        },
      ]}
    />
  );
}
