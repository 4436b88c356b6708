import '@mantine/core/styles/Breadcrumbs.layer.css';
import { Breadcrumbs, type BreadcrumbsProps } from '@mantine/core';
import { IconArrowLeft, IconChevronRight, IconDots } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { paths } from '../../../../lib/paths.ts';
import { IconButton } from '../../../../ui/button/Button.tsx';
import { Row } from '../../../../ui/layout/Layout.tsx';
import { Menu } from '../../../../ui/menu/Menu.tsx';
import { documented, type Part } from '../../part.ts';
import { StillMenu } from '../../still-panels.tsx';
import classes from './breadcrumbs.module.css';

export const part: Part = {
  examples: { TheWayHere, Shortened, OneStepBack },
  stills: { Shortened: LevelsOpen },
  hangs: { Shortened: 'start' },
  components: [
    documented<BreadcrumbsProps>('Breadcrumbs', [
      { name: 'separator', type: 'ReactNode', standard: 'IconChevronRight' },
      { name: 'separatorMargin', type: 'string', standard: "'xs'" },
    ]),
  ],
  keyboard: [],
};

function TheWayHere() {
  const { t } = useTranslation('gallery-samples');
  return (
    <nav aria-label={t('gallery-elements:breadcrumbs.examples.TheWayHere.title')}>
      <Breadcrumbs separator={separator} classNames={looks}>
        <Link to={paths.dashboard}>{t('app:menu.dashboard')}</Link>
        <Link to={paths.roles}>{t('app:title.roles')}</Link>
        <span aria-current="page">{t('app:menu.agent')}</span>
      </Breadcrumbs>
    </nav>
  );
}

const separator = (
  <IconChevronRight size={14} stroke={1.5} className="mirrors" aria-hidden="true" />
);

const looks = { root: classes.crumbs ?? '', breadcrumb: classes.crumb ?? '' };

function Shortened() {
  const { t } = useTranslation('gallery-samples');
  return (
    <nav aria-label={t('gallery-elements:breadcrumbs.examples.Shortened.title')}>
      <Breadcrumbs separator={separator} classNames={looks}>
        <Link to={paths.dashboard}>{t('app:menu.dashboard')}</Link>
        <Menu
          align="start"
          trigger={
            <IconButton
              size="compact"
              className={classes.dots}
              label={t('more')}
              icon={<IconDots size={16} stroke={1.5} />}
            />
          }
          actions={useLevels()}
        />
        <span aria-current="page">{t('app:menu.agent')}</span>
      </Breadcrumbs>
    </nav>
  );
}

function useLevels() {
  const { t } = useTranslation('app');
  return [
    { id: 'roles', label: t('title.roles'), to: paths.roles },
    { id: 'permissions', label: t('title.rolesAndPermissions'), to: paths.rolePermissions },
  ];
}

function LevelsOpen() {
  const { t } = useTranslation('app');
  return (
    <Row gap={5} wrap={false} align="start">
      {/* An invisible first level, so that the menu has the same position as below its button. */}
      <span className={classes.before}>{t('menu.dashboard')}</span>
      <StillMenu actions={useLevels()} />
    </Row>
  );
}

function OneStepBack() {
  const { t } = useTranslation('gallery-samples');
  return (
    <Link to={paths.roles} className={classes.way}>
      <Row as="span" gap={1}>
        <IconArrowLeft size={16} stroke={1.5} className="mirrors" aria-hidden="true" />
        {t('app:title.roles')}
      </Row>
    </Link>
  );
}
