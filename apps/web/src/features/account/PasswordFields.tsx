import { PasswordInput, type PasswordInputProps } from '@mantine/core';
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
