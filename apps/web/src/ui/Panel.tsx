import type { ReactNode } from 'react';
import classes from './Panel.module.css';

/** A panel, which is the only kind of surface in the app. If `flush` is set, the content sets its own padding. */
export function Panel({
  children,
  flush = false,
  label,
  className,
}: {
  children: ReactNode;
  flush?: boolean;
  label?: string;
  className?: string | undefined;
}) {
  return (
    <section
      className={[classes['panel'], className].filter(Boolean).join(' ')}
      data-flush={flush || undefined}
      aria-label={label}
    >
      {children}
    </section>
  );
}

type EmptyStateProps = { title: string; text: ReactNode; heading?: 'h1' | 'h2'; children?: ReactNode };

/** Shown if there is no content yet. Explains the next step, with a button for it. */
export function EmptyState({ title, text, heading: Heading = 'h2', children }: EmptyStateProps) {
  return (
    <div className={classes['empty']}>
      <SigningArt />
      <Heading className={classes['emptyTitle']}>{title}</Heading>
      <p className={classes['emptyText']}>{text}</p>
      {children}
    </div>
  );
}

/** A decorative image of two pages with one signature. */
export function SigningArt({ width = 92 }: { width?: number }) {
  return (
    <svg className={classes['art']} width={width} viewBox="24 0 88 104" aria-hidden="true" focusable="false">
      <rect className={classes['artBack']} x="34" y="8" width="64" height="86" rx="3" transform="rotate(6 66 51)" />
      <rect className={classes['artFront']} x="34" y="8" width="64" height="86" rx="3" />
      <path className={classes['artText']} d="M44 22h30M44 31h44M44 38h44M44 45h36M44 52h42" />
      <path className={classes['artLine']} d="M44 80h44" />
      <path
        className={classes['artInk']}
        d="M47 74c5-9 9-13 11-11s-5 12-2 12 7-9 9-8-1 6 1 6 4-4 6-4 1 3 3 3 6-5 12-9"
      />
    </svg>
  );
}
