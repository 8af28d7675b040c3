/**
 * Validates docs/api/openapi.json with Spectral. This is slow, because Spectral compiles a schema again for each
 * example.
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import spectral, { type RulesetDefinition } from '@stoplight/spectral-core';
import rulesets from '@stoplight/spectral-rulesets';
import { expect, test } from 'vitest';

const FILE = path.resolve(import.meta.dirname, '../docs/api/openapi.json');

test('finds no violation of spectral:oas with Spectral', async () => {
  const judge = new spectral.Spectral();
  judge.setRuleset({ extends: [[rulesets.oas as unknown as RulesetDefinition, 'recommended']] });
  const findings = await judge.run(JSON.parse(readFileSync(FILE, 'utf8')) as Record<string, unknown>);
  expect(findings.map(({ code, path: place, message }) => `${code} ${place.join('/')}: ${message}`)).toEqual([]);
}, 180_000);
