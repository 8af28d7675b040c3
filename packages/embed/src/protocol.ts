/**
 * The messages between the component and the page in its frame. Both sides check the origin and the sending window, and
 * ignore messages with another version.
 */
export const VERSION = 1;

/** Messages from the page. The page sends `loaded` first, before it opens the link. */
export type PageMessage = { source: 'countersign'; version: typeof VERSION; event: string } & Readonly<
  Record<string, unknown>
>;

/** Messages to the page. They are sent after `loaded` and after each change of an attribute. */
export type HostMessage = {
  source: 'countersign-host';
  version: typeof VERSION;
  command: 'configure';
  language: string | null;
  theme: string | null;
  accentColor: string | null;
  backgroundColor: string | null;
};

/** Returns the message if it comes from the page in the frame. Otherwise, returns undefined. */
export function messageOf(event: MessageEvent, frame: Window | null, origin: string): PageMessage | undefined {
  if (frame === null || event.source !== frame || event.origin !== origin) return undefined;
  const message = event.data as Partial<PageMessage> | null;
  if (typeof message !== 'object' || message?.source !== 'countersign' || message.version !== VERSION) return undefined;
  return typeof message.event === 'string' ? (message as PageMessage) : undefined;
}
