/** Checks that a test with a given title exists, for pages and lists that refer to tests. */
import { existsSync, readFileSync } from 'node:fs';

const folder = new URL('../', import.meta.url);

/**
 * Whether the file has a test or group with this title that is neither skipped nor commented out. Without a title, any
 * test is enough.
 */
export function stands([file, title]: readonly [file: string, title?: string]): boolean {
  const url = new URL(file, folder);
  if (!existsSync(url)) return false;
  const quoted = title === undefined ? [''] : ["'", '"', '`'].map((mark) => `${mark}${title}${mark}`);
  return readFileSync(url, 'utf8')
    .split('\n')
    .some((line, at, lines) => {
      if (!quoted.some((text) => line.includes(text))) return false;
      // The call may start several lines earlier, with a table in between.
      const call = lines.slice(Math.max(0, at - 30), at + 1).join('\n');
      return /\b(test|describe)(\.each\b|\()/.test(call) && !/^\s*(\/\/|\*)/.test(line);
    });
}
