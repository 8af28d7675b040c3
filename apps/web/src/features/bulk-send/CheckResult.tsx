/** The result of checking all rows: no faults, or a table of faults and the option to leave those rows out. */
import { Alert, Checkbox, Text, Title } from '@mantine/core';
import type { BulkCheck } from './queries.ts';
import { Panel } from '../../ui/Panel.tsx';
import { rowsOf } from './words.ts';
import table from '../../ui/Table.module.css';
import classes from './BulkSend.module.css';

type Props = { check: BulkCheck; leaveOut: boolean; setLeaveOut: (leaveOut: boolean) => void };

export function CheckResult({ check, leaveOut, setLeaveOut }: Props) {
  const { total, wrong, faults } = check;
  if (wrong === 0) {
    return (
      <Alert
        color="green"
        variant="light"
        role="status"
        title={`No problems in ${total === 1 ? 'the row' : `the ${rowsOf(total)}`}`}
      >
        Nothing has been sent yet.
      </Alert>
    );
  }
  return (
    <Panel flush label="Problem">
      <div className={classes['wrong']} role="alert">
        <Title order={2} fz="md">
          {wrong.toLocaleString()} of {rowsOf(total)} cannot be sent
        </Title>
        <Text fz="sm" c="dimmed">
          Nothing was sent. Correct the file and choose it again
          {wrong === total ? '.' : ', or skip these rows.'}
        </Text>
      </div>
      <table className={table['table']}>
        <thead>
          <tr>
            <th scope="col">Row</th>
            <th scope="col">Column</th>
            <th scope="col">Problem</th>
          </tr>
        </thead>
        <tbody>
          {faults.map((fault) => (
            <tr key={`${fault.row} ${fault.field} ${fault.message}`}>
              <td data-label="Row" className="tabular">
                {fault.row}
              </td>
              <td data-label="Column">{fault.field}</td>
              <td data-label="Problem" className={`${table['long']} ${classes['fault']}`}>
                {fault.message}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {new Set(faults.map(({ row }) => row)).size < wrong && (
        <Text fz="sm" c="dimmed" p="md">
          The first {faults.length.toLocaleString()} are shown.
        </Text>
      )}
      {wrong < total && (
        <Checkbox
          className={classes['leaveOut']}
          label={`Leave ${wrong === 1 ? 'this row' : `these ${rowsOf(wrong)}`} out and send the others`}
          checked={leaveOut}
          onChange={(event) => setLeaveOut(event.currentTarget.checked)}
        />
      )}
    </Panel>
  );
}
