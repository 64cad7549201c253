import {
  createTheme,
  Drawer,
  Modal,
  Notification,
  Table,
  type CSSVariablesResolver,
  type MantineColorsTuple,
} from '@mantine/core';

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

const DIALOG = { closeButtonProps: { 'aria-label': 'Close' }, attributes: { header: { role: 'none' } } };

/** Colours, type and spacing of the console. Shade 8 has a contrast ratio above 4.5 to white. */
export const theme = createTheme({
  colors: { sea },
  primaryColor: 'sea',
  primaryShade: { light: 8, dark: 8 },
  autoContrast: true,
  luminanceThreshold: 0.32,
  defaultRadius: 'md',
  cursorType: 'pointer',
  fontFamily: 'system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", "Noto Sans", sans-serif',
  fontFamilyMonospace: 'ui-monospace, SFMono-Regular, Menlo, Consolas, "Liberation Mono", monospace',
  headings: { fontWeight: '650', sizes: { h1: { fontSize: '1.6rem' }, h2: { fontSize: '1.15rem' } } },
  respectReducedMotion: true,
  components: {
    // Without this role the header of a dialog would count as a second banner of the page.
    Modal: Modal.extend({ defaultProps: { ...DIALOG, centered: true } }),
    Drawer: Drawer.extend({ defaultProps: DIALOG }),
    // Reserve space for a scroll bar only when there is one.
    TableScrollContainer: Table.ScrollContainer.extend({
      defaultProps: { scrollAreaProps: { offsetScrollbars: 'present' } },
    }),
    Notification: Notification.extend({ defaultProps: { closeButtonProps: { 'aria-label': 'Close the message' } } }),
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
    '--console-outline': '#838b93',
  },
  dark: {
    '--mantine-color-dimmed': '#a3abb3',
    '--mantine-color-placeholder': '#99a1a9',
    '--mantine-color-error': '#ff8787',
    '--console-outline': '#7f868d',
  },
});
