import { PasswordInput, type PasswordInputProps } from '@mantine/core';
import { PasswordMeter } from './PasswordMeter.tsx';
import { m } from './part-texts.ts';
import { labels } from './labels.ts';

const TOGGLE = { 'aria-label': m.passwordFields.showPassword, tabIndex: 0 } as const;

export function CurrentPassword(props: PasswordInputProps) {
  return (
    <PasswordInput
      label={labels.password}
      autoComplete="current-password"
      visibilityToggleButtonProps={TOGGLE}
      {...props}
    />
  );
}

/** A required input for a new password, with a bar that shows its length. */
export function NewPassword({ value, min, ...props }: PasswordInputProps & { value: string; min?: number }) {
  return (
    <div>
      <PasswordInput
        label={labels.password}
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
