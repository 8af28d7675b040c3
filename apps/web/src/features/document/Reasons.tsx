/**
 * Shows why a document or a signature is not valid, in the reader's language with the relevant values, or in the
 * server's English sentences.
 */
import { Text } from '@mantine/core';
import { Fragment } from 'react';
import type { FindingSaid } from '@countersign/words/findings';
import type { Sentence } from '@countersign/words/file-changes';
import { English } from '../../ui/English.tsx';

/** A plain string is one of the server's sentences. */
export type Reason = FindingSaid | Sentence | string;

export function Reasons({ all, className }: { all: readonly Reason[]; className: string | undefined }) {
  if (all.length === 0) return null;
  return (
    <ul className={className}>
      {all.map((reason, index) => (
        <li key={index}>
          {typeof reason === 'string' ? <English>{reason}</English> : <Said facts={[]} {...reason} />}
        </li>
      ))}
    </ul>
  );
}

function Said({ text, facts, detail }: FindingSaid) {
  return (
    <>
      {text}
      {detail !== null && (
        <>
          {' '}
          (<English>{detail}</English>)
        </>
      )}
      {facts.length > 0 && (
        <Text span display="block" fz="xs" c="dimmed">
          {facts.map((fact, index) => (
            <Fragment key={index}>
              {index > 0 && ' · '}
              {fact}
            </Fragment>
          ))}
        </Text>
      )}
    </>
  );
}
