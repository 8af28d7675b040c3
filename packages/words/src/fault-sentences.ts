/**
 * The sentences for the most common input errors, by error code or, for `wrong_format`, by format. The server's own
 * sentences are in English, so only the other languages have them. Other errors are shown in English.
 */
import type { FieldFault, Reason } from '@countersign/contract';

export type FaultSentences = Readonly<
  Record<
    | Extract<
        Reason,
        | 'required'
        | 'empty'
        /** These six sentences contain `{limit}`, and so does `password_too_short`. */
        | 'too_short'
        | 'too_long'
        | 'too_few'
        | 'too_many'
        | 'below_minimum'
        | 'above_maximum'
        | 'password_too_short'
        | 'password_too_common'
        | 'password_contains_context'
        | 'password_required'
        | 'code_required'
        | 'another_address'
        | 'no_such_member'
        | 'not_an_administrator'
        | 'invalid_url'
        | 'insecure_url'
        | 'unknown_host'
        | 'private_address'
        | 'empty_file'
        | 'not_a_pdf'
        | 'wrong_password'
      >
    | NonNullable<FieldFault['format']>,
    string
  >
>;
