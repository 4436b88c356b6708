import '@mantine/core/styles/Accordion.layer.css';
import { Accordion, type AccordionProps } from '@mantine/core';
import { IconBuildingBank, IconFileText, IconId } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../../ui/button/Button.tsx';
import { Row, Stack } from '../../../../ui/layout/Layout.tsx';
import { documented, type Part } from '../../part.ts';
import classes from './accordions.module.css';

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
    { keys: ['↑', '↓'], does: 'move' },
    { keys: ['Home', 'End'], does: 'ends' },
  ],
};

const looks = {
  item: classes.item ?? '',
  control: classes.control ?? '',
  label: classes.title ?? '',
  content: classes.content ?? '',
};

function OneAtATime() {
  const { t } = useTranslation('gallery-samples');
  return (
    <Accordion defaultValue="schedule" order={3} classNames={looks}>
      {questions.map((question) => (
        <Accordion.Item key={question} value={question}>
          <Accordion.Control>{t(question)}</Accordion.Control>
          <Accordion.Panel>{t(`${question}Text`)}</Accordion.Panel>
        </Accordion.Item>
      ))}
    </Accordion>
  );
}

const questions = ['schedule', 'payments', 'documents'] as const;

function SeveralAtOnce() {
  const { t } = useTranslation('gallery-samples');
  return (
    <Accordion
      multiple
      defaultValue={['contract']}
      order={3}
      classNames={{ ...looks, content: `${classes.content} ${classes.afterIcon}` }}
    >
      {files.map(({ paper, Icon }) => (
        <Accordion.Item key={paper} value={paper}>
          <Accordion.Control icon={<Icon size={18} stroke={1.5} aria-hidden="true" />}>
            {t(paper)}
          </Accordion.Control>
          <Accordion.Panel>{t(`${paper}Text`)}</Accordion.Panel>
        </Accordion.Item>
      ))}
    </Accordion>
  );
}

const files = [
  { paper: 'contract', Icon: IconFileText },
  { paper: 'identity', Icon: IconId },
  { paper: 'statement', Icon: IconBuildingBank },
] as const;

function FromOutside() {
  const { t } = useTranslation('gallery-samples');
  const [open, setOpen] = useState<string[]>([]);
  return (
    <Stack gap={3}>
      <Row gap={2}>
        <Button size="compact" onClick={() => setOpen([...costs])}>
          {t('openAll')}
        </Button>
        <Button size="compact" onClick={() => setOpen([])}>
          {t('closeAll')}
        </Button>
      </Row>
      <Accordion
        multiple
        value={open}
        onChange={setOpen}
        order={3}
        chevronPosition="left"
        classNames={{
          ...looks,
          chevron: classes.before ?? '',
          content: `${classes.content} ${classes.afterArrow}`,
        }}
      >
        {costs.map((cost) => (
          <Accordion.Item key={cost} value={cost}>
            <Accordion.Control>{t(cost)}</Accordion.Control>
            <Accordion.Panel>{t(`${cost}Text`)}</Accordion.Panel>
          </Accordion.Item>
        ))}
      </Accordion>
    </Stack>
  );
}

const costs = ['interest', 'fees', 'penalties'] as const;
