import type { WarningCode } from '@countersign/contract';
import { Checkbox, Stack } from '@mantine/core';
import { ApiError } from '@countersign/client';
import { m } from './part-texts.ts';

const QUESTIONS: Record<WarningCode, { label: string; description: string }> = {
  unfinished_update: {
    label: m.confirmWarnings.iHaveCheckedPages,
    description: m.confirmWarnings.fileEndsWithUnfinishedChange,
  },
};

type Props = {
  codes: readonly WarningCode[];
  accepted: readonly WarningCode[];
  change: (accepted: WarningCode[]) => void;
};

/** Shows a check box for each warning that the sender must confirm before sending. */
export function ConfirmWarnings({ codes, accepted, change }: Props) {
  if (codes.length === 0) return null;
  return (
    <Stack gap="xs">
      {codes.map((code) => (
        <Checkbox
          key={code}
          label={QUESTIONS[code].label}
          description={QUESTIONS[code].description}
          checked={accepted.includes(code)}
          onChange={(event) =>
            change(event.currentTarget.checked ? [...accepted, code] : accepted.filter((other) => other !== code))
          }
        />
      ))}
    </Stack>
  );
}

/** Returns the warnings that made the server refuse to send the document. */
export function warningsRefused(error: unknown): WarningCode[] {
  const faults = error instanceof ApiError ? error.faults : [];
  return faults.flatMap(({ field, code }) => (field === 'acceptWarnings' && isKnown(code) ? [code] : []));
}

const isKnown = (code: string | undefined): code is WarningCode => code !== undefined && Object.hasOwn(QUESTIONS, code);
