/**
 * Several processes that start at the same time with an empty database create one installation, and one of them prints
 * the setup link.
 */
import { expect, test } from 'vitest';
import { openInstallation, PATIENCE_MS, stop } from '../support/processes.ts';
import { until } from '../support/until.ts';

const installation = await openInstallation();

test('prints one working setup link when several processes start together', { timeout: 180_000 }, async () => {
  const workers = [installation.worker()];
  const webs = await Promise.all([installation.web(), installation.web(), installation.web()]);
  const all = [...(await Promise.all(workers)), ...webs];
  const links = () => all.flatMap((server) => /\/setup#(\S+)/.exec(server.said())?.[1] ?? []);
  await until('the setup link', () => links().length > 0, PATIENCE_MS);
  const [printed] = webs.filter((server) => server.said().includes('/setup#'));
  if (!printed) throw new Error('No web process printed the setup link.');
  await installation.setUp(printed);
  for (const server of all) await stop(server);
  expect(links()).toHaveLength(1);
});
