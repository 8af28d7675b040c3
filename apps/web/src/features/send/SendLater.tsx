import { Stack, Switch, TextInput } from '@mantine/core';
import { deadline } from '../../ui/time.ts';
import { m } from './texts.ts';

/** The value of the browser's input, which is local time without a zone. If it is empty, the document is sent now. */
export type Later = { on: boolean; local: string };

const pad = (part: number): string => String(part).padStart(2, '0');
const localOf = (time: Date): string =>
  `${time.getFullYear()}-${pad(time.getMonth() + 1)}-${pad(time.getDate())}T${pad(time.getHours())}:${pad(time.getMinutes())}`;

/** Returns tomorrow at nine in the sender's time zone. */
export function tomorrow(now: Date): Later {
  const time = new Date(now.getFullYear(), now.getMonth(), now.getDate() + 1, 9);
  return { on: false, local: localOf(time) };
}

/** Returns null if the document is sent now or the input is empty. */
export function sendAtOf({ on, local }: Later): string | null {
  const time = new Date(local);
  return on && !Number.isNaN(time.getTime()) ? time.toISOString() : null;
}

export function SendLater({
  later,
  change,
  fault,
}: {
  later: Later;
  change: (next: Later) => void;
  fault: string | null;
}) {
  const sendAt = sendAtOf(later);
  return (
    <Stack gap="xs">
      <Switch
        label={m.sendLater.sendLater}
        checked={later.on}
        onChange={(event) => change({ ...later, on: event.currentTarget.checked })}
      />
      {later.on && (
        <TextInput
          type="datetime-local"
          label={m.sendLater.dateAndTime}
          description={sendAt === null ? m.sendLater.chooseDateAndTime : m.sendLater.sendsOn(deadline(sendAt))}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          min={localOf(new Date())}
          value={later.local}
          error={fault}
          onChange={(event) => change({ ...later, local: event.currentTarget.value })}
        />
      )}
    </Stack>
  );
}
