import { IconX } from '@tabler/icons-react';
import { type ComponentProps, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button, IconButton } from '../../../../ui/button/Button.tsx';
import { FormFailure } from '../../../../ui/form/FormMessages.tsx';
import { Box } from '../../../../ui/layout/Box.tsx';
import { Row, Stack } from '../../../../ui/layout/Layout.tsx';
import { Text } from '../../../../ui/layout/Text.tsx';
import { Note } from '../../../../ui/status/Note.tsx';
import { documented, type Part } from '../../part.ts';

export const part: Part = {
  examples: { Tones, OfAForm, Closable },
  components: [
    documented<ComponentProps<typeof Note>>('Note', [
      { name: 'kind', type: "'neutral' | 'accent' | 'good' | 'soon' | 'late'" },
      { name: 'children', type: 'ReactNode' },
      { name: 'role', type: "'note' | 'status' | 'alert'", standard: '–' },
      { name: 'pad', type: '[block, inline]', standard: '[3, 4]' },
    ]),
    documented<ComponentProps<typeof FormFailure>>('FormFailure', [
      { name: 'failure', type: 'string | undefined' },
      { name: 'safe', type: 'string', standard: '–' },
      { name: 'action', type: 'ReactNode', standard: '–' },
    ]),
  ],
  keyboard: [],
};

function Tones() {
  const { t } = useTranslation('gallery-samples');
  return (
    <Stack gap={3}>
      {tones.map(({ alert, kind }) => (
        <Note key={alert} kind={kind} role="note">
          <Text weight="medium">{t(`alert.${alert}`)}</Text>
          <Text tone="soft">{t(`alert.${alert}Text`)}</Text>
        </Note>
      ))}
    </Stack>
  );
}

const tones = [
  { alert: 'closing', kind: 'neutral' },
  { alert: 'file', kind: 'accent' },
  { alert: 'imported', kind: 'good' },
  { alert: 'password', kind: 'soon' },
  { alert: 'refused', kind: 'late' },
] as const;

function OfAForm() {
  const { t } = useTranslation('gallery-samples');
  const [hasFailed, setHasFailed] = useState(true);
  if (!hasFailed) return <Button onClick={() => setHasFailed(true)}>{t('reset')}</Button>;
  return (
    <FormFailure
      failure={t('alert.notSaved')}
      safe={t('alert.notSavedText')}
      action={
        <Button size="compact" onClick={() => setHasFailed(false)}>
          {t('app:unexpected.tryAgain')}
        </Button>
      }
    />
  );
}

function Closable() {
  const { t } = useTranslation('gallery-samples');
  const [isOpen, setIsOpen] = useState(true);
  if (!isOpen) return <Button onClick={() => setIsOpen(true)}>{t('reset')}</Button>;
  return (
    <Note kind="accent" role="note" pad={[2, 3]}>
      <Row gap={2} justify="between" wrap={false}>
        <Box as="span" shrinks>
          {t('alert.closing')}
        </Box>
        <IconButton
          size="compact"
          label={t('ui:overlay.close')}
          icon={<IconX size={16} stroke={1.5} />}
          onClick={() => setIsOpen(false)}
        />
      </Row>
    </Note>
  );
}
