/**
 * A step of the app's build that splits Mantine's style sheet. Styles of the first screen's components are loaded
 * before the first paint, and the others after it. Both parts are in the layer `mantine`, so the app's own styles win
 * in any order.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';

const FIRST = 'virtual:mantine-first.css';
const LATER = 'virtual:mantine-later.css';
const OPENING = '@layer mantine {';

const { resolve } = createRequire(import.meta.url);
const read = (name: string): string => readFileSync(resolve(`@mantine/core/${name}`), 'utf8').trim();

/** @param components the components whose styles are loaded first, such as `Button` */
export function mantineStyles(components: readonly string[]): {
  name: string;
  resolveId: (id: string) => string | undefined;
  load: (id: string) => string | undefined;
} {
  const sheets = (): Record<string, string> => {
    const all = read('styles.layer.css');
    // Both parts keep the order of the complete sheet, because the styles of some components override those of others.
    const found = components
      .map((name) => read(`styles/${name}.css`))
      .map((css) => ({ css, at: all.indexOf(css) }))
      .toSorted((a, b) => a.at - b.at);
    if (found.some(({ at }) => at < 0))
      throw new Error('styles.layer.css no longer contains the styles of a component');
    return {
      [FIRST]: `${OPENING}${found.map(({ css }) => css).join('\n')}}`,
      [LATER]: found.reduce((rest, { css }) => rest.replace(css, () => ''), all),
    };
  };
  return {
    name: 'countersign:mantine-styles',
    // The path is absolute, so that Vite's CSS plugins process the file.
    resolveId: (id) => (id === FIRST || id === LATER ? path.resolve(id.slice('virtual:'.length)) : undefined),
    load: (id) => {
      const name = `virtual:${path.basename(id)}`;
      return id === path.resolve(path.basename(id)) && (name === FIRST || name === LATER) ? sheets()[name] : undefined;
    },
  };
}
