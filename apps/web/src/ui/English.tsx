/** Text from the server that exists only in English. Screen readers pronounce it as English, and it reads left to right. */
import type { ReactNode } from 'react';

export const English = ({ children }: { children: ReactNode }) => (
  <span lang="en" dir="ltr">
    {children}
  </span>
);

export function EnglishSentences({ all, className }: { all: readonly string[]; className: string | undefined }) {
  if (all.length === 0) return null;
  return (
    <ul className={className} lang="en" dir="ltr">
      {all.map((sentence) => (
        <li key={sentence}>{sentence}</li>
      ))}
    </ul>
  );
}
