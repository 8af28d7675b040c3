/** Patterns for template expressions and lookups. */
import { patterns, words } from './pattern.ts';

/**
 * Matches text that only makes sense in an expression that computes something, calls a function or accesses an object.
 */
const COMPUTES = '[^}]*[*+/<>=|(\\[.\'"\\\\@!~?-]';
const NAMES = words(`
  config self request settings lipsum cycler joiner namespace constructor session application class this debug
  dump system runtime global globals process env smarty php param _self _context app url_for range root exchange
  environ secret password
`);

export const EXPRESSIONS = [
  ...patterns(
    'text',
    `\\{\\{${COMPUTES}|\\{\\{\\s*${NAMES}\\b|\\{\\{\\s*[#$&^>{]|\\{\\{\\s*\\d|\\}\\}[^{]*\\{\\{`,
    `[$#*@~%]\\{${COMPUTES}|[$#*@~%]\\{\\s*${NAMES}\\b|[$#*@~%]\\{\\s*\\d`,
    `\\{[%#!=?$]|[%#]\\}|\\{\\s*(?:php|literal|if|include|system|math|eval|fetch|exec)\\b`,
    `<[%#@][\\s=a-z@-]|%>`,
    `\\[\\[\\s*[$\\w\\d]*[${'$'}*({.+-]|\\[=|\\]\\]\\s*$`,
    `@\\([^)]*[*+.(\\d]|@\\{|(?:^|[^\\w.])@(?:datetime|html|system|model|viewbag|environment|request|import|inherits|using|foreach|if)\\b`,
    `(?:^|[^\\w])#(?:set|foreach|if|include|parse|evaluate|macro|define)\\s*\\(|\\$(?:class|ctx|request|session|context|application)\\.|\\$\\w+\\.(?:getclass|class|inspect|forname|getruntime|invoke)`,
    `__(?:class|mro|subclasses|globals|builtins|init|import|getattr|base|bases|dict|code|self|proto)__|\\|\\s*attr\\b|\\|\\s*(?:filter|map|sort|reduce|safe|join)\\s*\\(|getclass\\s*\\(|forname\\s*\\(|\\.constructor\\b|t\\(java\\.|@java\\.|#(?:_memberaccess|context|rt|cmd|a|r|req|res|f|p)=|\\.getruntime|freemarker\\.|\\?new\\(|\\?api\\b|ognl\\.|\\(#\\w+|registerundefinedfilter|_self\\.env|\\.popen\\(|\\.read\\(\\)`,
    `\\*\\{|~\\{|#\\{[^}]|\\$\\{\\s*[\\w.]*\\s*\\(`,
    `\\{\\{|\\$\\{[^}]*$`,
    `^\\s*[=!|-]\\s*(?:\\d+\\s*[*+]\\s*\\d+|system|global|process)|\\{[=+@]`,
  ),
];

export const LOOKUPS = patterns(
  'text',
  '\\$\\{[^}]*(?:jndi|ldap|rmi|dns):|\\$\\{\\s*(?:env|sys|java|ctx|lower|upper|main|script|dns|url|date|log4j|base64\\w*|const|file|xml|docker|k8s|bundle|map|marker|sd|web|event|spring|urlencoder|urldecoder|jvmrunargs)[:\\w]*:|\\$\\{:?:?-|\\$\\{[^}]*\\$\\{|jndi:(?:ldap|rmi|dns|nis|iiop|corba|http)|\\$%7bjndi',
);

export const PROSE_LOOKUPS = patterns(
  'bare',
  '\\$\\{jndi:(?:ldaps?|rmi|dns|iiop|nis|corba|\\$\\{)',
  '\\$\\{\\$\\{(?:lower|upper|::-|env:|sys:|date:)[^ ]*:',
);
