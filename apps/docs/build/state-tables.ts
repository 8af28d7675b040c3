/**
 * Shows state diagrams as tables of transitions, which need no script and are readable on every screen and on paper.
 */

const DIAGRAM = /^```mermaid\n(.*)\n([^]*?)^```$/gm;
const STATE_ARROW = /^\s*(\S+)\s*-->\s*(\S+?)(?:\s*:\s*(.*))?$/gm;
const NODE = /\b(\w+)[[(]+"([^"]*)"[\])]+/g;
const FLOW_ARROW = /^\s*(\w+)\s*-->(?:\|([^|]*)\|)?\s*(\w+)$/gm;

/** Replaces each diagram with a table. */
export function stateTables(markdown: string): string {
  return markdown.replaceAll(DIAGRAM, (_, kind: string, body: string) =>
    kind.startsWith('state') ? statesTable(body) : flowTable(body),
  );
}

function statesTable(body: string): string {
  const name = (state: string, mark: string) => (state === '[*]' ? mark : `\`${state.replaceAll('_', '-')}\``);
  return table(
    [...body.matchAll(STATE_ARROW)].map(([, from = '', to = '', action = '']) => [
      name(from, 'start'),
      action.trim(),
      name(to, 'end'),
    ]),
  );
}

function flowTable(body: string): string {
  const labels = new Map([...body.matchAll(NODE)].map(([, id = '', label = '']) => [id, label]));
  const name = (id: string) => (labels.get(id) ?? id).replaceAll('<br>', ', ');
  const plain = body.replaceAll(NODE, (_, id: string) => id);
  return table(
    [...plain.matchAll(FLOW_ARROW)].map(([, from = '', action = '', to = '']) => [name(from), action, name(to)]),
  );
}

function table(rows: readonly (readonly string[])[]): string {
  return ['| From | Action | To |', '|---|---|---|', ...rows.map((row) => `| ${row.join(' | ')} |`)].join('\n');
}
