import { Checkbox, Text, Title } from '@mantine/core';
import { Panel } from '../../ui/Panel.tsx';
import type { Recipient } from '../send/draft.ts';
import { type AssignmentFaults, signs, tick, type Unticked } from './assignment.ts';
import { m } from './texts.ts';
import { labels } from '../../ui/labels.ts';
import classes from './Packages.module.css';

type Props = {
  documents: readonly { id: string; title: string }[];
  recipients: readonly Pick<Recipient, 'key' | 'name'>[];
  unticked: Unticked;
  change: (next: Unticked) => void;
  faults: AssignmentFaults;
};

/**
 * A table of who signs which document, with documents in rows and people in columns. On a phone, each document is a
 * block with its people.
 */
export function AssignmentGrid({ documents, recipients, unticked, change, faults }: Props) {
  const ids = documents.map(({ id }) => id);
  const people = recipients.map(({ key, name }, index) => ({
    key,
    name: name.trim() || m.assignmentGrid.person(index + 1),
  }));
  const idle = recipients.flatMap(({ key }) => faults[key] ?? []);
  return (
    <Panel label={m.assignmentGrid.documentsByRecipient}>
      <Title order={2} fz="md">
        {m.assignmentGrid.documentsByRecipient}
      </Title>
      <Text fz="sm" c="dimmed" mb="sm" id="who-signs-what">
        {m.assignmentGrid.eachRecipientSeesOnlyDocuments}
      </Text>
      <div className={classes['gridScroll']}>
        <table className={classes['grid']} aria-describedby="who-signs-what">
          <thead>
            <tr>
              <th scope="col">{labels.document}</th>
              {people.map(({ key, name }) => {
                const count = ids.filter((id) => signs(unticked, key, id)).length;
                return (
                  <th key={key} scope="col">
                    <Checkbox
                      size="sm"
                      label={name}
                      aria-label={m.assignmentGrid.signsEveryDocument(name)}
                      checked={count === ids.length}
                      indeterminate={count > 0 && count < ids.length}
                      onChange={(event) => change(tick(unticked, key, ids, event.currentTarget.checked))}
                    />
                  </th>
                );
              })}
            </tr>
          </thead>
          <tbody>
            {documents.map(({ id, title }) => (
              <tr key={id} data-fault={faults[id] !== undefined || undefined}>
                <th scope="row">
                  {title}
                  {faults[id] !== undefined && (
                    <Text fz="sm" fw={400} c="var(--cs-no)" role="alert">
                      {faults[id]}
                    </Text>
                  )}
                </th>
                {people.map(({ key, name }) => (
                  <td key={key}>
                    <Checkbox
                      label={<span className={classes['gridName']}>{name}</span>}
                      aria-label={m.assignmentGrid.signs(name, title)}
                      checked={signs(unticked, key, id)}
                      onChange={(event) => change(tick(unticked, key, [id], event.currentTarget.checked))}
                    />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {idle.map((message) => (
        <Text key={message} fz="sm" c="var(--cs-no)" role="alert" mt="xs">
          {message}
        </Text>
      ))}
    </Panel>
  );
}
