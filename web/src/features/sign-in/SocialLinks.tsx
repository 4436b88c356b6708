import {
  IconBrandFacebook,
  IconBrandGoogle,
  IconBrandInstagram,
  IconBrandX,
} from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import classes from './SocialLinks.module.css';

const networks = [
  { name: 'instagram', Icon: IconBrandInstagram },
  { name: 'facebook', Icon: IconBrandFacebook },
  { name: 'x', Icon: IconBrandX },
  { name: 'google', Icon: IconBrandGoogle },
] as const;

/** Four decorative links: they lead to the very page they stand on. */
export function SocialLinks() {
  const { t } = useTranslation('sign-in');
  return (
    <ul className={classes.links}>
      {networks.map(({ name, Icon }) => (
        <li key={name}>
          <Link to="." replace className={classes.link} aria-label={t(`social.${name}`)}>
            <Icon size={18} stroke={1.5} aria-hidden="true" />
          </Link>
        </li>
      ))}
    </ul>
  );
}
