/** Parts that the forms about accounts share. */
import { Alert, PasswordInput, type PasswordInputProps } from '@mantine/core';
import { isCode } from '@countersign/client';
import { explain } from '../../api/errors.ts';
import { GivenUp } from '../../api/step-up.ts';
import { PasswordMeter } from './PasswordMeter.tsx';

const TOGGLE = { 'aria-label': 'Show password', tabIndex: 0 } as const;

/** A password that exists already. */
export function CurrentPassword(props: PasswordInputProps) {
  return (
    <PasswordInput label="Password" autoComplete="current-password" visibilityToggleButtonProps={TOGGLE} {...props} />
  );
}

/** One that is being chosen; the bar under it says how far it is. The value has to be given. */
export function NewPassword({ value, min, ...props }: PasswordInputProps & { value: string; min?: number }) {
  return (
    <div>
      <PasswordInput
        label="Password"
        autoComplete="new-password"
        aria-describedby="password-meter"
        visibilityToggleButtonProps={TOGGLE}
        {...props}
        value={value}
      />
      <PasswordMeter password={value} id="password-meter" {...(min === undefined ? {} : { min })} />
    </div>
  );
}

/** What went wrong, above the form it concerns. Faults that stand at their fields already need no second telling. */
export function FormError({ error, atFields = false }: { error: unknown; atFields?: boolean }) {
  if (
    error === null ||
    error === undefined ||
    error instanceof GivenUp ||
    (atFields && isCode(error, 'validation_error'))
  )
    return null;
  return (
    <Alert color="red" variant="light" role="alert">
      {explain(error).detail}
    </Alert>
  );
}
