/**
 * The fonts of the browser under test. Only the fonts in the lock file are used and no system fonts, so that a page
 * looks the same on every machine. Glyphs are not hinted, so that they have the width defined in the font. Noto Sans
 * replaces the system font. Its lines are taller and its words wider than those of most other fonts.
 */
import { mkdtempSync, readdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const FONTS = path.resolve(import.meta.dirname, '../../../../node_modules/@expo-google-fonts');
const GENERIC = ['sans-serif', 'serif', 'monospace', 'system-ui', 'ui-sans-serif', 'ui-monospace'];

let file: string | undefined;

/** Environment variables for a program that uses fontconfig. */
export function fontEnvironment(): Record<string, string> {
  if (file === undefined) {
    const folder = mkdtempSync(path.join(tmpdir(), 'countersign-fonts-'));
    file = path.join(folder, 'fonts.conf');
    writeFileSync(file, configuration(path.join(folder, 'cache')));
  }
  return { FONTCONFIG_FILE: file };
}

function configuration(cache: string): string {
  // The handwriting fonts for typed signatures are excluded, because the pages load them themselves and a user's system
  // does not have them.
  const folders = readdirSync(FONTS).filter((name) => name.startsWith('noto-'));
  const aliases = GENERIC.map(
    (family) =>
      `<match target="pattern"><test name="family"><string>${family}</string></test><edit name="family" mode="assign" binding="strong"><string>Noto Sans</string></edit></match>`,
  );
  return `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "urn:fontconfig:fonts.dtd">
<fontconfig>
${folders.map((name) => `<dir>${path.join(FONTS, name)}</dir>`).join('\n')}
<cachedir>${cache}</cachedir>
${aliases.join('\n')}
<match target="pattern">
  <edit name="antialias" mode="assign"><bool>true</bool></edit>
  <edit name="hinting" mode="assign"><bool>false</bool></edit>
  <edit name="hintstyle" mode="assign"><const>hintnone</const></edit>
  <edit name="rgba" mode="assign"><const>none</const></edit>
</match>
<match target="pattern"><edit name="family" mode="append_last"><string>Noto Sans</string></edit></match>
</fontconfig>
`;
}
