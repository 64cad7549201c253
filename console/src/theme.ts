import { createTheme, type CSSVariablesResolver, type MantineColorsTuple } from '@mantine/core';
import { locale, t } from './i18n/t';

const sea: MantineColorsTuple = [
  '#e6f8fa',
  '#d3edf1',
  '#a8dae2',
  '#79c6d2',
  '#53b5c5',
  '#3babbd',
  '#29a5b9',
  '#138fa2',
  '#047a8b',
  '#006878',
];

/** The library's, with its last two shades darker: as text, the last but one has to be read on the ground of the pages. */
const red: MantineColorsTuple = [
  '#fff5f5',
  '#ffe3e3',
  '#ffc9c9',
  '#ffa8a8',
  '#ff8787',
  '#ff6b6b',
  '#fa5252',
  '#f03e3e',
  '#c92a2a',
  '#b02525',
];

const DIALOG = { closeButtonProps: { 'aria-label': t('Close') }, attributes: { header: { role: 'none' } } };

const [thousandSeparator, decimalSeparator] = (['group', 'decimal'] as const).map((type) => {
  const parts = new Intl.NumberFormat(locale).formatToParts(12_345.6);
  return parts.find((part) => part.type === type)?.value;
});

/**
 * Numbers are typed as they are shown: 1,234.50, or 1.234,50 in German. The library would take either sign for the decimal one,
 * and 1,234.50 for 1.2345. What a form holds has a point.
 */
const NUMBER = {
  thousandSeparator,
  decimalSeparator,
  allowedDecimalSeparators: [decimalSeparator],
  valueIsNumericString: true,
};

/** Colours, type and spacing of the console. Shade 8 has a contrast ratio above 4.5 to white. */
export const theme = createTheme({
  colors: { sea, red },
  primaryColor: 'sea',
  primaryShade: { light: 8, dark: 8 },
  autoContrast: true,
  luminanceThreshold: 0.32,
  defaultRadius: 'md',
  cursorType: 'pointer',
  fontFamily: '"Inter Variable", system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", sans-serif',
  fontFamilyMonospace: 'ui-monospace, SFMono-Regular, Menlo, Consolas, "Liberation Mono", monospace',
  // One step below the library's: people read tables here all day.
  fontSizes: { xs: '0.75rem', sm: '0.8125rem', md: '0.875rem', lg: '1rem', xl: '1.25rem' },
  headings: {
    fontWeight: '600',
    sizes: { h1: { fontSize: '1.375rem' }, h2: { fontSize: '1rem' }, h3: { fontSize: '0.875rem' } },
  },
  respectReducedMotion: true,
  // Without the components themselves: the first page has no dialog and no table.
  components: {
    // Without this role the header of a dialog would count as a second banner of the page.
    // A click beside a dialog would lose what was typed.
    Modal: { defaultProps: { ...DIALOG, centered: true, closeOnClickOutside: false } },
    Drawer: { defaultProps: DIALOG },
    NumberInput: { defaultProps: NUMBER },
    // Reserve space for a scroll bar only when there is one.
    TableScrollContainer: { defaultProps: { scrollAreaProps: { offsetScrollbars: 'present' } } },
    NavLink: { styles: { root: { paddingBlock: 6, borderRadius: 'var(--mantine-radius-md)' } } },
    Notification: { defaultProps: { closeButtonProps: { 'aria-label': t('Close the message') } } },
  },
});

/**
 * Dimmed text and field borders are darker than the library's defaults, whose contrast is too low (WCAG 2.2, 1.4.3
 * and 1.4.11).
 */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    '--mantine-color-dimmed': '#5b6570',
    '--mantine-color-placeholder': '#6b7580',
    '--mantine-color-error': '#c92a2a',
    // Text on it is read, too: the library's is a step darker.
    '--mantine-color-sea-light-hover': '#c3e6ec',
    '--console-outline': '#838b93',
    '--console-ground': '#f7f8f9',
  },
  dark: {
    '--mantine-color-dimmed': '#a3abb3',
    '--mantine-color-placeholder': '#99a1a9',
    '--mantine-color-error': '#ff8787',
    '--console-outline': '#7f868d',
    '--console-ground': '#1a1b1c',
  },
});
