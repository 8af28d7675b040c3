/** The two parts of Mantine's styles (scripts/mantine-styles.ts). */
declare module 'virtual:mantine-first.css';
declare module 'virtual:mantine-later.css';
