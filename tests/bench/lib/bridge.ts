/** The page's side of the bridge, spoken from Node. */
import { once } from 'node:events';
import WebSocket, { type RawData } from 'ws';
import { z } from 'zod';

const reply = z.object({
  type: z.literal('reply'),
  id: z.int(),
  reply: z.union([z.object({ ok: z.literal(true), value: z.unknown() }), z.object({ ok: z.literal(false), error: z.unknown() })]),
});

export interface Bridge {
  /** Makes a call; fails when the answer is a failure. */
  call(name: string, input: unknown): Promise<unknown>;
  /** Sends a text and answers the next one that comes. */
  roundTrip(text: string): Promise<string>;
  close(): void;
}

/** Signs in with the one-time token of a page's address. */
export async function openBridge(address: URL): Promise<Bridge> {
  const socket = await openSocket(`ws://${address.host}/bridge`, address.origin);
  await roundTrip(socket, JSON.stringify({ token: address.hash.slice(1) }));
  let lastId = 0;
  return {
    async call(name, input) {
      lastId += 1;
      const answered = replyTo(socket, lastId);
      socket.send(JSON.stringify({ id: lastId, name, input }));
      const answer = await answered;
      if (!answer.ok) throw new Error(`${name}: ${JSON.stringify(answer.error)}`);
      return answer.value;
    },
    roundTrip: (text) => roundTrip(socket, text),
    close: () => socket.terminate(),
  };
}

/** Opens a socket as a page of that origin. */
export async function openSocket(url: string, origin: string): Promise<WebSocket> {
  const socket = new WebSocket(url, { origin, perMessageDeflate: false });
  await once(socket, 'open');
  return socket;
}

/** The reply of that number; pushes and other replies pass by. */
function replyTo(socket: WebSocket, id: number): Promise<z.output<typeof reply>['reply']> {
  return new Promise((resolve) => {
    const hear = (data: RawData) => {
      const message = reply.safeParse(JSON.parse(data.toString())).data;
      if (message?.id !== id) return;
      socket.off('message', hear);
      resolve(message.reply);
    };
    socket.on('message', hear);
  });
}

/** Sends a text and answers the next one that comes. */
export function roundTrip(socket: WebSocket, text: string): Promise<string> {
  return new Promise((resolve) => {
    socket.once('message', (data: RawData) => resolve(data.toString()));
    socket.send(text);
  });
}
