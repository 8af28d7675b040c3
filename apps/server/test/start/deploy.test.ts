/** The files in `deploy/`: each is valid for its tool, restricted as documented, and agrees with the handbook. */
import { readdirSync, readFileSync } from 'node:fs';
import { Deployment } from 'kubernetes-models/apps/v1';
import { PodDisruptionBudget } from 'kubernetes-models/policy/v1';
import { ConfigMap, PersistentVolumeClaim, Service } from 'kubernetes-models/v1';
import { describe, expect, test } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { loadConfig } from '../../src/main/config.ts';

const ROOT = new URL('../../../../', import.meta.url);
const read = (file: string): string => readFileSync(new URL(file, ROOT), 'utf8');

type Manifest = { kind: string; metadata: { name: string }; data?: Record<string, string> };
const KINDS: Record<string, new (data: never) => { validate(): void }> = {
  ConfigMap,
  Deployment,
  PersistentVolumeClaim,
  PodDisruptionBudget,
  Service,
};
const manifests = readdirSync(new URL('deploy/kubernetes/', ROOT)).flatMap((file) =>
  parseAllDocuments(read(`deploy/kubernetes/${file}`)).map((document): Manifest => document.toJS()),
);

/** Settings of the Secret, and of the files that hold secrets. */
const SECRETS = {
  MASTER_KEY: Buffer.alloc(32, 1).toString('base64'),
  DATABASE_URL: 'postgres://countersign_server@db.example.com/countersign',
  S3_ACCESS_KEY_ID: 'key',
  S3_SECRET_ACCESS_KEY: 'secret',
};

describe('Kubernetes', () => {
  test.each(manifests.map((manifest) => [`${manifest.kind} ${manifest.metadata.name}`, manifest] as const))(
    '%s is valid for the schema of its kind',
    (_name, manifest) => {
      const Kind = KINDS[manifest.kind];
      expect(Kind, manifest.kind).toBeDefined();
      if (Kind) new Kind(manifest as never).validate();
    },
  );

  test('a manifest with an unknown member is not valid', () => {
    const [web] = manifests.filter(({ kind }) => kind === 'Deployment');
    const wrong = { ...structuredClone(web), spec: { replicas: 'two' } };
    expect(() => new Deployment(wrong as never).validate()).toThrow();
  });

  const deployments = manifests.filter(({ kind }) => kind === 'Deployment') as unknown as Deployment[];
  test.each(deployments.map((one) => [one.metadata?.name ?? '', one] as const))(
    '%s runs without rights, with a read-only root and probes',
    (name, { spec }) => {
      const pod = spec?.template.spec;
      expect(pod).toMatchObject({
        automountServiceAccountToken: false,
        securityContext: { runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } },
      });
      // Longer than a server takes to stop.
      expect(pod?.terminationGracePeriodSeconds).toBeGreaterThan(30);
      for (const container of pod?.containers ?? []) {
        expect(container.securityContext).toEqual({
          allowPrivilegeEscalation: false,
          readOnlyRootFilesystem: true,
          capabilities: { drop: ['ALL'] },
        });
        expect([container.startupProbe, container.livenessProbe].map((probe) => probe?.httpGet?.path)).toEqual([
          '/api/health/live',
          '/api/health/live',
        ]);
        expect(container.readinessProbe?.httpGet?.path).toBe('/api/health');
      }
      const budget = manifests.find((one) => one.kind === 'PodDisruptionBudget' && one.metadata.name === name);
      expect(budget).toMatchObject({ spec: { selector: { matchLabels: spec?.selector.matchLabels } } });
    },
  );

  test.each(['web', 'worker'])('the settings are accepted by a %s process', (role) => {
    const { data } = manifests.find(({ kind }) => kind === 'ConfigMap') ?? {};
    expect(loadConfig({ ...data, ...SECRETS, ROLE: role })).toMatchObject({ ok: true });
  });
});

type Composed = {
  services: Record<string, { build?: object; environment?: Record<string, string> } & Record<string, unknown>>;
};

describe.each(readdirSync(new URL('deploy/compose/', ROOT)).filter((file) => file.endsWith('.yaml')))('%s', (file) => {
  const { services } = parse(read(`deploy/compose/${file}`), { merge: true }) as Composed;
  const servers = Object.entries(services).filter(([, { build }]) => build !== undefined);

  test.each(servers)('%s is restricted', (_name, service) => {
    expect(service).toMatchObject({
      build: { context: '../..', dockerfile: 'deploy/Containerfile' },
      read_only: true,
      tmpfs: ['/tmp'],
      cap_drop: ['ALL'],
      security_opt: ['no-new-privileges:true'],
      stop_grace_period: '30s',
    });
  });

  test.each(servers)('%s has settings that the server accepts', (_name, { environment = {} }) => {
    const examples: Record<string, string> = {
      ...SECRETS,
      PUBLIC_URL: 'https://sign.example.com',
      S3_BUCKET: 'countersign',
    };
    const values = Object.entries(environment).map(([name, value]) => [
      name,
      value.replaceAll(/\$\{(\w+)(?::[?-]([^}]*))?\}/g, (text, variable: string, rest: string = '') =>
        text.includes(':-')
          ? rest
          : (examples[variable] ?? (variable.endsWith('ENDPOINT') ? 'https://s3.example.com' : 'x')),
      ),
    ]);
    expect(loadConfig(Object.fromEntries(values))).toMatchObject({ ok: true });
  });
});

test('the unit of one server is the one that the handbook shows', () => {
  const [, shown] =
    /```ini \/etc\/systemd\/system\/countersign\.service\n([^]*?)```/.exec(read('docs/operate/production.md')) ?? [];
  expect(read('deploy/systemd/countersign.service')).toBe(shown);
});

test('the unit of a role differs only in the role', () => {
  const lines = (file: string) => new Set(read(`deploy/systemd/${file}`).split('\n'));
  const [one, role] = [lines('countersign.service'), lines('countersign@.service')];
  expect([...role.difference(one)]).toEqual([
    '# systemctl enable --now countersign@web countersign@worker',
    'Description=Countersign (%i)',
    '# Ports differ on one machine: /etc/countersign/web.env, /etc/countersign/worker.env',
    'EnvironmentFile=-/etc/countersign/%i.env',
    'Environment=ROLE=%i',
  ]);
  expect([...one.difference(role)]).toEqual([
    'Description=Countersign',
    '# The server stops its database last, by itself.',
  ]);
});
