import '@mantine/core/styles/Accordion.layer.css';
import { Accordion, type AccordionProps } from '@mantine/core';
import { IconCoin, IconFileText, IconUser } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../../ui/button/Button.tsx';
import { Row, Stack } from '../../../../ui/layout/Layout.tsx';
import { documented, type Part } from '../../part.ts';

export const part: Part = {
  examples: { OneAtATime, SeveralAtOnce, FromOutside },
  components: [
    documented<AccordionProps>('Accordion', [
      { name: 'multiple', type: 'boolean', standard: 'false' },
      { name: 'value', type: 'string | string[] | null', standard: '–' },
      { name: 'onChange', type: '(value) => void', standard: '–' },
      { name: 'order', type: '2 | 3 | 4 | 5 | 6', standard: '–' },
      { name: 'chevronPosition', type: "'left' | 'right'", standard: "'right'" },
    ]),
  ],
  keyboard: [
    { keys: ['Enter', 'Space'], does: 'fold' },
    { keys: ['↑', '↓'], does: 'walkHeads' },
    { keys: ['Home', 'End'], does: 'ends' },
  ],
};

function OneAtATime() {
  const { t } = useTranslation('gallery-components');
  return (
    <Accordion defaultValue="late" order={3}>
      {questions.map((question) => (
        <Accordion.Item key={question} value={question}>
          <Accordion.Control>{t(`accordions.words.${question}`)}</Accordion.Control>
          <Accordion.Panel>{t(`accordions.words.${question}Text`)}</Accordion.Panel>
        </Accordion.Item>
      ))}
    </Accordion>
  );
}

const questions = ['late', 'early', 'reverse'] as const;

function SeveralAtOnce() {
  const { t } = useTranslation('gallery-components');
  return (
    <Accordion multiple defaultValue={['borrower']} order={3}>
      {sides.map(({ side, Icon }) => (
        <Accordion.Item key={side} value={side}>
          <Accordion.Control icon={<Icon size={18} stroke={1.5} aria-hidden="true" />}>
            {t(`accordions.words.${side}`)}
          </Accordion.Control>
          <Accordion.Panel>{t(`accordions.words.${side}Text`)}</Accordion.Panel>
        </Accordion.Item>
      ))}
    </Accordion>
  );
}

const sides = [
  { side: 'borrower', Icon: IconUser },
  { side: 'payments', Icon: IconCoin },
  { side: 'documents', Icon: IconFileText },
] as const;

function FromOutside() {
  const { t } = useTranslation('gallery-components');
  const [open, setOpen] = useState<string[]>([]);
  return (
    <Stack gap={3}>
      <Row gap={2}>
        <Button size="compact" onClick={() => setOpen([...questions])}>
          {t('accordions.words.openAll')}
        </Button>
        <Button size="compact" onClick={() => setOpen([])}>
          {t('accordions.words.closeAll')}
        </Button>
      </Row>
      <Accordion multiple value={open} onChange={setOpen} order={3} chevronPosition="left">
        {questions.map((question) => (
          <Accordion.Item key={question} value={question}>
            <Accordion.Control>{t(`accordions.words.${question}`)}</Accordion.Control>
            <Accordion.Panel>{t(`accordions.words.${question}Text`)}</Accordion.Panel>
          </Accordion.Item>
        ))}
      </Accordion>
    </Stack>
  );
}
