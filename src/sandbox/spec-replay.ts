/** For specs: exchanges of a real server of release 2.8.26, sent to the sandbox in the same order. */
import { expect } from 'vitest';
import { z } from 'zod';
import exchanges from '../../tests/fixtures/wire/exchanges.json';
import type { TestSandbox } from './spec-support';

const exchange = z.object({
  method: z.string(),
  path: z.string(),
  access: z.enum(['client', 'server', 'admin']),
  body: z.string().optional(),
  status: z.int(),
  headers: z.record(z.string(), z.string()),
  answer: z.string(),
});
export type Exchange = z.output<typeof exchange>;

export function exchangesOf(section: string): Exchange[] {
  return z.array(exchange).parse(exchanges.filter((one) => one.section === section));
}

export const uuids = /[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}/g;

export interface Replay {
  /** The access token of client calls. */
  readonly token: string;
  /** Texts of the recording that are others here; ids and keys of what the exchanges create are added. */
  readonly own: Map<string, string>;
  /** An answer without what differs in every run or from release to release. */
  readonly settled: (answer: string) => unknown;
}

/** Expects status, headers and bodies as they were recorded. */
export async function replay(test: TestSandbox, recorded: readonly Exchange[], { token, own, settled }: Replay): Promise<void> {
  const translated = (text: string) => [...own].reduce((whole, [theirs, ours]) => whole.replaceAll(theirs, ours), text);
  for (const { method, path, access, body, status, headers, answer } of recorded) {
    const sent = body === undefined ? undefined : JSON.parse(translated(body));
    const real = await test.call(access, method, translated(path), sent, access === 'client' ? token : undefined);
    const name = `${method} ${path}`;
    expect.soft([real.status, real.headers.get('content-type')], name).toEqual([status, headers['content-type']]);
    expect.soft(real.headers.get('x-stack-known-error'), name).toBe(headers['x-stack-known-error'] ?? null);
    expect.soft(settled(real.text.startsWith('{') ? JSON.stringify(real.json) : real.text), name).toEqual(settled(answer));
    if (method === 'POST' && status < 400) learn(own, JSON.parse(answer), real.json);
  }
}

function learn(own: Map<string, string>, theirs: Readonly<Record<string, unknown>>, ours: Readonly<Record<string, unknown>>): void {
  for (const name of ['id', 'value']) {
    const [their, our] = [theirs[name], ours[name]];
    if (typeof their === 'string' && typeof our === 'string') own.set(their, our);
  }
}
