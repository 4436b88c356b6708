import type { ComponentProps, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Avatar } from '../../../../ui/avatar/Avatar.tsx';
import { Button } from '../../../../ui/button/Button.tsx';
import { InstantText } from '../../../../ui/format/InstantText.tsx';
import { Row, Stack } from '../../../../ui/layout/Layout.tsx';
import { Text } from '../../../../ui/layout/Text.tsx';
import { notify } from '../../../../ui/overlay/notify.ts';
import { documented, type Part } from '../../part.ts';

export const part: Part = {
  examples: { ANote, WithAnAnswer, AtTheEnd },
  components: [
    documented<ComponentProps<typeof Avatar>>('Avatar', [
      { name: 'name', type: 'string' },
      { name: 'photo', type: 'string | undefined', standard: '–' },
      { name: 'size', type: "'small' | 'normal' | 'large'", standard: "'normal'" },
    ]),
  ],
  keyboard: [],
};

function ANote() {
  const { t } = useTranslation('gallery-samples');
  return (
    <Media name={t('amira')} at="2026-11-20T08:12:00Z">
      {t('promiseText')}
    </Media>
  );
}

type MediaProps = { name: string; at: string; children: ReactNode };

/** An avatar with text next to it: the text never wraps under the picture. */
function Media({ name, at, children }: MediaProps) {
  return (
    <Row gap={3} align="start" wrap={false}>
      <Avatar name={name} />
      <Stack gap={1} style={{ flex: 1 }}>
        <Row gap={2}>
          <Text as="span" weight="medium">
            {name}
          </Text>
          <Text as="span" tone="muted" size="table">
            <InstantText at={at} />
          </Text>
        </Row>
        <div>{children}</div>
      </Stack>
    </Row>
  );
}

function WithAnAnswer() {
  const { t } = useTranslation('gallery-samples');
  return (
    <Media name={t('amira')} at="2026-11-20T08:12:00Z">
      <Stack gap={4}>
        <Text>{t('question')}</Text>
        <Media name={t('omar')} at="2026-11-20T09:03:00Z">
          {t('paid')}
        </Media>
      </Stack>
    </Media>
  );
}

function AtTheEnd() {
  const { t } = useTranslation('gallery-samples');
  return (
    <Row gap={3} wrap={false} justify="between">
      <Row gap={3} wrap={false}>
        <Avatar name={t('omar')} />
        <div>
          <Text weight="medium">{t('omar')}</Text>
          <Text tone="muted" size="table">
            {t('agent')}
          </Text>
        </div>
      </Row>
      <Button size="compact" onClick={() => notify.passing(t('noteSaved'))}>
        {t('addNote')}
      </Button>
    </Row>
  );
}
