/**
 * Tests an upgrade as described in the handbook. The data of a released version works with this version, and the
 * upgrade can be reverted.
 */
import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { expect, onTestFinished, test } from 'vitest';
import { Client } from '../../src/demo/client.ts';
import { withDatabase } from '../crash/envelopes.ts';
import { DrillMachine, freePorts } from '../support/drill-machine.ts';
import { drillOf } from '../support/drills.ts';
import { makeOldInstallation } from '../support/old-installation.ts';
import { until } from '../support/until.ts';

const PAGE = 'production.md';
const LIMIT_MS = 180_000;
const DATA = 'var/lib/countersign';

test(
  'upgrades an installation of version 0.1.0, keeps its documents and links working, and rolls it back to its former state',
  async () => {
    const machine = new DrillMachine(onTestFinished);
    const [port = 0] = await freePorts(1);
    const url = `http://127.0.0.1:${port}`;
    const old = await makeOldInstallation(machine.at(DATA), '0.1.0');
    const service = drillOf(PAGE, 'The service');
    const isFile = (step: (typeof service.steps)[number]) => 'path' in step;
    await machine.perform({ ...service, steps: service.steps.filter(isFile) });
    await machine.run(`chmod 755 "$ROOT/usr/local/bin/countersign"`);
    writeFileSync(machine.at('etc/countersign/master.env'), `MASTER_KEY=${old.masterKey}\n`);
    writeFileSync(machine.at('etc/countersign/recovery.env'), 'BACKUP_RECOVERY_KEY="a passphrase for the drill"\n');
    mkdirSync(machine.at('mnt/backups/countersign'), { recursive: true });
    machine.settings({
      PORT: String(port),
      METRICS_PORT: '0',
      PUBLIC_URL: url,
      SMTP_URL: 'smtp://127.0.0.1:1',
      LOAD_SHEDDING: 'off',
    });
    const here = { 'https://sign.example.com': url };

    const said = await machine.perform(drillOf(PAGE, 'Upgrading'), here);
    expect(said).toContain('is intact');
    expect(said).toContain('{"status":"');
    const api = new Client(url, { bearer: old.bearer });
    await expectKept(api, old);
    await expectAgreement(api, old.finished);
    // The link is from before the upgrade, and the document was never sent.
    const { signer, view } = await new Client(url).openLink(old.carl);
    await signer.sign(view, 'Carl');
    await expectAgreement(api, old.underway);
    await api.sendForSigning(old.draft, [{ email: 'dora@contoso.example', name: 'Dora' }]);
    expect((await api.status(old.draft)).status).toBe('in-progress');

    // Creates the state that a database of a later version would have.
    await machine.run('systemctl stop countersign');
    await withDatabase(machine.at(DATA), (client) =>
      client.query(`insert into migrations (name, sha256) values ('9999-of-tomorrow.sql', 'unknown')`),
    );
    await machine.run('systemctl start countersign');
    await until('the rejection', () => machine.journal.includes('9999-of-tomorrow.sql is unknown'), LIMIT_MS);

    await machine.perform(drillOf(PAGE, 'Going back'), here);
    await expectKept(api, old);
    expect((await api.status(old.underway)).signers.map(({ status }) => status)).toEqual([
      'signed',
      'pending-signature',
    ]);
    expect((await api.status(old.draft)).status).toBe('draft');
  },
  LIMIT_MS,
);

/** Checks that files that were downloaded before the upgrade are still the same. */
async function expectKept(api: Client, { finished, sha256 }: { finished: string; sha256: string }): Promise<void> {
  const file = await api.download(finished);
  expect(createHash('sha256').update(file).digest('hex')).toBe(sha256);
}

async function expectAgreement(api: Client, id: string): Promise<void> {
  await until('the seal', async () => (await api.status(id)).status === 'completed', LIMIT_MS);
  await api.download(id);
  expect(await api.verify(id)).toMatchObject({ isValid: true });
  expect(await api.json<{ isValid: boolean }>('GET', `/v1/api/documents/${id}/audit`)).toMatchObject({ isValid: true });
}
