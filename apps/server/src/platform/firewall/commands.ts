/** Patterns for shell commands, code for interpreters, and serialized objects. */
import { anyOf, patterns, words } from './pattern.ts';

/** Commands whose names are not ordinary words. */
const COMMANDS = words(`
  ls whoami uname ifconfig ipconfig netstat wget curl zsh ksh csh bash sh dash ash nc ncat netcat rm rmdir mkdir
  chmod chown pwd nslookup tftp ftp scp ssh sftp telnet awk gawk sed grep egrep fgrep xargs nohup crontab
  systemctl service mknod mkfifo powershell pwsh certutil bitsadmin wmic tasklist taskkill systeminfo regsvr32
  rundll32 mshta cscript wscript vssadmin iptables lsof printenv base64 xxd od socat nmap tcpdump useradd usermod
  adduser sudo su traceroute tracert arp tac lsblk dmesg gcc cc make getent busybox hexdump ping6? psql mysql
  mysqldump pg_dump unzip gzip gunzip tar zip killall pkill lynx aria2c kubectl docker whois cmd command xcopy
  robocopy attrib cacls icacls schtasks findstr whereis which dd df du ps env printf echo eval exec sleep timeout
  tee rsync openssl apt apt-get yum apk pip[\\d]? npm git vi vim nano emacs ed strings cp mv ln wc nl rev dir del
  erase copy move reg hostname uptime reboot shutdown poweroff halt init passwd groups id dig host pfctl lp lpr
  uuencode mail sendmail gdb strace ltrace insmod modprobe chroot nsenter unshare setsid source alias export cd
`);
/** Commands that are also ordinary words. They count only with an argument that is not a word. */
const WORDS = words(`
  cat more less head tail find date sort touch net type set who w last file stat time test start history install
  mount umount locate man read watch at nice paste split join route top call for if while kill fetch cut fold ip
  ss finger ver vol expr true false exit diff uniq comm tr seq yes print iconv bat
`);
/** Names of interpreters. User agents contain them too, followed by a version. */
const INTERPRETERS = anyOf('python[\\d.]*', 'perl', 'ruby', 'php', 'node', 'lua', 'java', 'deno', 'bun');
const ALONE = words(`
  ls id pwd whoami uname ifconfig ipconfig netstat ps env printenv hostname dir ver systeminfo reboot shutdown
  poweroff halt uptime df w who lsof tasklist dmesg lsblk history sh bash zsh arp mount ip set net last crontab
  groups sudo phpinfo
`);
const FOLDER = '(?:[\\w.~?*$-]*/)*';
const ENDING = '(?:\\.exe|\\.com)?';
/** A character after which a shell starts a command, and the characters that may come before the command's name. */
const BEGIN =
  '(?:[;|\\n`]|&&|\\$\\(|<\\(|>\\()[ ({!&@]*(?:\\w+=[^ ;|&]* )?(?:(?:sudo|exec|eval|command|nohup|time|env|busybox|start|cmd /c|cmd\\.exe /c|/c) )?';
const AMPERSAND = '&[ ({]*';

const ARGUMENT = '(?:[-/$.~*<>\\d"\'(+?]|[\\w-]+[./*$])';

export const CHAINS = patterns(
  'shell',
  `${BEGIN}${FOLDER}${COMMANDS}${ENDING}(?:[ <>]+[^ =]|[;|&\`)#\\n])`,
  `${BEGIN}${FOLDER}${WORDS}${ENDING}[ <>]+${ARGUMENT}`,
  `${BEGIN}${FOLDER}${INTERPRETERS}${ENDING}[ <>]+(?:[-/$~*<>(+?]|[a-z][\\w-]*[./*$])`,
  `${BEGIN}${FOLDER}${ALONE}${ENDING} *(?:$|[;|&\`)}#>\\n]|//)`,
  `${AMPERSAND}${FOLDER}(?:${COMMANDS}|cat|type|net|ver)${ENDING}(?:[ <>]+[^ =]|&)`,
  `[;|\\n&] ?(?:whoami|net (?:user|view|localgroup|start|use))\\b`,
  `\\| ?${ALONE}\\b`,
  `(?:&|%26) ?${ALONE} *(?:&|$)`,
  `${BEGIN}${FOLDER}(?:whoami|id|uname|curl|wget|ping|nslookup|cat)\\b *\\W?$`,
  `(?:^|[ ;|&(\`'"])(?:/usr|/bin|/sbin|/\\?+)/[\\w?*/]+(?:[ ;|&]|$)`,
  `/[\\w]*[?*][\\w?*]*/[\\w]*[?*]|[;|&\\n] ?/[\\w?*]+/[\\w?*]+`,
  `(?:^|[^\\w.])(?:cmd|powershell|pwsh)(?:\\.exe)? [/-]\\w|\\bbash -[ci]\\b|\\bsh -[ci]\\b|\\bnc(?:at)? -\\w|/dev/(?:tcp|udp)/|>& ?/dev/|2>&1|\\| ?(?:ba|z|k|da)?sh\\b|\\bping -[cn] ?\\d|\\brm -[rf]{1,2}\\b|\\bcat /|\\btype c:|\\b(?:curl|wget) (?:-\\w+ )*(?:https?:|//|\\w+\\.)|\\bpython\\d? -c|\\bperl -e|\\bphp -r|\\bruby -e|\\bnode -e|\\bmkfifo |\\bxp_cmdshell`,
  `[;|\\n] ?[\\w./-]+ [-/]\\w|\\|\\| ?[a-z]+ *(?:$|[;|&#])|&& ?[a-z]+ *(?:$|[;|&#])`,
  `[;&|] ?(?:\\w+)?\\$\\w*\\(|[;|&\\n]\\s*\\$[\\w{(]|\\n ?\\w+[ $]`,
  `[<>]+ ?(?:/(?:etc|dev|tmp|var|proc|home)|c:)`,
  `^[ (]*(?:\\w+=)?${COMMANDS}${ENDING} +(?:-\\w|/|https?:|\\$|>|<|\\|)`,
);

export const SUBSTITUTIONS = [
  ...patterns(
    'text',
    '\\$\\(\\s*[^)]',
    '\\$\\(\\(',
    '`[^`]*[a-z$/][^`]*`',
    '[<>]\\(\\s*[a-z/]',
    '\\$\\{?ifs',
    '\\$\\{\\w+[:#%/@^,]+',
    "\\$'\\\\",
    '\\$@|\\$\\*',
    '`[\\w$/ -]+$',
  ),
];

const CALLS = words(`
  system passthru shell_exec popen proc_open pcntl_exec exec execsync spawn eval assert create_function
  call_user_func file_get_contents file_put_contents readfile include include_once require require_once phpinfo
  base64_decode preg_replace __import__ compile os\\.\\w+ fopen highlight_file show_source unserialize die print_r
  var_dump gzinflate str_rot13 chr execfile getattr globals open puts io\\.popen kernel\\.\\w+ process\\.\\w+
`);

export const CODE = [
  ...patterns('bare', '\\(\\)\\{[^}]*;?\\}?;', '<!--#\\w', '<\\?(?:php|=|xml-stylesheet)?', '<%', '^#!'),
  ...patterns(
    'bare',
    `(?:^|[^a-z_])${CALLS}\\(['"$b@\\d_)]`,
    'subprocess\\.|child_process|getruntime|processbuilder|java\\.lang|require\\([\'"]|process\\.(?:env|mainmodule|binding|exit)|global\\.process|\\bos\\.system|importos|__import__|\\$_(?:get|post|request|server|cookie|files)|%x[({]|io\\.popen|kernel\\.|runtime\\.exec|scriptengine|activexobject|wscript\\.shell|system\\.diagnostics',
  ),
];

export const OBJECTS = [
  ...patterns(
    'bare',
    '(?:^|[^a-z])[oca]:\\d+:(?:"|\\{)',
    'ro0ab|aced0005|h4siaaaaaaa|aaeaaad/////|gasv|!!(?:python|javax?|js|ruby)[./]|!ruby/|"@type":|_\\$\\$nd_func|cposixsystem|cos\\n?system|c__builtin__|-oproxycommand|ext::sh|\\$type"?:',
  ),
  ...patterns(
    'text',
    '^\\s*[=+@-][^a-z]*(?:cmd|msexcel|dde|powershell|rundll32|hyperlink|webservice|importxml|importdata|importfeed|importhtml|importrange|exec|call|register|sum\\(1\\+1\\)\\*cmd)[\'|("]',
    "cmd\\s*\\|\\s*'|\\|'\\s*/c|=cmd\\|",
  ),
];

/** Patterns for prose: a web shell, Shellshock, a reverse shell, or a command that reads the system's passwords. */
export const PROSE_CODE = [
  ...patterns(
    'bare',
    '<\\?(?:php|=)[^?]*(?:system|passthru|shell_exec|eval|exec|assert)\\([^?]*\\$_(?:get|post|request|cookie)',
    '^\\(\\)\\{[:_;]*;?\\};',
    '<!--#exec',
  ),
  ...patterns(
    'shell',
    '[;|&`(\\n] ?(?:/bin/)?(?:cat|less|more|head|tail|nl) +/etc/(?:passwd|shadow)',
    '>&? ?/dev/tcp/',
  ),
];
