import { type ComponentProps } from 'react';
import { useTranslation } from 'react-i18next';
import { directionOf, htmlLanguageOf, languages } from '../../../../lib/languages.ts';
import { DayText } from '../../../../ui/format/DayText.tsx';
import { Money } from '../../../../ui/format/Money.tsx';
import { Rate } from '../../../../ui/format/Rate.tsx';
import { Row, Stack } from '../../../../ui/layout/Layout.tsx';
import { Text } from '../../../../ui/layout/Text.tsx';
import { documented, type Part } from '../../part.ts';

export const part: Part = {
  examples: { Sizes, Tones, Figures, TwoScripts, CutShort },
  components: [
    documented<ComponentProps<typeof Text>>('Text', [
      {
        name: 'as',
        type: "'p' | 'span' | 'div' | 'section' | 'article' | 'header' | 'footer' | 'figure' | 'figcaption' | 'ul' | 'ol' | 'li' | 'dl' | 'dt' | 'dd' | 'h1' | 'h2' | 'h3' | 'h4' | 'strong' | 'details' | 'summary' | 'fieldset' | 'legend' | 'label' | 's' | 'bdi'",
        standard: "'p'",
      },
      {
        name: 'size',
        type: "'caption' | 'table' | 'body' | 'lead' | 'title' | 'figure'",
        standard: '–',
      },
      {
        name: 'tone',
        type: "'ink' | 'soft' | 'muted' | 'accent' | 'late' | 'soon' | 'good'",
        standard: '–',
      },
      { name: 'weight', type: "'text' | 'medium' | 'strong'", standard: '–' },
      { name: 'tabular', type: 'boolean', standard: 'false' },
      { name: 'clip', type: 'boolean', standard: 'false' },
    ]),
  ],
  keyboard: [],
};

function Sizes() {
  const { t } = useTranslation('gallery-samples');
  return (
    <Stack gap={3}>
      {(['figure', 'title', 'lead', 'body', 'table', 'caption'] as const).map((size) => (
        <Text key={size} size={size}>
          {size} · {t('scheduleText')}
        </Text>
      ))}
    </Stack>
  );
}

function Tones() {
  const { t } = useTranslation('gallery-samples');
  return (
    <Stack gap={2}>
      {(['ink', 'soft', 'muted', 'good', 'soon', 'late'] as const).map((tone) => (
        <Text key={tone} tone={tone}>
          {tone} · {t('scheduleText')}
        </Text>
      ))}
    </Stack>
  );
}

function Figures() {
  return (
    <Stack gap={1} style={{ inlineSize: 'max-content', textAlign: 'right' }}>
      <Money amountMinor={12_480_22} currency="USD" />
      <Money amountMinor={-1_210_00} currency="USD" />
      <Money amountMinor={402_10} currency="USD" />
      <p>
        <Rate percent="14.07" />
      </p>
      <DayText day="2026-12-05" />
    </Stack>
  );
}

function TwoScripts() {
  return (
    <Row gap={8} align="baseline">
      {languages.map(({ code, name }) => (
        <Text key={code} as="div" size="title" lang={htmlLanguageOf(code)} dir={directionOf(code)}>
          {name} <Money amountMinor={1_248_22} currency="USD" />
        </Text>
      ))}
    </Row>
  );
}

function CutShort() {
  const { t } = useTranslation('gallery-samples');
  return (
    <Text clip title={t('promiseText')} style={{ maxInlineSize: '16rem' }}>
      {t('promiseText')}
    </Text>
  );
}
