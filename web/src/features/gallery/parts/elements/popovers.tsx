import '@mantine/core/styles/Popover.layer.css';
import { HoverCard, type HoverCardProps } from '@mantine/core';
import { type ComponentProps, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { paths } from '../../../../lib/paths.ts';
import { Button } from '../../../../ui/button/Button.tsx';
import { TextField } from '../../../../ui/form/TextField.tsx';
import { Money } from '../../../../ui/format/Money.tsx';
import { Box } from '../../../../ui/layout/Box.tsx';
import { Row } from '../../../../ui/layout/Layout.tsx';
import { Text } from '../../../../ui/layout/Text.tsx';
import { LazyPopover } from '../../../../ui/overlay/LazyPopover.tsx';
import { notify } from '../../../../ui/overlay/notify.ts';
import { OpensLabel } from '../../opens-label.tsx';
import { documented, type Part } from '../../part.ts';
import { noChange, StillPopover } from '../../still-panels.tsx';

export const part: Part = {
  examples: { WithAField, ToRead, UnderThePointer },
  stills: { WithAField: FieldOpen, ToRead: PayoffOpen, UnderThePointer: AgentOpen },
  hangs: { WithAField: 'start', ToRead: 'start', UnderThePointer: 'start' },
  components: [
    documented<ComponentProps<typeof LazyPopover>>('LazyPopover', [
      { name: 'trigger', type: 'ReactElement' },
      { name: 'label', type: 'string' },
      { name: 'position', type: "'bottom-start' | 'bottom-end'" },
      { name: 'width', type: 'number', standard: '–' },
      { name: 'focuses', type: "'field' | 'panel'", standard: "'field'" },
      { name: 'children', type: '(close) => ReactNode' },
    ]),
    documented<HoverCardProps>('HoverCard', [
      { name: 'openDelay', type: 'number', standard: '200' },
    ]),
  ],
  keyboard: [
    { keys: ['Enter'], does: 'openPanel' },
    { keys: ['Tab'], does: 'moveFocus' },
    { keys: ['Esc'], does: 'closePanel' },
  ],
};

function WithAField() {
  const { t } = useTranslation('gallery-samples');
  return (
    <LazyPopover
      label={t('ui:views.save')}
      position="bottom-start"
      width={280}
      trigger={
        <Button>
          <OpensLabel>{t('ui:views.save')}</OpensLabel>
        </Button>
      }
    >
      {(close) => <NameForm onSaved={close} />}
    </LazyPopover>
  );
}

function NameForm({ onSaved }: { onSaved: () => void }) {
  const { t } = useTranslation('gallery-samples');
  const id = useId();
  const [name, setName] = useState('');
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        notify.success(t('saved', { name }));
        onSaved();
      }}
    >
      <Box flow="stack" gap={3} pad={[3, 4, 4]}>
        <TextField id={id} label={t('name')} value={name} onChange={setName} />
        <Button type="submit" kind="primary" size="compact">
          {t('ui:form.save')}
        </Button>
      </Box>
    </form>
  );
}

function FieldOpen() {
  const { t } = useTranslation('ui');
  return (
    <StillPopover label={t('views.save')} width={280}>
      <NameForm onSaved={noChange} />
    </StillPopover>
  );
}

function ToRead() {
  const { t } = useTranslation('gallery-samples');
  return (
    <LazyPopover
      label={t('payoff')}
      position="bottom-start"
      width={300}
      focuses="panel"
      trigger={
        <Button>
          <OpensLabel>{t('payoff')}</OpensLabel>
        </Button>
      }
    >
      {() => <PayoffParts />}
    </LazyPopover>
  );
}

function PayoffParts() {
  const { t } = useTranslation('gallery-samples');
  return (
    <Box as="dl" flow="stack" gap={2} pad={[3, 4]}>
      {(['principal', 'interest', 'fees'] as const).map((kind) => (
        <Row key={kind} justify="between">
          <Text as="dt" tone="muted">
            {t(kind)}
          </Text>
          <dd>
            <Money amountMinor={payoff[kind]} currency="USD" />
          </dd>
        </Row>
      ))}
    </Box>
  );
}

const payoff = { principal: 12_480_22, interest: 118_40, fees: 13_28 };

function PayoffOpen() {
  const { t } = useTranslation('gallery-samples');
  return (
    <StillPopover label={t('payoff')} width={300}>
      <PayoffParts />
    </StillPopover>
  );
}

function UnderThePointer() {
  const { t } = useTranslation('gallery-samples');
  return (
    <HoverCard openDelay={200} width={260} position="bottom-start" withinPortal={false} shadow="md">
      <HoverCard.Target>
        <Link to={paths.roles}>{t('amira')}</Link>
      </HoverCard.Target>
      <HoverCard.Dropdown>
        <Text tone="soft">{t('agent')}</Text>
      </HoverCard.Dropdown>
    </HoverCard>
  );
}

function AgentOpen() {
  const { t } = useTranslation('gallery-samples');
  return (
    <StillPopover label={t('amira')} width={260}>
      <Box tone="soft" pad={[3, 4]}>
        {t('agent')}
      </Box>
    </StillPopover>
  );
}
