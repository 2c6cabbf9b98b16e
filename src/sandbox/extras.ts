/** Calls that are not the service's: health, the clock, the mailbox and the mock provider of the sandbox itself. */
import { z } from 'zod';
import type { Surroundings } from './context';
import { answerIdp } from './idp/endpoints';
import { BodyTooLarge, readText } from './read-body';
import type { ShiftableClock } from './shiftable-clock';
import { deleteMails, listMails } from './store/mails';

const advance = z.strictObject({
  advance_millis: z
    .int()
    .min(0)
    .max(10 * 366 * 86_400_000),
});
const mailbox = z.object({ to: z.string().nullable(), limit: z.coerce.number().int().min(1).max(1000) });

const answer = (status: number, body: unknown, now: number): Response =>
  new Response(JSON.stringify(body), {
    status,
    headers: { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store', date: new Date(now).toUTCString() },
  });

/**
 * Answers `GET /health`, `POST /sandbox/clock`, `GET` and `DELETE /sandbox/mailbox`, and the mock provider; 404 elsewhere. None of it
 * may be used by a web page, hence no cross-origin headers, and what changes something is JSON or DELETE, which a page cannot
 * send without asking first.
 */
export function createOwnCalls(
  parts: Surroundings & { readonly clock: ShiftableClock },
): (request: Request, url: URL) => Promise<Response> {
  const { clock, store } = parts;
  const calls: Readonly<Record<string, (request: Request, url: URL) => Promise<Response>>> = {
    'GET /health': async (_request, url) => {
      if (url.searchParams.has('db')) store.one('SELECT 1');
      return answer(200, { status: 'ok' }, clock.now());
    },
    'POST /sandbox/clock': async (request) => {
      const input = advance.safeParse(await jsonOf(request));
      if (!input.success) return answer(400, { error: 'Send JSON: {"advance_millis": a whole number of 0 or more}.' }, clock.now());
      const now = clock.advance(input.data.advance_millis);
      return answer(200, { now_millis: now }, now);
    },
    'GET /sandbox/mailbox': async (_request, url) => {
      const input = mailbox.safeParse({ to: url.searchParams.get('to'), limit: url.searchParams.get('limit') ?? 50 });
      if (!input.success) return answer(400, { error: 'limit is a whole number from 1 to 1000.' }, clock.now());
      return answer(200, { items: listMails(store, input.data) }, clock.now());
    },
    'DELETE /sandbox/mailbox': async () => {
      deleteMails(store);
      return answer(200, { success: true }, clock.now());
    },
  };
  return async (request, url) => {
    try {
      const call = calls[`${request.method} ${url.pathname}`];
      const answered = call ? await call(request, url) : await answerIdp(parts, request, url);
      return answered ?? answer(404, { error: 'Not found.' }, clock.now());
    } catch (error) {
      if (error instanceof BodyTooLarge) return answer(413, { error: error.message }, clock.now());
      throw error;
    }
  };
}

async function jsonOf(request: Request): Promise<unknown> {
  if (!request.headers.get('content-type')?.startsWith('application/json')) return undefined;
  const text = await readText(request);
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
