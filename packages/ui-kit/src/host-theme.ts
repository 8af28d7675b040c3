/**
 * Applies the colors of an embedding page. Text keeps a contrast of at least 4.5 (WCAG 2.2, 1.4.3): the accent is
 * darkened or lightened if necessary, and a background that makes text hard to read is not used.
 */
import type { HostSettings } from './parent.ts';

type Color = readonly [number, number, number];
type Scheme = { paper: Color; desk: Color; ink: Color; soft: Color };

/** The same values as in packages/ui-kit/src/tokens.css. */
const LIGHT: Scheme = { paper: [255, 255, 255], desk: [236, 238, 241], ink: [20, 24, 31], soft: [83, 93, 107] };
const DARK: Scheme = { paper: [23, 27, 33], desk: [14, 17, 21], ink: [231, 234, 239], soft: [160, 170, 184] };
const WHITE: Color = [255, 255, 255];
const BLACK: Color = [0, 0, 0];
const READABLE = 4.5;
/** The share of the accent color in the background of selected elements. */
const TINT = 0.12;

export function colorOf(text: string): Color | null {
  const [, hex] = /^#([0-9a-f]{3}|[0-9a-f]{6})$/i.exec(text) ?? [];
  if (hex === undefined) return null;
  const [r = '', g = '', b = ''] =
    hex.length === 3 ? hex.split('').map((digit) => digit + digit) : (hex.match(/../g) ?? []);
  return [parseInt(r, 16), parseInt(g, 16), parseInt(b, 16)];
}

/** Returns the custom properties for an accent color and a background. */
export function themeOf(accent: Color | null, background: Color | null, isDark: boolean): Record<string, string> {
  const scheme = isDark ? DARK : LIGHT;
  const desk = background !== null && contrast(background, scheme.soft) >= READABLE ? background : scheme.desk;
  const far = isDark ? WHITE : BLACK;
  const looks: Record<string, string> = desk === scheme.desk ? {} : { '--cs-desk': css(desk) };
  if (accent === null) return looks;
  const tint = mix(scheme.paper, accent, TINT);
  const readable = towards(far, accent, [scheme.paper, desk, tint]);
  const onPage = towards(BLACK, accent, [WHITE]);
  return {
    ...looks,
    '--cs-accent': css(readable),
    '--cs-accent-strong': css(mix(readable, far, 0.2)),
    '--cs-on-accent': css(contrast(readable, WHITE) >= contrast(readable, scheme.paper) ? WHITE : scheme.paper),
    '--cs-accent-soft': css(tint),
    '--cs-page-accent': css(onPage),
    // The custom properties below are for the app's components (Mantine).
    '--mantine-color-ink-filled': css(readable),
    '--mantine-color-ink-filled-hover': css(mix(readable, far, 0.2)),
    '--mantine-primary-color-contrast': 'var(--cs-on-accent)',
    '--mantine-color-ink-light': css(tint),
    '--mantine-color-ink-light-color': css(readable),
  };
}

const NAMES = [
  '--cs-desk',
  '--cs-accent',
  '--cs-accent-strong',
  '--cs-on-accent',
  '--cs-accent-soft',
  '--cs-page-accent',
  '--mantine-color-ink-filled',
  '--mantine-color-ink-filled-hover',
  '--mantine-primary-color-contrast',
  '--mantine-color-ink-light',
  '--mantine-color-ink-light-color',
];
let current: HostSettings | undefined;
let isWatching = false;

export function applyTheme(settings: HostSettings): void {
  current = settings;
  if (!isWatching) {
    isWatching = true;
    for (const query of ['(prefers-color-scheme: dark)', '(forced-colors: active)'])
      matchMedia(query).addEventListener('change', apply);
  }
  apply();
}

function apply(): void {
  if (current === undefined) return;
  const { documentElement: root } = document;
  const theme = current.theme === 'light' || current.theme === 'dark' ? current.theme : null;
  // The attribute that determines the color scheme in tokens.css. In the app, the attribute always has a value.
  if (root.hasAttribute(APP))
    root.setAttribute('data-mantine-color-scheme', theme ?? (prefersDark() ? 'dark' : 'light'));
  else if (theme === null) root.removeAttribute('data-mantine-color-scheme');
  else root.setAttribute('data-mantine-color-scheme', theme);
  root.style.colorScheme = theme ?? '';
  const isDark = theme === null ? prefersDark() : theme === 'dark';
  const accent = colorOf(current.accentColor ?? '');
  const background = colorOf(current.backgroundColor ?? '');
  // Forced colors are chosen by the visitor, so they take precedence over the embedding page's colors.
  const looks = matchMedia('(forced-colors: active)').matches ? {} : themeOf(accent, background, isDark);
  for (const name of NAMES) root.style.setProperty(name, looks[name] ?? '');
}

const prefersDark = (): boolean => matchMedia('(prefers-color-scheme: dark)').matches;
const APP = 'data-app';

/** Returns the first color between the given color and `far` that is readable on all backgrounds. */
function towards(far: Color, color: Color, backgrounds: readonly Color[]): Color {
  const steps = 20;
  for (let step = 0; step <= steps; step += 1) {
    const mixed = mix(color, far, step / steps);
    if (backgrounds.every((background) => contrast(mixed, background) >= READABLE)) return mixed;
  }
  return far;
}

function mix(from: Color, to: Color, share: number): Color {
  const part = (at: 0 | 1 | 2): number => Math.round(from[at] + (to[at] - from[at]) * share);
  return [part(0), part(1), part(2)];
}

const css = ([r, g, b]: Color): string => `rgb(${r} ${g} ${b})`;

/** Returns the contrast ratio (WCAG 2.2). */
export function contrast(one: Color, other: Color): number {
  const [low = 0, high = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
}

function luminance(color: Color): number {
  const [r = 0, g = 0, b = 0] = color.map((value) => {
    const part = value / 255;
    return part <= 0.040_45 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}
