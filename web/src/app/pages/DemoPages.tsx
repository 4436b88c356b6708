import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { sessionQuery } from '../../lib/session-query.ts';
import { useSession } from '../../lib/session.ts';
import { Box } from '../../ui/layout/Box.tsx';
import { Row, Stack } from '../../ui/layout/Layout.tsx';
import { Text } from '../../ui/layout/Text.tsx';
import { TextLink } from '../../ui/link/TextLink.tsx';
import { demoLinks } from '../shell/navigation.ts';

/** Links to the gallery and the other demo pages, if the installation shows them. */
export function DemoPages() {
  const { t } = useTranslation(['about', 'app']);
  const role = useSession()?.role;
  const { data: known } = useQuery(sessionQuery);
  if (!role || !known?.showsDemoPages) return null;
  return (
    <Box as="section" above={8} max="44rem" aria-labelledby="about-demo">
      <Box as="h2" size="lead" weight="strong" id="about-demo" below={3}>
        {t('demo.title')}
      </Box>
      <Stack gap={3}>
        {demoLinks(role).map(({ labelKey, links }) => (
          <Row key={labelKey} gap={3} align="baseline">
            <Text as="span" tone="muted">
              {t(labelKey, { ns: 'app' })}
            </Text>
            {links.map((link) => (
              <TextLink key={link.path} to={link.path}>
                {t(link.labelKey, { ns: 'app' })}
              </TextLink>
            ))}
          </Row>
        ))}
      </Stack>
    </Box>
  );
}
