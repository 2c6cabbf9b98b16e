/** A reply of the program that is late: what the user does in the meantime. */
import type { Page } from '@playwright/test';

export interface HeldReply {
  /** The names of all calls that the page has made. */
  readonly sent: readonly string[];
  isHeld(): boolean;
  /** Lets the page have the reply. */
  release(): void;
}

/**
 * Holds back the reply to the last call of that name, of which the input contains the text. It takes effect for the connections that are opened afterwards, such as those of a
 * reloaded page.
 */
export async function holdReply(page: Page, callName: string, text = ''): Promise<HeldReply> {
  const sent: string[] = [];
  let release: (() => void) | null = null;
  await page.routeWebSocket(/\/bridge$/, (socket) => {
    const program = socket.connectToServer();
    let held: number | undefined;
    socket.onMessage((message) => {
      const { id, name } = JSON.parse(String(message)) as { id?: number; name?: string };
      if (name !== undefined) sent.push(name);
      if (name === callName && String(message).includes(text)) held = id;
      program.send(message);
    });
    program.onMessage((message) => {
      const { type, id } = JSON.parse(String(message)) as { type?: string; id?: number };
      if (type === 'reply' && held !== undefined && id === held) release = () => socket.send(message);
      else socket.send(message);
    });
  });
  return { sent, isHeld: () => release !== null, release: () => release?.() };
}
