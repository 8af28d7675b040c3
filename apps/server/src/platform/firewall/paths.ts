/** Patterns for paths that lead out of a folder, and for paths of system files. */
import { anyOf, patterns, words } from './pattern.ts';

const SYSTEM = anyOf(
  '/etc/[a-z]',
  '/proc/(?:self|version|cmdline|net|mounts|cpuinfo|meminfo|sched|sys|\\d)',
  '/dev/(?:tcp|udp|null|zero|random|urandom|shm|fd|std|sd)',
  '/sys/(?:class|kernel|devices|firmware)',
  '/var/(?:log|www|lib|run|spool|mail|backups|cache|tmp|opt)',
  '/usr/(?:bin|sbin|local|share|lib|include)',
  '/s?bin/(?:\\w+)',
  '/root/',
  '/root$',
  '/home/\\w+/[.]',
  '/home/(?:node|user|ubuntu|admin|www|git|app|ec2-user)\\b',
  '/opt/\\w+/',
  '/boot/',
  '/inetpub/',
  '/run/secrets',
  '/windows/',
  '/winnt/',
  '/system32',
  '/users/\\w+/(?:appdata|ntuser|\\.)',
  '/programdata/',
  '/documents and settings/',
  '/program files',
);
const FILES = words(`
  boot\\.ini win\\.ini system\\.ini php\\.ini desktop\\.ini autoexec\\.bat ntuser\\.dat unattend\\.xml sysprep\\.
  pagefile\\.sys web\\.config wp-config id_(?:rsa|dsa|ecdsa|ed25519)\\b authorized_keys known_hosts web-inf\\b
  meta-inf\\b tomcat-users docker-compose\\.ya?ml dockerfile$ application\\.(?:properties|ya?ml) database\\.ya?ml
  secrets\\.ya?ml settings\\.py configuration\\.php localsettings\\.php
  config\\.(?:php|inc|json|ya?ml|ini|xml)(?:$|[^\\w]) my\\.cnf httpd\\.conf nginx\\.conf apache2?\\.conf
  (?:access|error)[._]log\\b shadow(?:$|[^\\w])-?$ etc/(?:passwd|shadow|hosts|group|issue|fstab|crontab)\\b
  schema\\.rb global\\.asax composer\\.(?:json|lock)$ package(?:-lock)?\\.json$ phpinfo master\\.key
  credentials\\.(?:xml|json) server\\.(?:key|xml|pem)
  \\.(?:bak|old|orig|swp|swo|sql|ppk|kdbx|pfx|p12)(?:$|[?#&;\\x00])
`);
const HIDDEN = words(`
  env git svn hg bzr ssh aws azure gcloud kube docker npmrc yarnrc pypirc netrc pgpass my\\.cnf mysql_history
  psql_history bash\\w* zsh\\w* sh_history profile viminfo vimrc ht(?:access|passwd)\\w* ds_store vscode idea
  terraform config cache local gnupg travis circleci github gitlab-ci rhosts user\\.ini
`);

const CLIMB = '(?:^|[^\\w])\\.{2,}[;\\x00]*[/\\\\]|[/\\\\]\\.{2,}(?:$|[;?#&\\x00\\s])|\\.\\.[/\\\\]|^\\.\\.$';

const LEADING = '^/+[\\\\\\t]|/;[/=]|\\.\\.;';

export const TRAVERSALS = patterns('text', CLIMB, '[/\\\\]\\.(?:;|[/\\\\]\\.)', LEADING);
/** A path segment that is a single dot. Clients remove such segments before they send a request. */
export const DOT_SEGMENTS = patterns('text', '[/\\\\]\\.(?:[/\\\\]|$)', CLIMB, LEADING);

export const SYSTEM_FILES = [
  ...patterns(
    'path',
    `(?:^|[^\\w.])${SYSTEM}`,
    `(?:^|[^\\w-])${FILES}`,
    `(?:^|[/=:;"', (])\\.${HIDDEN}(?:$|[^\\w-])`,
    '^[a-z]:/(?:[\\w$.]|$)',
    '^~(?:/|root|$)|^~\\w+/',
  ),
  ...patterns('text', '::\\$data|^\\\\\\\\[\\w.?]|%systemroot%|\\\\\\\\\\w[\\w.-]+\\\\\\w'),
];

/** Matches files that no address of this service contains. */
export const HIDDEN_FILES = [
  ...patterns(
    'path',
    '/\\.(?:[^./w]|w[^e]|we[^l])',
    `(?:^|/)(?:${FILES})`,
    '/(?:web-inf|meta-inf|cgi-bin|phpmyadmin|pma|phpinfo|wp-(?:admin|login|content|includes|json|config)|xmlrpc\\.php|server-status|server-info|actuator|jmx-console|solr|manager/html|console/|_profiler|telescope|elmah\\.axd|trace\\.axd|vendor/phpunit|boaform|hnap1|owa/|autodiscover|ecp/|remote/login|setup\\.cgi|shell\\?|debug/pprof|jenkins|druid/|nacos)',
    '\\.(?:php\\d?|phtml|aspx?|jspx?|cgi|cfm|do|action|bak|old|orig|swp|sql|tar|tgz|rar|7z|log|ini|conf|cfg|mdb|sqlite3?|db|env|sh|bat|ps1)(?:$|[/?#;.~])',
    '~$',
    '/etc/passwd\\b|/etc/shadow\\b',
    `^${SYSTEM}`,
    '/[a-z]:/(?:windows|winnt|inetpub|users|boot)',
  ),
  // A system path after two slashes, as the value of a parameter.
  ...patterns('text', '//(?:etc|proc|var|usr|root|home|sys|dev|opt)/'),
];

/** A string that consists only of the path of a file with secrets. */
export const PROSE_TRAVERSALS = patterns(
  'path',
  '^["\']?(?:[^ ]*/)?(?:\\.{2,}/+){2,}(?:[\\w.-]+/)*(?:etc/(?:passwd|shadow|hosts)|win\\.ini|boot\\.ini|windows/|proc/self)',
);
/** A path that leaves its folder. No real file name contains one. */
export const FILE_NAME_TRAVERSALS = [
  ...patterns('text', '(?:^|[/\\\\])\\.\\.[/\\\\]', '\\.\\.[/\\\\].*\\.\\.[/\\\\]'),
  ...patterns(
    'path',
    '^/(?:etc|proc|var|root|usr|bin|dev|sys|boot)/',
    '^[a-z]:/windows',
    '\\.\\.+/.*/?(?:etc/|windows/|win\\.ini|boot\\.ini|\\.env|\\.ssh)',
  ),
  ...patterns('text', '::\\$data|^\\\\\\\\[\\w.]'),
];
