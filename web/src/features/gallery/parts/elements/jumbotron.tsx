import type { ComponentProps } from 'react';
import { useTranslation } from 'react-i18next';
import { paths } from '../../../../lib/paths.ts';
import { ButtonLink } from '../../../../ui/button/Button.tsx';
import { Count } from '../../../../ui/format/Count.tsx';
import { Box } from '../../../../ui/layout/Box.tsx';
import { Row, Stack } from '../../../../ui/layout/Layout.tsx';
import { Text } from '../../../../ui/layout/Text.tsx';
import { FileImportIcon } from '../../../../ui/icon/FileImportIcon.tsx';
import { EmptyState } from '../../../../ui/page/EmptyState.tsx';
import { documented, type Part } from '../../part.ts';

export const part: Part = {
  examples: { FirstDay, Announcement, OneFigure },
  components: [
    documented<ComponentProps<typeof EmptyState>>('EmptyState', [
      { name: 'title', type: 'string' },
      { name: 'hint', type: 'ReactNode', standard: '–' },
      { name: 'icon', type: 'ReactNode', standard: '–' },
      { name: 'action', type: 'ReactNode', standard: '–' },
    ]),
  ],
  keyboard: [],
};

function FirstDay() {
  const { t } = useTranslation('gallery-samples');
  return (
    <EmptyState
      icon={<FileImportIcon size={28} stroke={1.5} />}
      title={t('noLoans')}
      hint={t('noLoansText')}
      action={
        <ButtonLink kind="primary" to={paths.importTape()}>
          {t('importLoans')}
        </ButtonLink>
      }
    />
  );
}

function Announcement() {
  const { t } = useTranslation('gallery-samples');
  return (
    <Box flow="stack" gap={3} align="center" text="center">
      <Text as="h3" size="title" weight="strong">
        {t('newRights')}
      </Text>
      <Text tone="soft" size="lead">
        {t('newRightsText')}
      </Text>
      <Row>
        <ButtonLink kind="primary" to={paths.profile}>
          {t('app:title.usersProfile')}
        </ButtonLink>
        <ButtonLink kind="quiet" to={paths.roles}>
          {t('app:title.roles')}
        </ButtonLink>
      </Row>
    </Box>
  );
}

function OneFigure() {
  const { t } = useTranslation('gallery-samples');
  return (
    <Stack gap={1} align="center">
      <Text size="figure" weight="medium" tabular>
        <Count value={14} />
      </Text>
      <Text tone="muted">{t('dueToday')}</Text>
    </Stack>
  );
}
