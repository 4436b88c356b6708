import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { sessionQuery } from '../../lib/session-query.ts';
import { useSession } from '../../lib/session.ts';
import { Box } from '../../ui/layout/Box.tsx';
import { Row } from '../../ui/layout/Layout.tsx';
import { Text } from '../../ui/layout/Text.tsx';
import { TextLink } from '../../ui/link/TextLink.tsx';
import { demoLinks } from '../shell/navigation.ts';
import classes from './DemoPages.module.css';

/** Links to the gallery and the other demo pages, if the installation shows them. */
export function DemoPages() {
  const { t } = useTranslation(['about', 'app']);
  const role = useSession()?.role;
  const { data: known } = useQuery(sessionQuery);
  if (!role || !known?.showsDemoPages) return null;
  return (
    <section aria-labelledby="about-demo">
      <Box as="h2" size="lead" weight="strong" id="about-demo" below={3}>
        {t('demo.title')}
      </Box>
      <dl>
        {demoLinks(role).map(({ labelKey, links }) => (
          <Box key={labelKey} line="above" pad={[3, 0]} className={classes.group}>
            <Text as="dt" tone="muted" size="table">
              {t(labelKey, { ns: 'app' })}
            </Text>
            <Row as="dd" gap={2} lines={2} size="table" tone="soft" className={classes.links}>
              {links.map((link) => (
                <TextLink key={link.path} plain quiet to={link.path}>
                  {t(link.labelKey, { ns: 'app' })}
                </TextLink>
              ))}
            </Row>
          </Box>
        ))}
      </dl>
    </section>
  );
}
