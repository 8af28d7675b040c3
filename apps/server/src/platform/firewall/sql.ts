/** Patterns for SQL, document database queries and XPath. */
import { anyOf, patterns, words } from './pattern.ts';

const LOGIC = anyOf('\\|\\|', '&&', 'or', 'and', 'xor');
const CLAUSE = anyOf(
  'having',
  'where',
  'when',
  'like',
  'ilike',
  'rlike',
  'regexp',
  'between',
  'in',
  'is',
  'div',
  'mod',
  'sounds like',
  'collate',
  'similar to',
);
const TAIL = anyOf(
  'order by',
  'group by',
  'having',
  'limit',
  'procedure',
  'into (?:out|dump)file',
  'offset',
  'rlike',
  'regexp',
  'returning',
  'for update',
  'fetch first',
);
const QUOTE = '[\'"`]';
const COMPARED = anyOf(
  '[=<>~]',
  '!=',
  '\\^=',
  'like\\b',
  'ilike\\b',
  'rlike\\b',
  'regexp\\b',
  'between\\b',
  'in ?\\(',
  'is\\b',
  'sounds\\b',
  'glob\\b',
  'similar to\\b',
);
const LITERAL = anyOf('\\d[\\w.]*', "'[^']*'?", '"[^"]*"?', 'true\\b', 'false\\b', 'null\\b', '@@\\w+', '0x[0-9a-f]+');

/** The end of a quoted value, followed by a condition, a clause or an operator. */
export const BREAKOUTS = patterns(
  'sql',
  // ' or x=…, ') and exists (…, '||x like …
  `${QUOTE}[) ]*${LOGIC}[ (!~'"@+-]+[\\w.@'"\`$]*[ )'"\`]*${anyOf(COMPARED, '[*/%&|^(;#]', '--', 'not\\b', 'exists\\b')}`,
  `${QUOTE}[) ]*${LOGIC}[ (!~'"+-]*${anyOf('\\d[\\d.e]*', 'true', 'false', 'null', "'[^']*", '"[^"]*')}['") ]*$`,
  `${QUOTE}[) ]*${CLAUSE}[ (]+${anyOf('[\'"(\\d@~-]', 'select\\b', 'null\\b', 'true\\b', 'false\\b', '\\w+ ?\\(')}`,
  `${QUOTE}[) ]*not (?:[\\d('"~-]|null|true|like|in\\b|between|exists)`,
  `${QUOTE}[) ]*${TAIL}\\b`,
  // 1 or 1=1, x and 'a'='a
  `(?:^|[^a-z0-9_])${LOGIC}[ (!~+-]+${LITERAL}[) ]*${COMPARED}`,
  `(?:^|[^a-z0-9_])${LOGIC}[ (!~+-]+${LITERAL}[) ]*(?:--|#|;|/\\*)`,
  `(?:^|[^a-z0-9_])${LOGIC}[ (!~+-]*\\( ?(?:select|case)\\b`,
  `\\b${anyOf('or', 'and', 'xor', 'where', 'having')} (?:not )?(?:true|false|exists ?\\()`,
  `(?:^|[=,:/?&[( ])-?\\d[\\w.]*%?[) ]+${LOGIC}[ (!~'"@+-]+[\\w.@'"\`$]+[ )'"\`]*(?:${COMPARED}|\\()`,
  `\\b${LOGIC} [\\w.]+ ?(?:=|<>|!=|<|>|like|rlike|regexp|is) ?(?:['"(@]|\\d|null|not null|[\\w.]+ ?\\()`,
  `\\b${LOGIC} [\\w.@]+ ?${COMPARED}[^&]*(?:--|#|/\\*|;)`,
  `[)\\d] ?${anyOf('order by', 'group by', 'having', 'limit', 'procedure analyse', 'into (?:out|dump)file', 'rlike', 'regexp')} ?[(\\d'"]`,
  `\\border by \\d+(?:$|[ ,;#-])`,
  `\\bprocedure analyse\\b|\\binto (?:out|dump)file\\b|\\b(?:having|where) \\d+ ?[=<>]`,
  `\\b(?:rlike|regexp|sounds like|similar to) ?[('"]`,
  // '||(select …, '+x+', ' 'a
  `${QUOTE} ?(?:\\|\\||[*/%&^|=<>-]|<>|!=)+ ?\\(*(?:select\\b|case\\b|if\\b|cast\\b|@@|\\w+ ?\\(|${QUOTE}|\\d+ ?[-*=])`,
  `[\\d)] ?(?:\\|\\||[*/%&^|-]) ?\\(+ ?(?:select|case|if|length|ascii|ord)\\b`,
  `${QUOTE}=${QUOTE}|${QUOTE}-${QUOTE}|${QUOTE} ?\\|\\| ?${QUOTE}`,
  `\\b(?:is|is not) null ?(?:--|#|/\\*|;)`,
  `\\bcase when\\b|\\bwhen [^ ]+ then\\b|\\bif ?\\([^,)]*[=<>]`,
  // Matches queries for document databases, and XPath expressions.
  `['"}] ?\\)* ?(?:;|\\|\\||&&|,) ?(?:return\\b|var |this\\b|while ?\\(|function\\b|sleep ?\\(|db\\.|process\\b|true\\b|1[=}])`,
  `\\bthis\\.\\w+ ?(?:[=!<>.(]|match)|\\breturn (?:true|1|this)\\b|['")] ?[=!]==? ?['"\\w]`,
  `["' {,]\\$(?:ne|gt|gte|lt|lte|in|nin|regex|where|exists|or|and|not|nor|expr|func|function|eq|elemmatch|all|accumulator)\\b["' ]*:`,
  `(?:or|and|\\||=|\\[|,|/) ?(?:count|name|local-name|string-length|position|last|node|text|starts-with|contains|doc|document|substring-before|string)\\(`,
  `\\b(?:child|parent|ancestor|ancestor-or-self|descendant|following|preceding|self)::|/\\*\\[|\\]\\|//|'\\]\\|`,
);

/** A quote followed by a comment that cuts off the rest of the statement. */
export const CUT_OFFS = patterns(
  'text',
  `${QUOTE}[\\s)]*;?\\s*(?:--(?:[^-]|$)|---*\\s|#\\s*$|/\\*|;?\\x00)`,
  `${QUOTE}[\\s)]*;\\s*(?:--|#|$)`,
  `[\\s\\d\\w]\\)+\\s*;?\\s*(?:--[\\s+-]*$|#\\s*$|/\\*\\s*$)`,
  `(?:^|[^\\w-])\\d+\\s*;?\\s*(?:--[\\s+]+-?\\s*$|/\\*\\s*$|;\\s*--|#\\s*$)`,
  `${QUOTE}.*(?:--[\\s+-]*|#\\s*|/\\*)$`,
);

export const UNIONS = patterns(
  'sql',
  `(?:^|[^a-z_-])union[ (]+(?:(?:all|distinct|distinctrow)[ (]+)?(?:select|values|table)\\b[ (]*${anyOf(
    '[*\'"@\\d(~!-]',
    'null\\b',
    'char\\b',
    '[\\w.$@`]+ ?[(,|]',
    '[\\w.$@`", ]* ?(?:from|into|limit|where)\\b',
    '[^&]*(?:--|#|/\\*)',
    'current_user|session_user|user\\b|version|password|passwd|email',
  )}`,
  `(?:^|[^a-z_-])union[ (]+(?:(?:all|distinct)[ (]+)?select$`,
);

export const STATEMENTS = patterns(
  'sql',
  `; ?${anyOf(
    'select\\b[ (@\'"*\\d\\w]',
    'insert (?:into|ignore)',
    'update [\\w.`"\\[\\]]+ set\\b',
    'delete from',
    'drop \\w',
    'alter \\w',
    'create \\w',
    'truncate ',
    'exec(?:ute)?[ (]',
    'declare [@\\w]',
    'shutdown\\b',
    'merge into',
    'grant ',
    'revoke ',
    'set [\\w@]',
    'copy [\\w(]',
    'handler ',
    'call [\\w.]',
    'waitfor ',
    "do [$'s(b]",
    'replace into',
    'vacuum\\b',
    'attach ',
    'begin\\b[ ;]',
    'commit\\b',
    'rollback\\b',
    'with \\w+ (?:as|\\()',
    'show \\w',
    'load ',
    'use \\w',
    'kill \\d',
    'lock ',
    'rename ',
    'prepare ',
    'dbcc ',
    'backup ',
    'restore ',
    'pragma ',
    'notify ',
    'listen ',
    'analyze ',
    'reset ',
    'discard ',
    'if ?[(1]',
    'print ?[\'"(@]',
    'raise',
    'values ?\\(',
    'table \\w',
    'explain ',
    'desc(?:ribe)? \\w',
    'lo_import',
    'import ',
    'reindex',
    'comment on',
    'security label',
    'refresh ',
    'cluster ',
    'checkpoint',
    'bulk insert',
    'optimize ',
    'flush ',
  )}`,
  `(?:^|[\\d\\s=,('"\`)])(?:drop (?:table|database|schema)|delete from|insert into|truncate table|alter table) ?[\\w"'\`\\[]`,
  `(?:^|[^a-z_])update [\\w."\`\\[\\]]+ set [\\w."\`\\[\\]]+ ?=`,
  `(?:^|[=('",;:)/] ?|\\d )select[ (]+[\\w*,.()@$ '"\`|\\[\\]-]+[ )]from[ (]+[\\w."\`\\[]`,
  `(?:^|[^a-z_])select ?(?:\\*|@@|0x|'|"|null|\\d+ ?,|\\w+ ?\\(|version|user\\b|current_user|database)`,
  `\\( ?select\\b`,
  `\\bwaitfor (?:delay|time)\\b|\\bexec(?:ute)? (?:master|xp_|sp_|immediate)|\\bexec ?\\(`,
);

const READING_FUNCTIONS = words(`
  ascii ord chr? nchar char substr(?:ing)? mid left right concat(?:_ws)? cast convert length char_length len hex
  unhex lower upper ucase lcase coalesce nullif ifnull iif if count floor rand exp pow row version database user
  schema current_\\w+ strcmp least greatest find_in_set instr locate field bin conv reverse repeat md5 sha1 bitand
  quotename db_name host_name json_\\w+ to_char unicode space replace round abs mod
`);

export const FUNCTIONS = patterns(
  'sql',
  `(?:^|[^a-z_])${anyOf(
    'sleep ?\\( ?[\\d(.]',
    'benchmark ?\\( ?[\\d(]',
    'pg_sleep\\w* ?\\(',
    'extractvalue ?\\(',
    'updatexml ?\\(',
    'load_file ?\\(',
    'randomblob ?\\(',
    'zeroblob ?\\(',
    'xmltype ?\\(',
    'ctxsys\\.',
    'dbms_\\w+\\.',
    'utl_\\w+\\.',
    'sys\\.\\w+\\.',
    'lo_(?:import|export|get) ?\\(',
    'pg_(?:read|ls|stat|write)_\\w+ ?\\(',
    'load_extension ?\\(',
    'writefile ?\\(',
    'group_concat ?\\(',
    'string_agg ?\\(',
    'array_agg ?\\(',
    'elt ?\\(',
    'make_set ?\\(',
    'gtid_sub\\w+ ?\\(',
    'st_\\w+ ?\\(',
    'geometrycollection ?\\(',
    'multipoint ?\\(',
    'polygon ?\\(',
    'linestring ?\\(',
    'name_const ?\\(',
    'query_to_xml ?\\(',
    'database_to_xml\\w* ?\\(',
    'dblink\\w* ?\\(',
    'sys_(?:eval|exec) ?\\(',
    'xp_\\w+',
    'sp_(?:executesql|oacreate|configure|password|makewebtask|addlogin)',
    'openrowset ?\\(',
    'opendatasource ?\\(',
    'get_lock ?\\(',
    'ordsys\\.',
    'httpuritype ?\\(',
    'generate_series ?\\(',
    'current_setting ?\\(',
    'sqlite_version ?\\(',
    'fn_\\w+ ?\\(',
    'json_keys ?\\(',
    'analyse ?\\(',
    'exp ?\\( ?~',
    'receive_message ?\\(',
  )}`,
  `@@\\w+|information_schema|pg_catalog\\.|pg_shadow|pg_user\\b|pg_class\\b|mysql\\.user|sqlite_master|sysobjects|sysdatabases|sys\\.(?:tables|databases|user)|v\\$version|all_tables\\b|master\\.\\.|msysaccessobjects|rdb\\$`,
  `(?:\\b(?:and|or|xor|where|when|having|select|by|like|then|else|not|set|values)|[|&=<>,(!~^*/+-])[ (]*${READING_FUNCTIONS}\\(`,
  `${QUOTE}[) ]*(?:\\|\\|)? ?${READING_FUNCTIONS} ?\\(`,
);

/**
 * Prose that consists only of a value, a quote that ends it, and a comment or a balanced quote that completes the
 * statement.
 */
const VALUE = '^[\\w@.%-]*';
const CUT = '(?:--|#|/\\*)[ -]*$';
export const PROSE_BREAKOUTS = patterns(
  'sql',
  `${VALUE}${QUOTE} ?\\)* ?${LOGIC}[ (!]+['"]?[\\w.]*['"]? ?(?:=|<>|like|<|>|is) ?[^ ]*(?: null)? ?\\)* ?;? ?${CUT}`,
  `${VALUE}${QUOTE} ?\\)* ?${LOGIC}[ (!]+(?:'\\w*' ?= ?'\\w*|"\\w*" ?= ?"\\w*|true|\\d+) ?\\)* ?;? ?${CUT}`,
  `${VALUE}${QUOTE} ?\\)* ?${LOGIC}[ (!]+(?:'\\w*' ?= ?'\\w*|"\\w*" ?= ?"\\w*)['"]?$`,
);
export const PROSE_UNIONS = patterns('sql', `${VALUE}${QUOTE}? ?\\)* ?union (?:all |distinct )?select [^;]*${CUT}`);
export const PROSE_STATEMENTS = patterns(
  'sql',
  `${VALUE}${QUOTE} ?\\)* ?; ?(?:drop (?:table|database|schema)|delete from|insert into|update \\w+ set|truncate table|alter table|create (?:user|role)|shutdown|exec|waitfor delay|select pg_sleep)\\b[^;]*;? ?${CUT}`,
);
