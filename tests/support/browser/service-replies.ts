/** The service's replies to a window: late, or failed. */
import type { Page } from '@playwright/test';
import type { ErrorCode } from '#contract/error-codes.ts';

export interface ServiceReplies {
  /** Holds back replies from now on, or those to one call. */
  hold(call?: string): void;
  /** Whether the window waits for nothing but replies that are held back. */
  readonly isAwaited: () => boolean;
  /** Whether the window waits for nothing. */
  readonly isIdle: () => boolean;
  /** Lets the window have the reply that is held back longest. */
  readonly releaseOne: () => void;
  /** Lets the window have all replies that are held back, as after one round trip; later ones are held back again. */
  readonly releaseRound: () => void;
  /** Lets the window have all replies, from now on. */
  readonly release: () => void;
  /** The same, with failures in place of those that are held back. */
  readonly reject: (code: ErrorCode) => void;
  /** Fails calls from now on, by their name, such as `service.users.list`; null fails none. As a rule the connection is lost. */
  fail(call: RegExp | null, code?: ErrorCode): void;
  /** Empties all lists from now on, or no longer. */
  empty(isEmpty: boolean): void;
}

interface Message {
  readonly type?: string;
  readonly id?: number;
  readonly reply?: { readonly value?: { items?: unknown } | null };
}

/** Returns a reply with an empty list, if it contains one. */
function withoutItems(message: Message): string {
  if (Array.isArray(message.reply?.value?.items)) message.reply.value.items = [];
  return JSON.stringify(message);
}

/** Stands between a page and the program, from the next load of the page on. */
export async function interceptService(page: Page): Promise<ServiceReplies> {
  let heldCall: string | null = null;
  let failing: RegExp | null = null;
  let failure: ErrorCode = 'connection-lost';
  let isEmpty = false;
  const waiting = new Set<number>();
  const held: ((code?: ErrorCode) => void)[] = [];
  await page.routeWebSocket(/\/bridge$/, (socket) => {
    const program = socket.connectToServer();
    const asked = new Set<number>();
    const late = new Set<number>();
    waiting.clear();
    held.length = 0;
    socket.onMessage((message) => {
      const { id, name = '' } = JSON.parse(String(message)) as { id?: number; name?: string };
      const isService = id !== undefined && name.startsWith('service.');
      if (isService && failing?.test(name))
        return socket.send(JSON.stringify({ type: 'reply', id, reply: { ok: false, error: { code: failure } } }));
      if (id !== undefined) waiting.add(id);
      if (isService) asked.add(id);
      if (isService && heldCall !== null && name.startsWith(`service.${heldCall}`)) late.add(id);
      program.send(message);
    });
    program.onMessage((message) => {
      const parsed = JSON.parse(String(message)) as Message;
      const { type, id } = parsed;
      const isReply = type === 'reply' && id !== undefined;
      const send = (code?: ErrorCode) => {
        if (isReply) waiting.delete(id);
        if (code !== undefined) return socket.send(JSON.stringify({ type, id, reply: { ok: false, error: { code } } }));
        socket.send(isEmpty && isReply && asked.has(id) ? withoutItems(parsed) : message);
      };
      if (heldCall !== null && isReply && late.has(id)) held.push(send);
      else send();
    });
  });
  return {
    hold(call = '') {
      heldCall = call;
    },
    isAwaited: () => held.length > 0 && waiting.size === held.length,
    isIdle: () => waiting.size === 0,
    releaseOne: () => held.shift()?.(),
    releaseRound() {
      for (const send of held.splice(0)) send();
    },
    release() {
      heldCall = null;
      for (const send of held.splice(0)) send();
    },
    reject(code) {
      heldCall = null;
      for (const send of held.splice(0)) send(code);
    },
    fail(call, code = 'connection-lost') {
      failing = call;
      failure = code;
    },
    empty(next) {
      isEmpty = next;
    },
  };
}
