import { type ComponentProps, useLayoutEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { copyText } from '../../../../lib/copy-text.ts';
import { CodeText } from '../../../../ui/format/CodeText.tsx';
import { Stack } from '../../../../ui/layout/Layout.tsx';
import { Text } from '../../../../ui/layout/Text.tsx';
import { notify } from '../../../../ui/overlay/notify.ts';
import { ArrearsBadge } from '../../../servicing/loan-account/ArrearsBadge.tsx';
import { documented, type Part } from '../../part.ts';
import classes from './color-library.module.css';

export const part: Part = {
  examples: { Surfaces, Inks, Meanings, Buckets, Series },
  components: [
    documented<ComponentProps<typeof Swatch>>('Swatch', [
      { name: 'token', type: 'string' },
      { name: 'against', type: 'string', standard: '–' },
    ]),
  ],
  keyboard: [{ keys: ['Tab Enter'], does: 'copy' }],
};

function Surfaces() {
  return (
    <Swatches tokens={['--paper', '--raised', '--sunken', '--hover', '--line', '--line-strong']} />
  );
}

function Inks() {
  return (
    <Swatches tokens={['--ink', '--ink-soft', '--ink-muted', '--accent-text']} against="--paper" />
  );
}

function Meanings() {
  return <Swatches tokens={['--accent', '--good', '--soon', '--late']} against="--paper" />;
}

function Buckets() {
  return (
    <Stack gap={4}>
      <Swatches
        tokens={[
          '--bucket-current',
          '--bucket-1-30',
          '--bucket-31-60',
          '--bucket-61-90',
          '--bucket-91-180',
          '--bucket-over-180',
        ]}
        against="--paper"
      />
      <ArrearsBadge bucket="61-90" daysPastDue={75} size="long" />
    </Stack>
  );
}

function Series() {
  return (
    <Swatches
      tokens={['--series-1', '--series-2', '--series-3', '--series-4', '--series-5', '--series-6']}
      against="--paper"
    />
  );
}

type SwatchesProps = { tokens: readonly string[]; against?: string };

function Swatches({ tokens, against }: SwatchesProps) {
  return (
    <div className={classes.swatches}>
      {tokens.map((token) => (
        <Swatch key={token} token={token} against={against} />
      ))}
    </div>
  );
}

/** A colour token; a click copies `var(…)`. Its value and contrast are computed from the page. */
function Swatch({ token, against }: { token: string; against: string | undefined }) {
  const { t } = useTranslation('gallery-samples');
  const read = useColour(token, against);
  const copy = () =>
    void copyText(`var(${token})`).then((isCopied) =>
      isCopied
        ? notify.passing(t('copied', { name: token }))
        : notify.error(t('gallery:notCopied')),
    );
  return (
    <button type="button" className={classes.swatch} onClick={copy}>
      {/* An inline style, since the colour is data. */}
      <span className={classes.colour} style={{ background: `var(${token})` }} aria-hidden="true" />
      <span>
        <CodeText>{token}</CodeText>
        {read?.map((value) => (
          <Text key={value} as="span" tone="muted" size="caption" style={{ display: 'block' }}>
            <bdi dir="ltr">{value}</bdi>
          </Text>
        ))}
      </span>
    </button>
  );
}

/**
 * Returns a token's current value and its WCAG 2 contrast ratio to another token. Both are computed
 * again when the colour scheme changes.
 */
function useColour(token: string, against: string | undefined): readonly string[] | undefined {
  const [values, setValues] = useState<readonly string[]>();
  // A layout effect, because a value that appears after the first paint would add a line.
  useLayoutEffect(() => {
    const measure = () => {
      const styles = getComputedStyle(document.documentElement);
      const hexOf = (name: string) => inSixDigits(styles.getPropertyValue(name).trim());
      const hex = hexOf(token);
      if (against === undefined) return setValues([hex]);
      return setValues([hex, `${contrast(hex, hexOf(against)).toFixed(1)} : 1`]);
    };
    measure();
    const observer = new MutationObserver(measure);
    observer.observe(document.documentElement, { attributeFilter: ['data-mantine-color-scheme'] });
    return () => observer.disconnect();
  }, [token, against]);
  return values;
}

/** The build shortens `#ffffff` to `#fff`. */
const inSixDigits = (hex: string) => hex.replace(/^#(.)(.)(.)$/, '#$1$1$2$2$3$3');

function contrast(one: string, other: string): number {
  const [light, dark] = [luminance(one), luminance(other)].toSorted((a, b) => b - a);
  return ((light ?? 0) + 0.05) / ((dark ?? 0) + 0.05);
}

function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5]
    .map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255)
    .map((value) => (value <= 0.040_45 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
