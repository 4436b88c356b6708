import '@mantine/core/styles/Tooltip.layer.css';
import { Tooltip, type TooltipProps } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Button, IconButton } from '../../../../ui/button/Button.tsx';
import { RefusedButton } from '../../../../ui/button/RefusedButton.tsx';
import { InstantText } from '../../../../ui/format/InstantText.tsx';
import { documented, type Part } from '../../part.ts';
import { StillTip } from '../../still-panels.tsx';
import classes from './tooltips.module.css';

export const part: Part = {
  examples: { Sides, WhyNot, NameOfAPicture, TheWholeOfIt },
  stills: { WhyNot: ReasonOpen, NameOfAPicture: NameOpen, TheWholeOfIt: MomentOpen },
  hangs: { WhyNot: 'start', NameOfAPicture: 'start', TheWholeOfIt: 'start' },
  components: [
    documented<TooltipProps>('Tooltip', [
      { name: 'label', type: 'ReactNode' },
      { name: 'position', type: "'top' | 'bottom' | 'left' | 'right'", standard: "'top'" },
      { name: 'multiline', type: 'boolean', standard: 'false' },
      { name: 'events', type: '{ hover, focus, touch }', standard: '{ hover, focus, touch }' },
    ]),
  ],
  keyboard: [
    { keys: ['Tab'], does: 'showTooltip' },
    { keys: ['Esc'], does: 'hideTooltip' },
  ],
};

/** Always open in this example; a tooltip usually opens on hover and focus. */
function Sides() {
  const { t } = useTranslation('gallery-samples');
  return (
    <div className={classes.sides}>
      {(['top', 'bottom', 'left', 'right'] as const).map((side) => (
        <Tooltip key={side} label={t('payoff')} position={side} withinPortal={false} opened>
          <Button>{t(`side.${side}`)}</Button>
        </Tooltip>
      ))}
    </div>
  );
}

function WhyNot() {
  const { t } = useTranslation('gallery-samples');
  return <RefusedButton reason={t('closed')}>{t('reverse')}</RefusedButton>;
}

function ReasonOpen() {
  const { t } = useTranslation('gallery-samples');
  return <StillTip>{t('closed')}</StillTip>;
}

function NameOfAPicture() {
  const { t } = useTranslation('gallery-samples');
  return <IconButton label={t('ui:table.export')} icon={<IconDownload size={18} stroke={1.5} />} />;
}

function NameOpen() {
  const { t } = useTranslation('ui');
  return <StillTip>{t('table.export')}</StillTip>;
}

function TheWholeOfIt() {
  return (
    <span className={classes.dotted}>
      <InstantText at={moment} style="ago" />
    </span>
  );
}

const moment = '2026-11-22T09:41:00Z';

function MomentOpen() {
  return (
    <StillTip>
      <InstantText at={moment} />
    </StillTip>
  );
}
