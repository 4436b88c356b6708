import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../../ui/button/Button.tsx';
import { Row, Stack } from '../../../../ui/layout/Layout.tsx';
import { Text } from '../../../../ui/layout/Text.tsx';
import { notify } from '../../../../ui/overlay/notify.ts';
import { documented, type Part } from '../../part.ts';

export const part: Part = {
  examples: { WhatHappened, WithAWayBack, InPassing },
  components: [
    documented<typeof notify>('notify', [
      { name: 'success', type: '(message) => void' },
      { name: 'error', type: '(message) => void' },
      { name: 'undo', type: '(message, { label, run }) => void' },
      { name: 'offer', type: '(message, { label, run }) => void' },
      { name: 'passing', type: '(message) => void' },
    ]),
  ],
  keyboard: [{ keys: ['Tab', 'Enter'], does: 'press' }],
};

function WhatHappened() {
  const { t } = useTranslation('gallery-components');
  return (
    <Row>
      <Button onClick={() => notify.success(t('notifications.words.posted'))}>
        {t('notifications.words.success')}
      </Button>
      <Button onClick={() => notify.error(t('notifications.words.refused'))}>
        {t('notifications.words.failure')}
      </Button>
    </Row>
  );
}

function WithAWayBack() {
  const { t } = useTranslation('gallery-components');
  const [isAssigned, setIsAssigned] = useState(false);
  const assign = () => {
    setIsAssigned(true);
    notify.undo(t('notifications.words.assigned'), {
      label: t('notifications.words.undo'),
      run: () => setIsAssigned(false),
    });
  };
  return (
    <Stack gap={3} align="start">
      <Text>{t(isAssigned ? 'notifications.words.delta' : 'notifications.words.nobody')}</Text>
      <Row>
        <Button disabled={isAssigned} onClick={assign}>
          {t('notifications.words.assign')}
        </Button>
        <Button
          kind="quiet"
          onClick={() =>
            notify.offer(t('notifications.words.ready'), {
              label: t('notifications.words.print'),
              run: () => notify.passing(t('notifications.words.printed')),
            })
          }
        >
          {t('notifications.words.offer')}
        </Button>
      </Row>
    </Stack>
  );
}

function InPassing() {
  const { t } = useTranslation('gallery-components');
  return (
    <Button onClick={() => notify.passing(t('notifications.words.welcome'))}>
      {t('notifications.words.passing')}
    </Button>
  );
}
