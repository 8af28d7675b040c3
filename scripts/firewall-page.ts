/** docs/api/firewall.md: every rule of the request firewall, read off its catalogue. */
import { RULES } from '../apps/server/src/platform/firewall/rules.ts';

const inCode = (text: string): string => {
  const shown = text.replaceAll('\r', '\\r').replaceAll('\n', '\\n').replaceAll('|', '\\|');
  return shown.includes('`') ? `\`\` ${shown} \`\`` : `\`${shown}\``;
};

const sections = RULES.map(
  ({ id, severity, finds, blocked, passes }) => `### ${id}

${finds}

| severity | blocked | passes |
|---|---|---|
| ${severity} | ${inCode(blocked.text)} (${blocked.place}) | ${inCode(passes.text)} (${passes.place}) |
`,
);

export function firewallPage(): string {
  return `# Request firewall

Made by \`npm run docs\` from [rules.ts](../../apps/server/src/platform/firewall/rules.ts); a test runs both examples of every rule. Why it is built as it is: [ADR 57](../adr/0057-a-firewall-that-knows-its-fields.md).

A request that a rule matches is answered with 403 \`{"error": "REQUEST_BLOCKED", "message": "...", "details": {"ruleId": "..."}}\` before anything is done with it. More than a hundred of them an hour from one address are answered with 429. The ids below are stable.

## What is judged

| class | what it is | how it is judged |
|---|---|---|
| opaque | files, signature pictures, passwords, codes, tokens, hashes, \`validation.pattern\`, anchors and tags, SAML and OCSP messages, GraphQL documents | not at all |
| id | identifiers | opaque in the contract's form, strict in any other |
| prose | titles, messages, names, notes, field values, \`search\`, \`find\`, \`tag\` | only what would work is found: text may speak of SQL, HTML and shells |
| file name | names of uploaded files | as prose; a path in it is always found |
| strict | paths, all other query parameters, languages, numbers, dates, and whatever the contract does not know | what is merely spoken of is found too |
| name | members of JSON, parts of forms, parameters | as prose, and operators and prototypes are found |
| header | all headers | as prose, and forms that servers read differently |

The contract declares the class of each field ([field-class.ts](../../packages/contract/src/field-class.ts)). Percent, overlong UTF-8, entities, Unicode escapes and look-alike signs are undone once; the text is judged both as it stands and decoded.

## Settings

| setting | meaning |
|---|---|
| \`FIREWALL\` | \`block\` (default), \`detect\` (found and logged, not blocked) or \`off\` |
| \`FIREWALL_EXCEPTIONS\` | rules that are not looked for, separated by commas: \`rule\` everywhere, \`rule@field\` in one field. Fields are named as \`body.title\`, \`query.search\`, \`params.id\`, \`header.referer\`, \`path\`, \`file-name\`, \`part-name\`. A rule that does not exist ends the start with exit code 78 |

Every finding is one line of the log: rule, field, operation; never the value.

## Rules

${sections.join('\n')}`;
}
