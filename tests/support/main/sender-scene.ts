import { z } from 'zod';
import { endpoint } from '#contract/definitions.ts';
import type { ErrorCode } from '#contract/error-codes.ts';
import { fail } from '#contract/errors.ts';
import type { TransportRequest } from '#main/ports/ports.ts';
import { keysInHand } from '#main/remote/project-keys.ts';
import { createSender, type Target, type TokenSource } from '#main/remote/send.ts';
import { createFakeClock, type FakeClock } from '../fake-clock';
import { type Answer, createScriptedTransport, response, seededRandom } from './test-ports';

export const shape = { response: z.object({ id: z.string() }) };
export const read = endpoint({
  method: 'GET',
  path: '/thing',
  actors: {
    account: { access: 'client', ...shape },
    project: { access: 'server', query: z.strictObject({ limit: z.int() }), ...shape },
    none: { access: 'client', ...shape },
  },
});
export const write = endpoint({
  method: 'POST',
  path: '/thing',
  invalidates: [],
  journal: { none: 'check' },
  actors: { none: { access: 'client', body: z.strictObject({ password: z.string() }), ...shape }, account: { access: 'client', ...shape } },
});
export const remove = endpoint({
  method: 'DELETE',
  path: '/thing',
  invalidates: [],
  journal: { none: 'check' },
  actors: { none: { access: 'client', ...shape } },
});
export const open = endpoint({
  method: 'POST',
  path: '/open',
  invalidates: [],
  journal: { none: 'check' },
  actors: { none: { access: 'public', bodyType: 'form', body: z.object({ a: z.string() }), ...shape } },
});

export const good = response({ id: 'x' });
export const target: Target = {
  baseUrl: 'https://x.test',
  projectId: 'p',
  keys: keysInHand({ client: 'pck_1', server: 'ssk_server_key', admin: 'sak_admin_key' }),
};
export const body = { password: 'correct horse' };

export function setUpSender(answer: Answer, clock: FakeClock = createFakeClock({ hasteUpTo: 2 ** 31 })) {
  const transport = createScriptedTransport(answer);
  const sender = createSender({ transport, clock, random: seededRandom(), clientVersion: 'electron @latchkey/desktop@1.2.3' });
  return { transport, clock, sender };
}

export const keysSent = (requests: readonly TransportRequest[]) =>
  requests.flatMap(({ headers }) => Object.keys(headers).filter((name) => /-(client|server|admin)-key$/.test(name)));

/** Returns the responses in order, then the last one indefinitely. */
export const inTurn =
  (...answers: (ErrorCode | ReturnType<typeof response>)[]): Answer =>
  (_request, number) => {
    const answer = answers[Math.min(number, answers.length) - 1] ?? good;
    if (typeof answer === 'string') throw fail(answer);
    return answer;
  };

export const tokenSource = (...given: string[]) => {
  let number = 0;
  const refused: string[] = [];
  const source: TokenSource & { refused: string[] } = {
    refused,
    tokens: async () => ({ access: given[Math.min(number++, given.length - 1)] ?? '', refresh: 'refresh_token_1' }),
    refuse: (access) => void refused.push(access),
  };
  return source;
};
