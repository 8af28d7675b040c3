/** Writes docs/api/firewall.md with every rule of the request firewall, generated from the rule catalog. */
import { RULES } from '../apps/server/src/platform/firewall/rules.ts';

const inCode = (text: string): string => {
  const shown = (text.length > 80 ? `${text.slice(0, 20)}… (${text.length} characters)` : text)
    .replaceAll('\r', '\\r')
    .replaceAll('\n', '\\n')
    .replaceAll('|', '\\|');
  return shown.includes('`') ? `\`\` ${shown} \`\`` : `\`${shown}\``;
};

const sections = RULES.map(
  ({ id, severity, finds, blocked, passes }) => `### ${id}

${finds}

| severity | blocked example | accepted example |
|---|---|---|
| ${severity} | ${inCode(blocked.text)} (${blocked.place}) | ${inCode(passes.text)} (${passes.place}) |
`,
);

export function firewallPage(): string {
  return `# Request firewall

This page lists the request firewall's rules and what the firewall inspects. \`npm run docs\` generates it from [rules.ts](../../apps/server/src/platform/firewall/rules.ts). A test runs both examples of every rule. [ADR 57](../adr/0057-classify-fields-for-the-firewall.md) and [ADR 83](../adr/0083-run-firewall-patterns-on-re2.md) explain the design.

If a rule matches a request, the server returns 403 with the code \`REQUEST_BLOCKED\` and does not process the request further. In the response, \`details.ruleId\` names the rule, and \`details.field\` names the field that the rule matched, such as \`body.title\`. After 100 blocked requests within an hour, the server rejects further requests from the same IP address with 429. The rule IDs on this page are stable.

## Inspection

The server parses a request before the firewall inspects it. The firewall skips strings that are longer than the API allows, because the server rejects such strings with 422.

| class | contents | inspection |
|---|---|---|
| opaque | files, signature images, passwords, codes, tokens, hashes, \`validation.pattern\`, anchors and tags, SAML and OCSP messages, GraphQL documents | none |
| id | identifiers | none if the identifier has the format that the API defines, otherwise all rules |
| prose | titles, messages, names, notes, field values, \`search\`, \`find\`, \`tag\` | only rules for text that is an attack in any context. Sentences that quote an attack are accepted |
| file name | names of uploaded files | same as for prose, plus the rules for paths and zero bytes |
| strict | paths, e-mail addresses, languages, numbers, dates, query parameters without another class, and everything that the API does not define | all rules |
| name | names of JSON members, form parts and parameters | same as for strict, plus the rules for operators and prototypes |
| header | all headers | same as for strict, plus the rules for values that servers can interpret differently. Search terms in a \`Referer\` are inspected as prose |

The contract declares the class of each field ([field-class.ts](../../packages/contract/src/field-class.ts)). The firewall decodes percent-encoding, overlong UTF-8, entities, Unicode escapes and look-alike characters up to three times, in prose and file names only once. It inspects the text as sent and after each decoding.

All strict strings in a request together can have at most 100,000 characters. Each decoded version of a string counts again, and each string adds another 24 characters. Words that consist of letters and digits do not count, and neither do plain e-mail addresses. Prose and file names have a separate limit, toward which only text with signs of an attack counts. If a request exceeds one of these limits, the rule \`too-complex\` blocks it. For a request to an unknown path, the firewall inspects the first 16 KB of the body as strict text.

## Settings

| setting | meaning |
|---|---|
| \`FIREWALL\` | \`block\` blocks attacks (default), \`detect\` only logs attacks, and \`off\` turns the firewall off |
| \`FIREWALL_EXCEPTIONS\` | the rules to turn off, separated by commas: \`rule\` for all fields, or \`rule@field\` for one field. Field names are \`path\`, \`file-name\`, \`part-name\`, or names such as \`body.title\`, \`query.search\`, \`params.id\` and \`header.referer\`. If a rule is unknown, the server does not start (exit code 78) |

The server logs each match in one line with the rule, the field and the operation. It never logs the value.

## Rules

${sections.join('\n')}`;
}
