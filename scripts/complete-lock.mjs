/**
 * Run `node scripts/complete-lock.mjs` after every change of dependencies. It adds optional packages for other
 * platforms that a registry mirror did not return to package-lock.json. Without their entries, `npm ci` reports that
 * the lock file is out of sync.
 */
import fs from 'node:fs';

const LOCK = new URL('../package-lock.json', import.meta.url);
const SYSTEMS = ['android', 'darwin', 'freebsd', 'linux', 'openharmony', 'win32'];
const PROCESSORS = ['arm', 'arm64', 'x64', 'ia32', 'ppc64', 'riscv64', 's390x'];

const lock = JSON.parse(fs.readFileSync(LOCK, 'utf8'));
let added = 0;
for (const [where, entry] of Object.entries({ ...lock.packages })) {
  for (const [name, version] of Object.entries(entry.optionalDependencies ?? {})) {
    if (lock.packages[`${where}/node_modules/${name}`] ?? lock.packages[`node_modules/${name}`]) continue;
    const parts = name.split('/').at(-1).split('-');
    const os = parts.find((part) => SYSTEMS.includes(part));
    const cpu = parts.find((part) => PROCESSORS.includes(part));
    if (!os || !cpu || !/^\d/.test(version)) {
      console.log(`left out: ${name} ${version}`);
      continue;
    }
    lock.packages[`node_modules/${name}`] = {
      version,
      cpu: [cpu],
      ...(entry.dev && { dev: true }),
      ...libcOf(parts, os),
      optional: true,
      os: [os],
    };
    added += 1;
  }
}
const [root, ...rest] = Object.entries(lock.packages);
lock.packages = Object.fromEntries([root, ...rest.sort(([a], [b]) => a.localeCompare(b, 'en'))]);
fs.writeFileSync(LOCK, `${JSON.stringify(lock, null, 2)}\n`);
console.log(`${added} entries added`);

function libcOf(parts, os) {
  if (parts.some((part) => part.startsWith('musl'))) return { libc: ['musl'] };
  return os === 'linux' && parts.some((part) => part.startsWith('gnu')) ? { libc: ['glibc'] } : {};
}
