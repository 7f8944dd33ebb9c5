// SPDX-License-Identifier: AGPL-3.0-or-later

// Colours, type and shape of the product as Mantine settings. Roles (canvas, card, link, ...) are
// CSS variables in roles.css; sizes of controls in controls.css.
import { createTheme, type MantineColorsTuple } from '@mantine/core';

const salal: MantineColorsTuple = [
  '#F0F9F5',
  '#DEF3E9',
  '#C3E6D6',
  '#9ED1BB',
  '#74B79B',
  '#4D977A',
  '#31785E',
  '#1F5C46',
  '#154332',
  '#0B291E',
];
const berry: MantineColorsTuple = [
  '#FEF4F8',
  '#FBE6EF',
  '#F5D1E0',
  '#ECB0CB',
  '#DC87B0',
  '#C16192',
  '#A04374',
  '#7E2E59',
  '#5C2040',
  '#3A1327',
];
const gray: MantineColorsTuple = [
  '#FAF9F6',
  '#F2F1EC',
  '#E5E4DE',
  '#D3D2CA',
  '#B0AEA6',
  '#88867F',
  '#6B6962',
  '#504E48',
  '#35342F',
  '#1F1E1A',
];
const strait: MantineColorsTuple = [
  '#F0F8FE',
  '#DFEFFC',
  '#C4E1F7',
  '#9BCBED',
  '#6CAEDC',
  '#408EC0',
  '#20709F',
  '#0E557D',
  '#0A3D5B',
  '#072638',
];
const amber: MantineColorsTuple = [
  '#FEF5EA',
  '#FDEAD0',
  '#FAD6A5',
  '#F0B96B',
  '#D79833',
  '#B17915',
  '#8C5E08',
  '#6C4701',
  '#4E3304',
  '#311F03',
];
const arbutus: MantineColorsTuple = [
  '#FFF4F2',
  '#FDE7E4',
  '#FCD1CB',
  '#F9AEA5',
  '#F18175',
  '#DC5148',
  '#BA2B28',
  '#921B1A',
  '#681715',
  '#420E0C',
];
const dark: MantineColorsTuple = [
  '#E6EBE9',
  '#B9C1BE',
  '#9BA5A1',
  '#77827E',
  '#313C38',
  '#222D29',
  '#17221E',
  '#101A16',
  '#0B1411',
  '#09110F',
];

const fonts = "'Radio Canada Variable', 'Liberation Sans', Arial, sans-serif";

type ControlSize = 'sm' | 'md';

// Plain objects rather than Modal.extend(...): the theme must not pull those parts into the first load.
/** Patients get roomy controls, the office compact ones; everything else is the same. */
function controls(size: ControlSize) {
  const sized = { defaultProps: { size } };
  return {
    Button: { defaultProps: { size, variant: 'filled' } },
    ActionIcon: { defaultProps: { size: size === 'md' ? 44 : 32, variant: 'subtle' } },
    Input: sized,
    TextInput: sized,
    PasswordInput: sized,
    NumberInput: sized,
    Textarea: sized,
    Select: sized,
    NativeSelect: sized,
    Checkbox: sized,
    Radio: sized,
    PinInput: sized,
    SegmentedControl: sized,
    InputWrapper: { defaultProps: { inputWrapperOrder: ['label', 'description', 'error', 'input'], size } },
    Modal: {
      defaultProps: {
        centered: true,
        closeButtonProps: { 'aria-label': 'Close' },
        overlayProps: { color: '#0B1913', backgroundOpacity: 0.55 },
        transitionProps: { transition: 'pop', duration: 220 },
        radius: 16,
      },
    },
    // A dialog's head is no banner of the page.
    ModalHeader: { defaultProps: { component: 'div' } },
    DrawerHeader: { defaultProps: { component: 'div' } },
    Drawer: {
      defaultProps: {
        closeButtonProps: { 'aria-label': 'Close' },
        overlayProps: { color: '#0B1913', backgroundOpacity: 0.55 },
      },
    },
    Tooltip: { defaultProps: { transitionProps: { duration: 120 } } },
  };
}

const shared = {
  colors: { salal, berry, gray, strait, amber, arbutus, dark, red: arbutus },
  primaryColor: 'salal',
  primaryShade: { light: 7, dark: 4 },
  autoContrast: true,
  white: '#FFFFFF',
  black: '#1F1E1A',
  defaultRadius: 'md',
  cursorType: 'pointer',
  respectReducedMotion: true,
  focusRing: 'auto',
  fontFamily: fonts,
  fontFamilyMonospace: 'ui-monospace, SFMono-Regular, Menlo, Consolas, monospace',
  radius: { xs: '4px', sm: '6px', md: '8px', lg: '12px', xl: '16px' },
  spacing: { xs: '8px', sm: '12px', md: '16px', lg: '24px', xl: '32px' },
  breakpoints: { xs: '36em', sm: '48em', md: '62em', lg: '75em', xl: '88em' },
  headings: { fontFamily: fonts, fontWeight: '700' },
} as const;

export const patientTheme = createTheme({ ...shared, components: controls('md') });
export const officeTheme = createTheme({ ...shared, components: controls('sm') });

/** Mantine's own roles point to ours, so that its parts follow the light and dark tables. */
export const roles = {
  '--mantine-color-body': 'var(--s-card)',
  '--mantine-color-text': 'var(--s-text)',
  '--mantine-color-dimmed': 'var(--s-text-2)',
  '--mantine-color-placeholder': 'var(--s-text-3)',
  '--mantine-color-anchor': 'var(--s-link)',
  '--mantine-color-error': 'var(--s-danger-text)',
  '--mantine-color-default': 'var(--s-card)',
  '--mantine-color-default-hover': 'var(--s-sunken)',
  '--mantine-color-default-color': 'var(--s-text)',
  '--mantine-color-default-border': 'var(--s-border)',
};
