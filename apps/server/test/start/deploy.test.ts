/**
 * Tests the files in `deploy/`: each is valid for its tool, restricted as documented, and consistent with the handbook.
 */
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { Deployment } from 'kubernetes-models/apps/v1';
import { NetworkPolicy } from 'kubernetes-models/networking.k8s.io/v1';
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
  NetworkPolicy,
  PersistentVolumeClaim,
  PodDisruptionBudget,
  Service,
};
const manifests = readdirSync(new URL('deploy/kubernetes/', ROOT)).flatMap((file) =>
  parseAllDocuments(read(`deploy/kubernetes/${file}`)).map((document): Manifest => document.toJS()),
);

/** The settings in the Kubernetes Secret and in the files that contain secrets. */
const SECRETS = {
  MASTER_KEY: Buffer.alloc(32, 1).toString('base64'),
  DATABASE_URL: 'postgres://countersign_server@db.example.com/countersign',
  S3_ACCESS_KEY_ID: 'key',
  S3_SECRET_ACCESS_KEY: 'secret',
};

describe('the build context of the image', () => {
  const tracked = execFileSync('git', ['ls-files'], { cwd: ROOT, encoding: 'utf8', maxBuffer: 2 ** 26 })
    .trim()
    .split('\n');
  /** The file uses only this syntax of .dockerignore: paths from the root, with `*` and a leading `**`. */
  const ignored = read('.dockerignore')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((pattern) => {
      const body = pattern
        .replace(/^\*\*\//, '')
        .replaceAll('.', '\\.')
        .replaceAll('*', '[^/]*');
      return new RegExp(`^${pattern.startsWith('**/') ? '(.*/)?' : ''}${body}(/|$)`);
    });
  const isIgnored = (file: string): boolean => ignored.some((pattern) => pattern.test(file));
  const SECRET_FILES = [
    '.env',
    'deploy/compose/.env',
    'deploy/compose/.env.production',
    'deploy/master.env',
    'master.key',
    'apps/server/tls.pem',
    'signer.p12',
    'data/postgres/PG_VERSION',
    'apps/server/data/master.key',
  ];

  test.each(SECRET_FILES)('keeps %s out of the image and out of git', (file) => {
    expect(isIgnored(file)).toBe(true);
    expect(execFileSync('git', ['check-ignore', '--no-index', file], { cwd: ROOT, encoding: 'utf8' })).toBe(
      `${file}\n`,
    );
  });

  test('contains all tracked files except for the benchmarks', () => {
    expect(tracked.length).toBeGreaterThan(1_000);
    expect(tracked.filter((file) => isIgnored(file) && !file.startsWith('bench/'))).toEqual([]);
  });

  test('has only one ignore file, because Podman and Docker prefer files with different names', () => {
    expect(tracked.filter((file) => /\.(docker|container)ignore$/.test(file))).toEqual(['.dockerignore']);
  });
});

test("makes the server's user the owner of the data folders in the image", () => {
  const [, final = ''] = read('deploy/Containerfile').split(/^FROM debian.*$/m);
  const [, folders, user] =
    /^RUN install --directory --owner=10001 --group=10001 --mode=700 (.*)$[^]*^USER (\S+)$[^]*^VOLUME/m.exec(final) ??
    [];
  expect(folders?.split(' ')).toEqual(['/data', '/data/erasures']);
  expect(user).toBe('10001:10001');
});

describe('manifests for Kubernetes', () => {
  test.each(manifests.map((manifest) => [`${manifest.kind} ${manifest.metadata.name}`, manifest] as const))(
    'validates %s against the schema of its kind',
    (_name, manifest) => {
      const Kind = KINDS[manifest.kind];
      expect(Kind, manifest.kind).toBeDefined();
      if (Kind) new Kind(manifest as never).validate();
    },
  );

  test('rejects a manifest with an unknown property', () => {
    const [web] = manifests.filter(({ kind }) => kind === 'Deployment');
    const wrong = { ...structuredClone(web), spec: { replicas: 'two' } };
    expect(() => new Deployment(wrong as never).validate()).toThrow();
  });

  const deployments = manifests.filter(({ kind }) => kind === 'Deployment') as unknown as Deployment[];
  test.each(deployments.map((one) => [one.metadata?.name ?? '', one] as const))(
    'runs %s without privileges, with a read-only root file system and with probes',
    (name, { spec }) => {
      const pod = spec?.template.spec;
      expect(pod).toMatchObject({
        automountServiceAccountToken: false,
        securityContext: { runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } },
      });
      // The grace period must be longer than the time that a server needs to stop.
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

  test('gives the database login for migrations only to the workers', () => {
    const secrets = deployments.map(({ metadata, spec }) => [
      metadata?.name,
      spec?.template.spec?.containers.flatMap(({ envFrom = [] }) =>
        envFrom.flatMap(({ secretRef }) => secretRef?.name ?? []),
      ),
    ]);
    expect(Object.fromEntries(secrets)).toEqual({
      'countersign-web': ['countersign'],
      'countersign-worker': ['countersign', 'countersign-migration'],
    });
  });

  test('lets only the ingress controller connect to the web pods and blocks all connections to the workers', () => {
    const policies = manifests.filter(({ kind }) => kind === 'NetworkPolicy') as unknown as NetworkPolicy[];
    const byName = new Map(policies.map(({ metadata, spec }) => [metadata?.name, spec]));
    for (const { metadata, spec } of deployments)
      expect(byName.get(metadata?.name)).toMatchObject({
        podSelector: { matchLabels: spec?.selector.matchLabels },
        policyTypes: ['Ingress'],
      });
    expect(byName.get('countersign-worker')?.ingress).toEqual([]);
    expect(byName.get('countersign-web')?.ingress).toEqual([
      {
        from: [{ namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': 'ingress-nginx' } } }],
        ports: [{ protocol: 'TCP', port: 'http' }],
      },
    ]);
  });

  test.each(['web', 'worker'])('accepts the documented settings in a %s process', (role) => {
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

  test.each(Object.entries(services))('starts %s again after a reboot', (_name, { restart }) => {
    expect(restart).toBe('unless-stopped');
  });

  test.each(servers)('restricts the permissions of %s', (_name, service) => {
    expect(service).toMatchObject({
      build: { context: '../..', dockerfile: 'deploy/Containerfile' },
      read_only: true,
      tmpfs: ['/tmp'],
      cap_drop: ['ALL'],
      security_opt: ['no-new-privileges:true'],
      stop_grace_period: '30s',
    });
  });

  test.each(servers)('gives %s only settings that the server accepts', (_name, { environment = {} }) => {
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

test("documents the database logins for Compose and lets only the worker's login migrate the database", () => {
  const [, created = ''] = /<<'SQL'\n([^]*)SQL\n/.exec(read('deploy/compose/create-logins.sh')) ?? [];
  const documented = [...read('docs/operate/database.md').matchAll(/```sql\n([^]*?)```/g)]
    .map(([, sql]) => sql)
    .join('');
  expect(created.replaceAll(/:'\w+'/g, "'…'")).toBe(documented);
  const { services } = parse(read('deploy/compose/web-and-worker.yaml'), { merge: true }) as Composed;
  const login = (service: string, name: string) =>
    /^postgres:\/\/(\w+):\$\{(\w+)/.exec(services[service]?.environment?.[name] ?? '')?.slice(1);
  expect(login('worker', 'MIGRATION_DATABASE_URL')).toEqual(['countersign', 'MIGRATION_DATABASE_PASSWORD']);
  for (const service of ['web', 'worker'])
    expect(login(service, 'DATABASE_URL')).toEqual(['countersign_server', 'DATABASE_PASSWORD']);
  expect(services['web']?.environment).not.toHaveProperty('MIGRATION_DATABASE_URL');
  expect(services['web']?.['depends_on']).toMatchObject({ worker: { condition: 'service_healthy' } });
});

test('shows the systemd unit of a single server in the handbook', () => {
  const [, shown] =
    /```ini \/etc\/systemd\/system\/countersign\.service\n([^]*?)```/.exec(read('docs/operate/production.md')) ?? [];
  expect(read('deploy/systemd/countersign.service')).toBe(shown);
});

test('keeps countersign.service and countersign@.service the same except for the role', () => {
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
    '# The server itself stops its database, as the last step.',
  ]);
});
