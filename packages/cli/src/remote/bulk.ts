import { ExitCode } from '../command-error.ts';
import { usage } from '../arguments.ts';
import { countText, harmless } from '../terminal.ts';
import { defineCommand } from './command.ts';
import { connect } from './connection.ts';
import { checkFile } from './documents.ts';

export const bulkSend = defineCommand({
  name: 'bulk send',
  takes: 'FILE.csv',
  summary: 'Send a template to everyone in a CSV file',
  details: `Each row becomes a document. Name the columns ROLE.name and ROLE.email, or use the name
of a template field. The server sends the documents in the background. If a row is
invalid, the others are sent, unless you pass --all-or-nothing.`,
  count: [1, 1],
  options: {
    template: { type: 'string', value: 'ID', about: 'the template (required)' },
    title: { type: 'string', value: 'TEXT', about: 'the title of each document, with columns as in "Lease {{name}}"' },
    check: { type: 'boolean', about: 'checks all rows without sending' },
    'all-or-nothing': { type: 'boolean', about: 'does not send if a row is invalid' },
    'external-id': { type: 'string', value: 'ID', about: 'a custom identifier of the bulk send' },
  },
  examples: ['countersign bulk send people.csv --template tpl_… --check'],
  async run({ arguments: [name = ''], values, terminal, print }) {
    const { template, title } = values;
    if (template === undefined) throw usage('Specify a template with --template ID.');
    const file = checkFile(name);
    const { countersign } = connect(terminal, values.profile);
    const input = { file, ...(title !== undefined && { title }) };
    if (values.check === true) {
      const { check, ...others } = await countersign.bulkSends.check(template, input);
      const faults = check.faults.map(
        ({ row, field, message }) => `  row ${row}, ${harmless(field)}: ${harmless(message)}\n`,
      );
      print({ check, ...others }, `${countText(check.total, 'row')}, ${check.wrong} wrong\n${faults.join('')}`);
      return check.wrong === 0 ? ExitCode.valid : ExitCode.invalid;
    }
    const answer = await countersign.bulkSends.create(template, {
      ...input,
      ...(values['all-or-nothing'] === true && { allOrNothing: true }),
      ...(values['external-id'] !== undefined && { externalId: values['external-id'] }),
    });
    print(answer, `Started the bulk send ${answer.bulkSend.id}.\n`);
    return ExitCode.valid;
  },
});
