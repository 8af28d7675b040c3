/** An external log, such as the collector with which an operator monitors all their systems. */
export type LogMessage = {
  /** The ID by which the receiver detects a repeated message. */
  id: string;
  at: Date;
  severity: 'critical' | 'high' | 'medium' | 'low';
  kind: string;
  text: string;
  fields: Readonly<Record<string, string>>;
};

export interface EventLog {
  /**
   * Sends the messages in order.
   * @throws Error if some messages could not be sent; other messages may have been sent
   */
  send(messages: readonly LogMessage[]): Promise<void>;
}
