import type { ReactNode } from 'react';
import classes from './FilterBar.module.css';

/** The filters above a list. On a phone, two dates share a line, and each other filter has its own line. */
export function FilterBar({ children }: { children: ReactNode }) {
  return <div className={classes['filters']}>{children}</div>;
}
