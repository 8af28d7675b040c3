/**
 * Simulates a machine for drills with a folder that contains the handbook's paths (/etc, /opt, /var ...) as subfolders.
 * Commands that need root or a real machine are simulated: `systemctl` starts the command in the unit that the page
 * defines. `npm` does the same as `npm start`, but without starting npm, which would take a second. No users are
 * created. nginx, Caddy, curl and openssl are the real programs.
 */
import { execFile, spawnSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { outsideTool } from '../../../../scripts/outside-tools.ts';
import type { Drill } from './drills.ts';

const REPOSITORY = fileURLToPath(new URL('../../../../', import.meta.url));
const LIMIT_MS = 120_000;
/** Matches the start of the absolute paths in the handbook. */
const PATHS = /(?<![\w.:/-])\/(etc|opt|var|mnt|usr\/bin|usr\/local)(?=\/)/g;

export type Ports = { server: number; http: number; https: number };

/** Returns the commands that are simulated, because they need root or a real machine. */
const standIns = (): Record<string, string> => ({
  npm: `case "$1" in
  ci) test -f package-lock.json ;;
  start) shift; [ "$1" = -- ] && shift; exec '${process.execPath}' scripts/launch.mjs apps/server/src/main/main.ts "$@" ;;
  *) exit 64 ;;
esac`,
  useradd: 'exit 0',
  chown: 'exit 0',
  runuser: 'shift 3; exec "$@"',
  journalctl: 'cat "$ROOT/journal"',
  nginx: `exec "$(cat "$ROOT/nginx/program")" -e "$ROOT/nginx/error.log" -p "$ROOT/nginx" -c "$ROOT/nginx/nginx.conf" "$@"`,
  systemctl: `unit="$ROOT/etc/systemd/system/countersign.service"
of() { sed -n "s/^$1=//p" "$unit"; }
start() {
  set -a
  for file in $(of EnvironmentFile); do . "$file"; done
  . "$ROOT/settings"
  cd "$(of WorkingDirectory)"
  setsid sh -c "exec $(of ExecStart)" </dev/null >>"$ROOT/journal" 2>&1 &
  echo $! >"$ROOT/countersign.pid"
}
ended() { while kill -0 "$1" 2>/dev/null; do sleep 0.05; done; rm -f "$2"; }
stop() { pid=$(cat "$ROOT/$1.pid" 2>/dev/null) || return 0; kill "$pid"; ended "$pid" "$ROOT/$1.pid"; }
case "$*" in
  daemon-reload) grep -q '^KillMode=mixed$' "$unit" ;;
  'enable --now countersign' | 'start countersign') start ;;
  'stop countersign') stop countersign ;;
  'restart countersign') stop countersign; start ;;
  'reload nginx') if [ -s "$ROOT/nginx.pid" ]; then nginx -s reload; else nginx; fi ;;
  'stop nginx' | 'stop caddy') stop "\${2}" ;;
  'reload caddy')
    cat "$ROOT/caddy/globals" "$ROOT/etc/caddy/Caddyfile" >"$ROOT/caddy/Caddyfile"
    setsid "$(cat "$ROOT/caddy/program")" run --adapter caddyfile --config "$ROOT/caddy/Caddyfile" </dev/null >>"$ROOT/journal-caddy" 2>&1 &
    echo $! >"$ROOT/caddy.pid" ;;
  *) echo "no stand-in for systemctl $*" >&2; exit 64 ;;
esac`,
});

export class DrillMachine {
  readonly root: string;
  readonly #variables: Readonly<Record<string, string>>;

  /**
   * @param whenDone registers the close function: `afterFile`, or `onTestFinished` inside a test
   * @param variables additional variables for the commands, as relative paths in the machine's folder
   */
  constructor(whenDone: (close: () => void) => void, variables: Readonly<Record<string, string>> = {}) {
    this.root = mkdtempSync(path.join(tmpdir(), 'countersign-drill-'));
    // The proxy's process may run as another user, who must be able to read the folder.
    chmodSync(this.root, 0o755);
    this.#variables = Object.fromEntries(Object.entries(variables).map(([name, value]) => [name, this.at(value)]));
    const bin = this.at('usr/bin');
    mkdirSync(bin, { recursive: true });
    for (const folder of ['etc/ssl', 'opt', 'var/lib', 'nginx', 'caddy', 'usr/local/bin'])
      mkdirSync(this.at(folder), { recursive: true });
    symlinkSync(REPOSITORY, this.at('opt/countersign'));
    for (const [name, text] of Object.entries(standIns())) {
      writeFileSync(path.join(bin, name), `#!/bin/sh\n${text}\n`);
      chmodSync(path.join(bin, name), 0o755);
    }
    this.settings({});
    whenDone(() => this.#close());
  }

  at(name: string): string {
    return path.join(this.root, name);
  }

  /** Sets values that must differ from those on the page in a test, such as ports and other servers. */
  settings(settings: Readonly<Record<string, string>>): void {
    const lines = Object.entries(settings).map(([name, value]) => `${name}='${value}'\n`);
    writeFileSync(this.at('settings'), lines.join(''));
  }

  get journal(): string {
    return existsSync(this.at('journal')) ? readFileSync(this.at('journal'), 'utf8') : '';
  }

  /**
   * Runs the drill step by step.
   *
   * @param replace strings on the page and their replacements; each string must occur on the page
   * @returns the output of the commands
   * @throws Error with all output if a command fails
   */
  async perform({ page, heading, steps }: Drill, replace: Readonly<Record<string, string>> = {}): Promise<string> {
    const missing = new Set(Object.keys(replace));
    const here = (text: string): string => {
      let changed = text.replaceAll(PATHS, (_, folder: string) => `${this.root}/${folder}`);
      for (const [from, to] of Object.entries(replace)) {
        if (changed.includes(from)) missing.delete(from);
        changed = changed.replaceAll(from, to);
      }
      return changed;
    };
    let said = '';
    for (const step of steps) {
      if ('run' in step) said += await this.run(here(step.run));
      else {
        mkdirSync(path.dirname(this.at(step.path)), { recursive: true });
        writeFileSync(this.at(step.path), here(step.text));
      }
    }
    if (missing.size > 0) throw new Error(`Missing on the page ${page}, below ${heading}: ${[...missing].join('; ')}`);
    return said;
  }

  /** Runs commands as in a shell on the machine. The first failed command ends the shell. */
  async run(commands: string): Promise<string> {
    const bins = ['usr/local/bin', 'usr/bin'].map((folder) => this.at(folder));
    const env = {
      PATH: `${bins.join(':')}:${process.env['PATH']}`,
      HOME: this.root,
      ROOT: this.root,
      ...this.#variables,
    };
    const { stdout, stderr } = await promisify(execFile)('/bin/sh', ['-ec', commands], {
      env,
      cwd: REPOSITORY,
      timeout: LIMIT_MS,
    }).catch((error: unknown) => {
      const { stdout: out = '', stderr: err = '' } = error as { stdout?: string; stderr?: string };
      throw new Error(`${commands}\nsaid: ${out}${err}${this.journal.slice(-3_000)}`, { cause: error });
    });
    return stdout + stderr;
  }

  /**
   * Creates the configuration that surrounds the handbook's proxy settings, a certificate for it, and a curl command
   * that can reach it.
   */
  async prepareProxies(ports: { nginx: Ports; caddy: Ports }): Promise<void> {
    for (const proxy of ['nginx', 'caddy'] as const) writeFileSync(this.at(`${proxy}/program`), outsideTool(proxy));
    const [certificate, key] = [this.at('etc/ssl/sign.pem'), this.at('etc/ssl/sign.key')];
    const names = '-subj /CN=sign.example.com -addext subjectAltName=DNS:sign.example.com';
    const made = `req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 2 ${names}`;
    await promisify(execFile)(outsideTool('openssl'), [...made.split(' '), '-out', certificate, '-keyout', key]);
    const kept = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
      (name) => `  ${name}_temp_path ${this.at(`nginx/${name}`)};\n`,
    );
    const user = process.getuid?.() === 0 ? 'user root;\n' : '';
    writeFileSync(
      this.at('nginx/nginx.conf'),
      `${user}pid ${this.at('nginx.pid')};\nworker_processes 1;\nevents {}\nhttp {\n  access_log off;\n${kept.join('')}  include ${this.at('etc/nginx/sites-enabled')}/*;\n}\n`,
    );
    writeFileSync(
      this.at('caddy/globals'),
      `{\n  admin off\n  local_certs\n  skip_install_trust\n  default_bind 127.0.0.1\n  servers {\n    protocols h1 h2\n  }\n  http_port ${ports.caddy.http}\n  https_port ${ports.caddy.https}\n  storage file_system ${this.at('caddy/storage')}\n}\n`,
    );
    writeFileSync(
      this.at('.curlrc'),
      `connect-to = "sign.example.com:443:127.0.0.1:${ports.nginx.https}"\ncacert = "${certificate}"\n`,
    );
  }

  #close(): void {
    // Processes are stopped using their PID files. A process that was never started has no such file.
    const stop = 'for one in nginx caddy countersign; do [ ! -s "$ROOT/$one.pid" ] || systemctl stop "$one"; done';
    const env = { PATH: `${this.at('usr/bin')}:${process.env['PATH']}`, ROOT: this.root };
    spawnSync('/bin/sh', ['-c', stop], { env, timeout: 60_000 });
    rmSync(this.root, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  }
}

/** Returns ports that are currently free. */
export async function freePorts(count: number): Promise<number[]> {
  const servers = await Promise.all(
    Array.from({ length: count }, async () => {
      const server = createServer();
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      return server;
    }),
  );
  const ports = servers.map((server) => (server.address() as AddressInfo).port);
  await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))));
  return ports;
}
