/** The README's table of settings names each setting that is read, and none besides. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { loadConfig } from '../../src/main/config.ts';

test('every setting stands in the table', () => {
  const read = new Set<string>();
  // Some settings are read only beside another one.
  const others: Record<string, string> = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://localhost:4318' };
  const environment = new Proxy(others, {
    get: (_, name) => {
      read.add(String(name));
      return others[String(name)];
    },
  });
  expect(loadConfig(environment).ok).toBe(true);

  const readme = readFileSync(path.resolve(import.meta.dirname, '../../../../README.md'), 'utf8');
  const [, section = ''] = /^## Configuration$([\s\S]*?)^#/m.exec(readme) ?? [];
  const documented = [...section.matchAll(/^\| `([A-Z0-9_]+)` \|/gm)].map(([, name = '']) => name);
  expect(documented.toSorted()).toEqual([...read].toSorted());
});
