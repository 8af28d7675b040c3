/** The commands that the current page adds to the command palette. */
import { type ComponentType, useEffect, useRef } from 'react';

export type PageCommand = { label: string; Icon: ComponentType<{ size?: number }>; run: () => void };

const providers = new Set<() => readonly PageCommand[]>();

/** Registers commands. When the palette opens, it reads the commands from the last render. */
export function usePageCommands(commands: readonly PageCommand[]): void {
  const latest = useRef(commands);
  useEffect(() => {
    latest.current = commands;
  });
  useEffect(() => {
    const provide = () => latest.current;
    providers.add(provide);
    return () => void providers.delete(provide);
  }, []);
}

export const pageCommands = (): PageCommand[] => [...providers].flatMap((provide) => provide());
