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
  const { t } = useTranslation('gallery-samples');
  return (
    <Row>
      <Button onClick={() => notify.success(t('paid'))}>{t('postPayment')}</Button>
      <Button onClick={() => notify.error(t('closed'))}>{t('writeOff')}</Button>
    </Row>
  );
}

function WithAWayBack() {
  const { t } = useTranslation('gallery-samples');
  const [isAssigned, setIsAssigned] = useState(false);
  const assign = () => {
    setIsAssigned(true);
    notify.undo(t('assigned'), {
      label: t('undo'),
      run: () => setIsAssigned(false),
    });
  };
  return (
    <Stack gap={3} align="start">
      <Text>
        {t('loan')} L-000123 · {t(isAssigned ? 'delta' : 'unassigned')}
      </Text>
      <Row>
        <Button disabled={isAssigned} onClick={assign}>
          {t('assign')}
        </Button>
        <Button
          kind="quiet"
          onClick={() =>
            notify.offer(t('fileReady'), {
              label: t('print'),
              run: () => notify.passing(t('safe')),
            })
          }
        >
          {t('ui:table.export')}
        </Button>
      </Row>
    </Stack>
  );
}

function InPassing() {
  const { t } = useTranslation('gallery-samples');
  return <Button onClick={() => notify.passing(t('safe'))}>{t('message')}</Button>;
}
