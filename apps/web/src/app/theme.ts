import { createTheme, type CSSVariablesResolver, type MantineColorsTuple } from '@mantine/core';
import { m } from './texts.ts';

/**
 * Ink blue, the only accent color. The fill is shade 7 in light mode and shade 5 in dark mode. White text has a
 * contrast above 4.5 on both shades.
 */
const ink: MantineColorsTuple = [
  '#eaeffb',
  '#d5dff6',
  '#b4c5ee',
  '#8ca6e4',
  '#6788d6',
  '#4566c4',
  '#3353b0',
  '#27439b',
  '#1e357d',
  '#162861',
];
/** Red is used only for refusals, alterations and irreversible actions. */
const red: MantineColorsTuple = [
  '#fce9e7',
  '#f8d0cc',
  '#f1aaa4',
  '#ea837a',
  '#e05e53',
  '#d04437',
  '#bd3025',
  '#a8221b',
  '#8c1b15',
  '#6d1510',
];
const dark: MantineColorsTuple = [
  '#e7eaef',
  '#c4cbd6',
  '#a0aab8',
  '#6a7584',
  '#39424e',
  '#2a313b',
  '#1e242b',
  '#171b21',
  '#0e1115',
  '#090b0e',
];

export const theme = createTheme({
  primaryColor: 'ink',
  primaryShade: { light: 7, dark: 5 },
  colors: { ink, red, dark },
  black: '#14181f',
  autoContrast: true,
  fontFamily: 'var(--cs-font)',
  fontFamilyMonospace: "ui-monospace, 'SFMono-Regular', 'Cascadia Mono', 'DejaVu Sans Mono', monospace",
  // The app uses only five font sizes.
  fontSizes: { xs: '12px', sm: '14px', md: '16px', lg: '20px', xl: '26px' },
  lineHeights: { xs: '1.4', sm: '1.45', md: '1.5', lg: '1.35', xl: '1.25' },
  headings: {
    fontWeight: '620',
    sizes: {
      h1: { fontSize: '26px', lineHeight: '1.25' },
      h2: { fontSize: '20px', lineHeight: '1.35' },
      h3: { fontSize: '16px', lineHeight: '1.5' },
      h4: { fontSize: '14px', lineHeight: '1.45' },
      h5: { fontSize: '14px', lineHeight: '1.45' },
      h6: { fontSize: '12px', lineHeight: '1.4' },
    },
  },
  radius: {
    xs: 'var(--cs-radius-xs)',
    sm: 'var(--cs-radius-sm)',
    md: 'var(--cs-radius-md)',
    lg: 'var(--cs-radius-lg)',
    xl: 'var(--cs-radius-xl)',
  },
  defaultRadius: 'sm',
  cursorType: 'pointer',
  respectReducedMotion: true,
  // Components are referenced by name, because components imported here would be loaded with the first screen.
  components: {
    ActionIcon: { defaultProps: { variant: 'subtle', color: 'gray' } },
    Alert: { defaultProps: { radius: 'md' } },
    Button: { styles: { label: { fontWeight: 560 } } },
    Drawer: {
      defaultProps: {
        padding: 'lg',
        closeButtonProps: { 'aria-label': m.theme.close },
        transitionProps: { duration: 160 },
      },
      styles: { title: { fontSize: '20px', fontWeight: 620, lineHeight: '1.35' } },
    },
    InputWrapper: { styles: { label: { marginBottom: 4 }, description: { marginBottom: 4 } } },
    // A dialog's heading must not be a <header>, which would make it a page banner.
    DrawerHeader: { defaultProps: { role: 'presentation' } },
    ModalHeader: { defaultProps: { role: 'presentation' } },
    Menu: { defaultProps: { shadow: 'md', transitionProps: { duration: 100 } } },
    Modal: {
      defaultProps: {
        centered: true,
        padding: 'lg',
        radius: 'lg',
        closeButtonProps: { 'aria-label': m.theme.close },
        transitionProps: { duration: 140 },
      },
      styles: { title: { fontSize: '20px', fontWeight: 620, lineHeight: '1.35' } },
    },
    Notification: {
      defaultProps: { closeButtonProps: { 'aria-label': m.theme.dismiss } },
      styles: { description: { color: 'var(--cs-soft)' } },
    },
    Text: { defaultProps: { size: 'sm' } },
    Tooltip: { defaultProps: { openDelay: 300, transitionProps: { duration: 100 } } },
  },
});

/**
 * Values for Mantine's own variables, adjusted for sufficient contrast on light and dark backgrounds (WCAG 2.2, 1.4.3
 * and 1.4.11).
 */
const OURS = {
  '--mantine-color-dimmed': 'var(--cs-soft)',
  '--mantine-color-default-border': 'var(--cs-border)',
  '--mantine-color-placeholder': 'var(--cs-soft)',
  '--mantine-color-error': 'var(--cs-no)',
  '--mantine-color-anchor': 'var(--cs-accent)',
  '--mantine-color-text': 'var(--cs-ink)',
  '--mantine-color-body': 'var(--cs-paper)',
  '--mantine-color-ink-light': 'var(--cs-accent-soft)',
  '--mantine-color-ink-light-color': 'var(--cs-accent)',
  '--mantine-color-ink-text': 'var(--cs-accent)',
  '--mantine-color-ink-outline': 'var(--cs-accent)',
  '--mantine-color-red-light': 'var(--cs-no-soft)',
  '--mantine-color-red-light-color': 'var(--cs-no)',
  '--mantine-color-red-text': 'var(--cs-no)',
  '--mantine-color-red-outline': 'var(--cs-no)',
  '--mantine-color-gray-light-color': 'var(--cs-soft)',
  '--mantine-color-gray-text': 'var(--cs-soft)',
};

export const cssVariablesResolver: CSSVariablesResolver = () => ({
  variables: {},
  // Mantine sets its own values for each scheme, which would override a value common to both.
  light: {
    ...OURS,
    // Colors that are visible on light and dark backgrounds.
    '--mantine-color-gray-light': '#e1e5ea',
    '--mantine-color-ink-light-hover': '#dbe4f8',
    '--mantine-color-red-light-hover': '#f9dad7',
  },
  dark: {
    ...OURS,
    '--mantine-color-default': '#1e242b',
    '--mantine-color-default-hover': '#262d36',
    '--mantine-color-gray-light': 'var(--cs-quiet-soft)',
    '--mantine-color-ink-light-hover': '#263562',
    '--mantine-color-red-light-hover': '#4c201c',
    '--mantine-color-red-filled': '#bd3025',
    '--mantine-color-red-filled-hover': '#a8221b',
  },
});
