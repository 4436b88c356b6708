import {
  type CSSVariablesResolver,
  createTheme,
  defaultVariantColorsResolver,
  type MantineColorsTuple,
} from '@mantine/core';

/** Lapis, the only accent: shade 6 is the primary on light, shade 4 on dark. */
const lapis: MantineColorsTuple = [
  '#eef1fd',
  '#dde3fb',
  '#c5cff8',
  '#a5b5ff',
  '#8ea2ff',
  '#5a72e3',
  '#2f4bd0',
  '#263fb4',
  '#203596',
  '#1a2b78',
];

const gray: MantineColorsTuple = [
  '#f8f9fb',
  '#f3f4f7',
  '#e6e8ed',
  '#d0d4dc',
  '#b3b9c4',
  '#8a919d',
  '#616977',
  '#434a56',
  '#2a2f38',
  '#15181e',
];

const dark: MantineColorsTuple = [
  '#e8ebf1',
  '#c0c6d1',
  '#98a0ae',
  '#6d7584',
  '#353d49',
  '#242a33',
  '#1d222a',
  '#171b21',
  '#0f1216',
  '#0b0d11',
];

/** The backdrop of a dialog or a drawer: it sets them apart, while the page stays visible. */
const veil = { color: '#15181e', backgroundOpacity: 0.32 };

/** Mantine's theme, which repeats values of `tokens.css` or refers to them. */
export const theme = createTheme({
  primaryColor: 'lapis',
  primaryShade: { light: 6, dark: 4 },
  colors: { lapis, gray, dark },
  white: '#ffffff',
  black: '#15181e',
  autoContrast: true,
  fontFamily: 'var(--font-text)',
  fontFamilyMonospace: 'var(--font-code)',
  headings: {
    fontFamily: 'var(--font-text)',
    fontWeight: '600',
    sizes: {
      h1: { fontSize: '1.25rem', lineHeight: '1.75rem' },
      h2: { fontSize: '1rem', lineHeight: '1.5rem' },
      h3: { fontSize: '0.875rem', lineHeight: '1.25rem' },
    },
  },
  fontSizes: {
    xs: '0.75rem',
    sm: '0.8125rem',
    md: '0.875rem',
    lg: '1rem',
    xl: '1.25rem',
  },
  lineHeights: { xs: '1.34', sm: '1.4', md: '1.43', lg: '1.5', xl: '1.4' },
  spacing: { xs: '0.5rem', sm: '0.75rem', md: '1rem', lg: '1.5rem', xl: '2rem' },
  radius: { xs: '3px', sm: '6px', md: '8px', lg: '12px', xl: '16px' },
  defaultRadius: 'sm',
  shadows: {
    xs: 'var(--shadow-float)',
    sm: 'var(--shadow-float)',
    md: 'var(--shadow-float)',
    lg: 'var(--shadow-bar)',
    xl: 'var(--shadow-bar)',
  },
  components: {
    ModalOverlay: { defaultProps: veil },
    DrawerOverlay: { defaultProps: veil },
  },
  respectReducedMotion: true,
  cursorType: 'pointer',
  variantColorResolver: (input) =>
    input.variant === 'default'
      ? {
          background: 'var(--raised)',
          hover: 'var(--hover)',
          color: 'var(--ink)',
          border: '1px solid var(--line-strong)',
        }
      : defaultVariantColorsResolver(input),
});

const surfaces = {
  '--mantine-color-text': 'var(--ink)',
  '--mantine-color-bright': 'var(--ink)',
  '--mantine-color-body': 'var(--raised)',
  '--mantine-color-dimmed': 'var(--ink-muted)',
  '--mantine-color-placeholder': 'var(--ink-muted)',
  '--mantine-color-anchor': 'var(--accent-text)',
  '--mantine-color-error': 'var(--late)',
  '--mantine-color-success': 'var(--good)',
  '--mantine-color-default': 'var(--raised)',
  '--mantine-color-default-hover': 'var(--hover)',
  '--mantine-color-default-color': 'var(--ink)',
  '--mantine-color-default-border': 'var(--line-strong)',
  '--mantine-color-disabled': 'var(--sunken)',
  '--mantine-color-disabled-color': 'var(--ink-faint)',
  '--mantine-color-disabled-border': 'var(--line)',
} as const;

/** Maps Mantine's surface colours to the tokens, so that both schemes are defined in one file. */
export const resolveCssVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: surfaces,
  dark: surfaces,
});
