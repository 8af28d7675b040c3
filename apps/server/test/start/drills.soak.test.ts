/** Runs the drills in the operator's handbook as documented. A server starts from the result of each drill. */
import { mkdirSync } from 'node:fs';
import { expect, onTestFinished, test } from 'vitest';
import { copyDataFolder } from '../support/data-folder.ts';
import { DrillMachine } from '../support/drill-machine.ts';
import { drillOf, drills } from '../support/drills.ts';
import { soak } from '../support/soak.ts';
import { runMain } from './run-main.ts';

const LIMIT_MS = 180_000;
/** These drills are covered by other tests, which provide the environment that the drills need. */
const ELSEWHERE = [
  ...['The service', 'nginx', 'Caddy', 'First check', 'Upgrading', 'Going back'].map((name) => `production.md ${name}`),
  'runbooks.md Dead letters',
];
const HERE = ['Key rotation', 'Restore'];

test('has a test for every documented drill', () => {
  const all = drills().map(({ page, heading }) => `${page} ${heading}`);
  expect(all.toSorted()).toEqual([...ELSEWHERE, ...HERE.map((heading) => `runbooks.md ${heading}`)].toSorted());
});

test.each(HERE.slice(0, soak({ test: 1, full: HERE.length })))(
  'runs the drill "%s" as documented, and starts a server from the result',
  async (heading) => {
    const machine = new DrillMachine(onTestFinished, { DATA_DIR: 'data', BACKUP_FOLDER: 'backups', SAFE: 'safe' });
    await copyDataFolder(machine.at('data'));
    mkdirSync(machine.at('safe'));
    await machine.perform(drillOf('runbooks.md', heading));
    const server = runMain({ DATA_DIR: machine.at('data'), BACKUP_FOLDER: machine.at('backups') });
    const answer = await fetch(`${await server.listening()}/api/health`);
    expect(answer.status).toBe(200);
    server.child.kill('SIGTERM');
    expect(await server.exited).toBe(0);
  },
  LIMIT_MS,
);
