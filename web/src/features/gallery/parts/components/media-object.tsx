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
    documented<ComponentProps<typeof Row>>('Row', [
      { name: 'gap', type: '0 | 1 | 2 | 3 | 4 | 5 | 6 | 8', standard: '3' },
      { name: 'align', type: "'start' | 'center' | 'end' | …", standard: "'center'" },
      { name: 'wrap', type: 'boolean', standard: 'true' },
    ]),
  ],
  keyboard: [],
};

function ANote() {
  const { t } = useTranslation('gallery-components');
  return (
    <Media name={t('media-object.words.amira')} at="2026-11-20T08:12:00Z">
      {t('media-object.words.note')}
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
  const { t } = useTranslation('gallery-components');
  return (
    <Media name={t('media-object.words.amira')} at="2026-11-20T08:12:00Z">
      <Stack gap={4}>
        <Text>{t('media-object.words.question')}</Text>
        <Media name={t('media-object.words.omar')} at="2026-11-20T09:03:00Z">
          {t('media-object.words.answer')}
        </Media>
      </Stack>
    </Media>
  );
}

function AtTheEnd() {
  const { t } = useTranslation('gallery-components');
  return (
    <Row gap={3} wrap={false} justify="between">
      <Row gap={3} wrap={false}>
        <Avatar name={t('media-object.words.omar')} />
        <div>
          <Text weight="medium">{t('media-object.words.omar')}</Text>
          <Text tone="muted" size="table">
            {t('media-object.words.harbour')}
          </Text>
        </div>
      </Row>
      <Button size="compact" onClick={() => notify.passing(t('media-object.words.written'))}>
        {t('media-object.words.write')}
      </Button>
    </Row>
  );
}
