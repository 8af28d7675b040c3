/**
 * Checks that the settings page lists each setting that the server reads, with the default and the choices in the code.
 */
import { expect, test, vi } from 'vitest';
import { SETTINGS } from '../../../../scripts/settings-page.ts';
import { loadConfig } from '../../src/main/config.ts';
import { SettingReader } from '../../src/platform/settings.ts';

const described = new Map(SETTINGS.flatMap(([, settings]) => Object.entries(settings)));

/**
 * Reads the configuration, and records the names of the settings. The server reads some settings only if another one is
 * set, so `others` contains that one.
 */
function readSettings(): Set<string> {
  const names = new Set<string>();
  const others: Record<string, string> = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://localhost:4318' };
  const environment = new Proxy(others, {
    get: (_, name) => {
      names.add(String(name));
      return others[String(name)];
    },
  });
  expect(loadConfig(environment).ok).toBe(true);
  return names;
}

test('describes every setting in the code exactly once, and describes no other settings', () => {
  const names = SETTINGS.flatMap(([, settings]) => Object.keys(settings));
  expect(names.toSorted()).toEqual([...readSettings()].toSorted());
});

test('keeps the documented defaults and allowed values of settings in line with the code', () => {
  const choice = vi.spyOn(SettingReader.prototype, 'choice');
  const count = vi.spyOn(SettingReader.prototype, 'count');
  const port = vi.spyOn(SettingReader.prototype, 'port');
  readSettings();
  // If METRICS_PORT is not set, no port is opened, so the fallback value in the code is not a default.
  const numbers = [...count.mock.calls, ...port.mock.calls].filter(([name]) => name !== 'METRICS_PORT');
  const defaults = [
    ...choice.mock.calls.map(([name, , fallback]) => [name, fallback] as const),
    ...numbers.map(([name, fallback]) => [name, String(fallback)] as const),
  ];
  const choices = choice.mock.calls;
  vi.restoreAllMocks();
  expect(defaults.length).toBeGreaterThan(15);
  for (const [name, fallback] of defaults) expect(described.get(name)?.[0], name).toContain(`\`${fallback}\``);
  for (const [name, values] of choices) {
    const [fallback, meaning] = described.get(name) ?? ['', ''];
    const text = `${fallback} ${meaning}`;
    expect(
      values.filter((value) => !text.includes(`\`${value}\``)),
      name,
    ).toEqual([]);
  }
});

test('describes each setting on the page about settings', () => {
  expect([...described].filter(([, [, meaning]]) => !/^\S.{9,}[.)]$/.test(meaning)).map(([name]) => name)).toEqual([]);
});
