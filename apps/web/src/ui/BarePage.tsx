import type { ReactNode } from 'react';
import classes from './BarePage.module.css';
import { Brand } from './Mark.tsx';

/** For whoever is not logged in: the logo, and no ways on. */
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
