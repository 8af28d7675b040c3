import type { ReactNode } from 'react';
import classes from './BarePage.module.css';
import { Brand } from './Mark.tsx';

/** A page with the logo and without navigation, for people who are not signed in. */
export function BarePage({ children }: { children: ReactNode }) {
  return (
    <div className={classes['page']}>
      <header className={classes['header']}>
        <Brand />
      </header>
      {children}
    </div>
  );
}
