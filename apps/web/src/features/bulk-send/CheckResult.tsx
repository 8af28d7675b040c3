/** Shows the result of checking all rows: no errors, or a table of errors with the option to skip those rows. */
import { Alert, Checkbox, Text, Title } from '@mantine/core';
import type { BulkCheck } from './queries.ts';
import { English } from '../../ui/English.tsx';
import { Panel } from '../../ui/Panel.tsx';
import { rowsOf } from './words.ts';
import { m } from './texts.ts';
import table from '../../ui/Table.module.css';
import classes from './BulkSend.module.css';

type Props = { check: BulkCheck; leaveOut: boolean; setLeaveOut: (leaveOut: boolean) => void };

export function CheckResult({ check, leaveOut, setLeaveOut }: Props) {
  const { total, wrong, faults } = check;
  if (wrong === 0) {
    return (
      <Alert color="green" variant="light" role="status" title={m.checkResult.noProblems(total, rowsOf(total))}>
        {m.checkResult.nothingHasBeenSentYet}
      </Alert>
    );
  }
  return (
    <Panel flush label={m.checkResult.problem}>
      <div className={classes['wrong']} role="alert">
        <Title order={2} fz="md">
          {m.checkResult.ofCannotBeSent(wrong, rowsOf(total))}
        </Title>
        <Text fz="sm" c="dimmed">
          {wrong === total ? m.checkResult.nothingSent : m.checkResult.nothingSentOrSkip}
        </Text>
      </div>
      <table className={table['table']}>
        <thead>
          <tr>
            <th scope="col">{m.checkResult.row}</th>
            <th scope="col">{m.checkResult.column}</th>
            <th scope="col">{m.checkResult.problem}</th>
          </tr>
        </thead>
        <tbody>
          {faults.map((fault) => (
            <tr key={`${fault.row} ${fault.field} ${fault.message}`}>
              <td data-label={m.checkResult.row} className="tabular">
                {fault.row}
              </td>
              <td data-label={m.checkResult.column}>
                <bdi>{fault.field}</bdi>
              </td>
              <td data-label={m.checkResult.problem} className={`${table['long']} ${classes['fault']}`}>
                <English>{fault.message}</English>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {new Set(faults.map(({ row }) => row)).size < wrong && (
        <Text fz="sm" c="dimmed" p="md">
          {m.checkResult.firstShown(faults.length)}
        </Text>
      )}
      {wrong < total && (
        <Checkbox
          className={classes['leaveOut']}
          label={m.checkResult.leaveOutAndSendOthers(wrong, rowsOf(wrong))}
          checked={leaveOut}
          onChange={(event) => setLeaveOut(event.currentTarget.checked)}
        />
      )}
    </Panel>
  );
}
