import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../../ui/button/Button.tsx';
import { Row, Stack } from '../../../../ui/layout/Layout.tsx';
import { Text } from '../../../../ui/layout/Text.tsx';
import { notify } from '../../../../ui/overlay/notify.ts';
import { ToastCard } from '../../../../ui/overlay/Toasts.tsx';
import { documented, type Part } from '../../part.ts';
import { noChange } from '../../still-panels.tsx';
import classes from './notifications.module.css';

export const part: Part = {
  examples: { WhatHappened, WithAWayBack, InPassing },
  stills: { WhatHappened: HappenedOpen, WithAWayBack: WayBackOpen, InPassing: PassingOpen },
  components: [
    documented<typeof notify>(
      'notify',
      [
        { name: 'success', type: '(message) => void' },
        { name: 'error', type: '(message) => void' },
        { name: 'undo', type: '(message, { label, run }) => void' },
        { name: 'offer', type: '(message, { label, run }) => void' },
        { name: 'passing', type: '(message) => void' },
      ],
      'methods',
    ),
  ],
  keyboard: [],
};

function WhatHappened() {
  const { t } = useTranslation('gallery-samples');
  return (
    <Row>
      <Button onClick={() => notify.success(t('paid'))}>{t('postPayment')}</Button>
      <Button kind="danger" onClick={() => notify.error(t('closed'))}>
        {t('writeOff')}
      </Button>
    </Row>
  );
}

function HappenedOpen() {
  const { t } = useTranslation('gallery-samples');
  return (
    <>
      <ToastCard toast={{ ...toast, id: 1, message: t('paid') }} isHeld />
      <ToastCard toast={{ ...toast, id: 2, tone: 'error', message: t('closed') }} isHeld />
    </>
  );
}

const toast = { tone: 'success', actions: [], lifetimeMs: null, place: 'bottom' } as const;

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
              label: t('download'),
              run: () => notify.passing(t('noteSaved')),
            })
          }
        >
          {t('ui:table.export')}
        </Button>
      </Row>
    </Stack>
  );
}

function WayBackOpen() {
  const { t } = useTranslation('gallery-samples');
  const actions = (label: string) => [{ label, run: noChange }];
  return (
    <>
      <ToastCard
        toast={{ ...toast, id: 3, message: t('assigned'), actions: actions(t('undo')) }}
        isHeld
      />
      <ToastCard
        toast={{ ...toast, id: 4, message: t('fileReady'), actions: actions(t('download')) }}
        isHeld
      />
    </>
  );
}

function InPassing() {
  const { t } = useTranslation('gallery-samples');
  return <Button onClick={() => notify.passing(t('noteSaved'))}>{t('addNote')}</Button>;
}

function PassingOpen() {
  const { t } = useTranslation('gallery-samples');
  return (
    <div className={classes.top}>
      <ToastCard toast={{ ...toast, id: 5, place: 'top', message: t('noteSaved') }} isHeld />
    </div>
  );
}
