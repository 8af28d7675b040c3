import type { ReactNode } from 'react';
import classes from './BarePage.module.css';
import { Brand } from './Mark.tsx';

/** For people who are not signed in: the logo without navigation. */
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
