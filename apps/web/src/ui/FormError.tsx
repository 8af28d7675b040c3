import { Alert } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { isCode } from '@countersign/client';
import { explain } from '../api/errors.ts';
import { GivenUp } from '../api/step-up.ts';

/**
 * Explains an error above the form. `atFields` means that the errors in a 422 response are already shown at the fields.
 */
export function FormError({ error, atFields = false }: { error: unknown; atFields?: boolean }) {
  const alert = useRef<HTMLDivElement>(null);
  // The error is scrolled into view, because the pressed button may be far below it.
  useEffect(() => {
    alert.current?.scrollIntoView({ block: 'nearest' });
  }, [error]);
  if (
    error === null ||
    error === undefined ||
    error instanceof GivenUp ||
    (atFields && isCode(error, 'validation_error'))
  )
    return null;
  return (
    <Alert ref={alert} color="red" variant="light" role="alert">
      {explain(error).detail}
    </Alert>
  );
}
