/** Addresses that lead out of a folder or to files of the system. */
import type { Level, Subject } from './subject.ts';
import { findAt, holdsAny, isSpace, isWordCode, plainWords } from './text.ts';

const isSlash = (code: number): boolean => code === 47 || code === 92;

/** How many steps up a text takes (`../`, `..\`, `..;/`, `....//`). */
function stepsUp(text: string): number {
  let count = 0;
  // `..././` is a step once somebody has removed the step in it.
  for (let at = text.indexOf('..././'); at >= 0; at = text.indexOf('..././', at + 6)) count++;
  for (let at = text.indexOf('..'); at >= 0; at = text.indexOf('..', at + 2)) {
    let end = at + 2;
    while (text[end] === '.') end++;
    const dots = end - at;
    if (text[end] === ';') end++;
    while (text.charCodeAt(end) === 0) end++;
    const before = text.charCodeAt(at - 1);
    // `and so on.../or`: an ellipsis behind a word is no step.
    const isBegun = at === 0 || !isWordCode(before) || text.charCodeAt(at - 1) === 0;
    if (isSlash(text.charCodeAt(end)) && (isBegun || dots === 2)) {
      if (dots === 3) continue;
      if (!isBegun && !isSlash(before)) continue;
      count++;
    } else if (end === text.length && at > 0 && isSlash(before) && dots === 2) count++;
  }
  return count;
}

/** Files that say something of a system or of an application, wherever they are named. */
const SYSTEM_FILES = [
  'etc/passwd',
  'etc/shadow',
  'etc/group',
  'etc/hosts',
  'etc/issue',
  'etc/motd',
  'etc/fstab',
  'etc/crontab',
  'etc/sudoers',
  'etc/ssh/',
  'etc/apache',
  'etc/nginx',
  'etc/httpd',
  'etc/mysql',
  'etc/my.cnf',
  'etc/php',
  'etc/resolv.conf',
  'etc/hostname',
  'etc/profile',
  'etc/os-release',
  'etc/environment',
  'etc/master.passwd',
  'etc/security/',
  'etc/kubernetes',
  'etc/network',
  'etc/init',
  'proc/self',
  'proc/version',
  'proc/cmdline',
  'proc/net/',
  'proc/mounts',
  'proc/cpuinfo',
  'proc/1/',
  'proc/sched',
  'dev/tcp/',
  'sys/class/',
  'var/log/',
  'var/www/',
  'var/lib/',
  'var/run/',
  'var/spool/',
  'var/mail/',
  'usr/local/',
  'usr/share/',
  'usr/bin/',
  'root/.',
  'opt/lampp',
  'boot.ini',
  'win.ini',
  'system.ini',
  'windows/system32',
  'winnt/system32',
  'windows/win',
  'windows/repair',
  'windows/php',
  'windows/debug',
  'windows/panther',
  'windows/temp',
  'inetpub/',
  'unattend.xml',
  'ntuser.dat',
  'autoexec.bat',
  'system32/config',
  'drivers/etc',
  '.ssh/',
  'id_rsa',
  'id_ed25519',
  'id_dsa',
  '.bash_history',
  '.bashrc',
  '.zsh_history',
  '.mysql_history',
  '.git/',
  '.gitconfig',
  '.svn/',
  '.hg/',
  '.env',
  '.htaccess',
  '.htpasswd',
  '.aws/',
  '.npmrc',
  '.docker/',
  '.kube/',
  '.pgpass',
  '.netrc',
  '.ds_store',
  '.vscode/',
  '.idea/',
  'web-inf/',
  'meta-inf/',
  'web.config',
  'wp-config',
  'config.php',
  'configuration.php',
  'php.ini',
  'my.cnf',
  'httpd.conf',
  'nginx.conf',
  'sam',
  'server.xml',
  'tomcat-users',
  'application.properties',
  'application.yml',
  'database.yml',
  'settings.py',
  'secrets.yml',
  'docker-compose',
  'access.log',
  'error.log',
  'access_log',
  'error_log',
  'localsettings.php',
  'composer.json',
  'package.json',
  '.bak',
];

/** Slashes of one kind, and one where several stand: to a file system they are the same. */
function oneSlash(lower: string): string {
  let path = holdsAny(lower, '\\') ? lower.replaceAll('\\', '/') : lower;
  while (path.includes('//')) path = path.replaceAll('//', '/');
  return path;
}

/** Which of them a text names as parts of a path. */
function namesSystemFile(lower: string): boolean {
  const path = oneSlash(lower);
  return SYSTEM_FILES.some(
    (name) =>
      findAt(path, name, (at) => {
        const before = path.charCodeAt(at - 1);
        if (isWordCode(before) || before > 191) return undefined;
        if (before === 46 && name.startsWith('.')) return undefined;
        const after = path.charCodeAt(at + name.length);
        return name.endsWith('/') ||
          name.endsWith('.') ||
          !isWordCode(after) ||
          isWordCode(name.charCodeAt(name.length - 1)) === false
          ? true
          : undefined;
      }) === true,
  );
}

/** Steps up out of a folder. A sentence may name a place two folders up; a file of the system there is no place it names. */
export function climbs({ text, lower, place }: Subject): Level {
  const count = stepsUp(text);
  if (count === 0) return 0;
  if (count >= 3 || namesSystemFile(lower)) return 2;
  const isOnlyPath = !holdsSpace(text);
  if (place === 'file-name') return 2;
  if (isOnlyPath && (count >= 2 || text.startsWith('/') || text.length <= 3)) return 2;
  return 1;
}

function holdsSpace(text: string): boolean {
  for (let at = 0; at < text.length; at++) if (isSpace(text.charCodeAt(at))) return true;
  return false;
}

const ROOTS = [
  '/etc/',
  '/proc/',
  '/var/',
  '/root/',
  '/usr/',
  '/home/',
  '/dev/',
  '/sys/',
  '/opt/',
  '/boot/',
  '/bin/',
  '/sbin/',
  '/windows/',
  '/winnt/',
  '/inetpub/',
  '/web-inf/',
  '/meta-inf/',
  '/.',
  'web-inf/',
  'meta-inf/',
  '.git/',
  '.svn/',
  '.hg/',
  '.aws/',
  '.ssh/',
  '.env',
  '.htaccess',
  '.htpasswd',
  '~/',
  '~root',
  'boot.ini',
  'file:',
  'web.config',
];

/** A value that is nothing but the path of a file of the system. */
export function namesSystemPath({ text, lower, place }: Subject): Level {
  if (
    !holdsAny(lower, '/\\') &&
    !lower.startsWith('.') &&
    !lower.includes('web.config') &&
    !lower.includes('::$data') &&
    !lower.includes('boot.ini')
  )
    return 0;
  if (lower.includes('::$data') || lower.startsWith('\\\\.\\')) return 2;
  if (lower.startsWith('\\\\') && isWordCode(lower.charCodeAt(2))) return place === 'file-name' ? 2 : 1;
  const path = oneSlash(lower).trim();
  const isDrive = path[1] === ':' && path[2] === '/';
  const begins = isDrive || ROOTS.some((root) => path.startsWith(root));
  if (!begins)
    return place !== 'prose' && place !== 'header' && path.includes('/etc/passwd')
      ? 2
      : lower.includes('/etc/passwd') || lower.includes('/etc/shadow')
        ? plainWords(text) < 3
          ? 2
          : 1
        : 0;
  if (!namesSystemFile(path)) return 0;
  // A file of one's own on a drive or in a home folder has a name in words.
  if (plainWords(text) >= 2) return 1;
  if ((isDrive || path.startsWith('/home/')) && endsAsDocument(path)) return 0;
  return 2;
}

const endsAsDocument = (path: string): boolean =>
  ['.pdf', '.doc', '.docx', '.odt', '.txt', '.xlsx', '.xls', '.rtf', '.pages'].some((end) => path.endsWith(end));

/** A zero byte, which ends a name for some programs and not for others; of what programs send, any control character. */
export function holdsControls({ text, lower, place }: Subject, isEncoded: boolean): Level {
  // In what people write the contract refuses it, and names the field.
  if (text.includes('\0') && isEncoded) return 2;
  if (place !== 'path' && place !== 'strict' && place !== 'key' && place !== 'header') return 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code < 9 || (code > 13 && code < 32) || code === 127 || code === 11) return 2;
  }
  return place === 'path' && (lower.startsWith('/\\') || lower.startsWith('/\t')) ? 2 : 0;
}

/** How copies that editors and people leave behind end. */
const COPIES = ['.bak', '.old', '.orig', '.swp', '.sql', '~'];

/** Files and folders that no address of this service has and that tell what they should not. */
export function asksForHidden({ lower, place }: Subject): Level {
  if (place !== 'path') return 0;
  return (
    findAt<Level>(lower, '/.', (at) => {
      const rest = lower.slice(at + 2);
      return rest === '' || rest.startsWith('well-known') || rest.startsWith('/') || rest.startsWith('.')
        ? undefined
        : 2;
    }) ??
    ([
      '/web-inf',
      '/meta-inf',
      '/cgi-bin/',
      '/phpmyadmin',
      '/phpinfo',
      '/wp-config',
      '/proc/self',
      '/server-status',
      '/actuator/',
      '/boot.ini',
      '/win.ini',
      '/wp-login',
      '/wp-admin',
      '/xmlrpc.php',
      '/id_rsa',
      '/id_ed25519',
    ].some((name) => lower.includes(name)) || COPIES.some((end) => lower.endsWith(end))
      ? 2
      : 0)
  );
}
