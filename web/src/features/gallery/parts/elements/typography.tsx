import { type ComponentProps, Fragment, useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { directionOf, htmlLanguageOf, languages } from '../../../../lib/languages.ts';
import { CodeText } from '../../../../ui/format/CodeText.tsx';
import { DayText } from '../../../../ui/format/DayText.tsx';
import { Money } from '../../../../ui/format/Money.tsx';
import { Rate } from '../../../../ui/format/Rate.tsx';
import { Row, Stack } from '../../../../ui/layout/Layout.tsx';
import { Text } from '../../../../ui/layout/Text.tsx';
import { documented, type Part } from '../../part.ts';
import classes from './typography.module.css';

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
  return (
    <ul className={classes.rows}>
      {(['figure', 'title', 'lead', 'body', 'table', 'caption'] as const).map((size) => (
        <SizeRow key={size} size={size} />
      ))}
    </ul>
  );
}

type Size = NonNullable<ComponentProps<typeof Text>['size']>;

/** A text size: its name, its computed font size and line height, and a sample. */
function SizeRow({ size }: { size: Size }) {
  const { t } = useTranslation('gallery-samples');
  const sample = useRef<HTMLElement>(null);
  const [measures, setMeasures] = useState('');
  // A layout effect, because measures that appear after the first paint would move the samples.
  useLayoutEffect(() => {
    if (!sample.current) return;
    const { fontSize, lineHeight } = getComputedStyle(sample.current);
    setMeasures(`${Number.parseFloat(fontSize)}/${Math.round(Number.parseFloat(lineHeight))}`);
  }, []);
  return (
    <li className={classes.row}>
      <CodeText>{size}</CodeText>
      <Text as="span" tone="muted" size="table" tabular>
        <bdi dir="ltr">{measures}</bdi>
      </Text>
      <Text
        as="span"
        size={size}
        ref={(element) => {
          sample.current = element;
        }}
      >
        {t('scheduleText')}
      </Text>
    </li>
  );
}

function Tones() {
  const { t } = useTranslation('gallery-samples');
  return (
    <ul className={classes.rows}>
      {(['ink', 'soft', 'muted', 'accent', 'good', 'soon', 'late'] as const).map((tone) => (
        <li key={tone} className={classes.row} data-tones>
          <CodeText>{tone}</CodeText>
          <Text as="span" tone={tone}>
            {t('scheduleText')}
          </Text>
        </li>
      ))}
    </ul>
  );
}

function Figures() {
  const { t } = useTranslation('gallery-samples');
  return (
    <Stack gap={4}>
      <dl className={classes.figures}>
        {(['principal', 'payments', 'fees'] as const).map((kind) => (
          <Fragment key={kind}>
            <Text as="dt" tone="muted">
              {t(kind)}
            </Text>
            <dd>
              <Money amountMinor={amounts[kind]} currency="USD" />
            </dd>
          </Fragment>
        ))}
      </dl>
      <Row gap={6}>
        <Rate percent="14.07" />
        <DayText day="2026-12-05" />
      </Row>
    </Stack>
  );
}

const amounts = { principal: 12_480_22, payments: -1_210_00, fees: 402_10 };

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
