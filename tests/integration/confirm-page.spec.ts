/** The page on which a program's sign-in is confirmed, over real HTTP: the program gets nothing before the user approves it there. */
import { request } from 'undici';
import { describe, expect, test } from 'vitest';
import { browserScene } from '../support/main/browser-scene';
import { errorOf } from '../support/main/test-ports';
import { stepOf } from '../support/steps';

const navigation = { 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document', 'sec-fetch-site': 'none' };

/** Starts a program's sign-in, opens its link, and presses the card's button. */
async function asked() {
  const scene = await browserScene();
  const { api, connectionId, accountId, opened, last } = scene;
  const { flowId } = stepOf('browser', await api.signIn.withCli({ connectionId, appUrl: 'https://app.example' }));
  const program = api.signIn.wait({ flowId });
  program.catch(() => undefined);
  const link = await api.links.open({ text: last(), connectionId });
  const decided = api.links.accept({ ...link, connectionId, accountId });
  decided.catch(() => undefined);
  await expect.poll(() => opened.length).toBe(2);
  const { origin } = new URL(last());
  const page = await (await request(last(), { headers: navigation })).body.text();
  const token = /name="token" value="(\w+)"/.exec(page)?.[1] ?? '';
  /** Sends the form as the browser does. */
  const answer = async (fields: object, own: Readonly<Record<string, string>> = {}) => {
    const headers = { ...navigation, 'sec-fetch-site': 'same-origin', origin, 'content-type': 'application/x-www-form-urlencoded', ...own };
    const { statusCode } = await request(last(), { method: 'POST', headers, body: new URLSearchParams({ ...fields }).toString() });
    return statusCode;
  };
  const completions = () => scene.exchanges.filter(({ request: { url } }) => url.endsWith('/auth/cli/complete'));
  return { ...scene, link, program, decided, page, token, answer, completions };
}

describe('the page', () => {
  test('names project, account, and link, and approves once', async () => {
    const { page, token, answer, decided, program, completions, connectionId, accountId, sentToWindows } = await asked();
    expect(page).toMatch(/Analytical Engines on 127\.0\.0\.1:\d+/);
    expect(page).toContain('Ada Lovelace, ada@analytical.example');
    expect(page).toContain('app.example, pasted into Latchkey');
    expect(completions()).toEqual([]);
    expect(await answer({ token, decision: 'approve' })).toBe(200);
    expect(await decided).toEqual({ outcome: 'login-approved', connectionId, accountId });
    expect(await program).toMatchObject({ step: 'signed-in' });
    expect(await answer({ token, decision: 'approve' })).toBe(410);
    expect(completions()).toHaveLength(1);
    // A page of the app could approve in the user's place.
    expect(sentToWindows.filter((text) => text.includes('/latchkey/confirm/') || text.includes(token))).toEqual([]);
  });

  test('cancels, and the link stays for another try', async () => {
    const { api, link, token, answer, decided, completions } = await asked();
    expect(await answer({ token, decision: 'cancel' })).toBe(200);
    expect(await errorOf(decided)).toMatchObject({ report: { code: 'not-confirmed' } });
    expect(completions()).toEqual([]);
    expect((await api.links.list({})).value.map(({ id }) => id)).toEqual([link.id]);
  });

  test('rejects requests from other pages, and without its token', async () => {
    const { token, answer, decided, completions } = await asked();
    expect(await answer({ token, decision: 'approve' }, { origin: 'http://localhost:1', 'sec-fetch-site': 'same-site' })).toBe(404);
    expect(await answer({ token, decision: 'approve' }, { origin: 'null' })).toBe(404);
    expect(await answer({ decision: 'approve' })).toBe(404);
    expect(await answer({ token: '0'.repeat(token.length), decision: 'approve' })).toBe(404);
    expect(completions()).toEqual([]);
    expect(await answer({ token, decision: 'approve' })).toBe(200);
    expect(await decided).toMatchObject({ outcome: 'login-approved' });
  });

  test.each([
    ['the link is dismissed', ({ api, link }: Awaited<ReturnType<typeof asked>>) => api.links.dismiss(link)],
    ['the window closes', ({ app }: Awaited<ReturnType<typeof asked>>) => app.windowClosed({ windowId: 'test' })],
  ])('ends when %s', async (_what, end) => {
    const scene = await asked();
    await end(scene);
    expect(await errorOf(scene.decided)).toMatchObject({ report: { code: 'not-confirmed' } });
    expect(await scene.answer({ token: scene.token, decision: 'approve' })).toBe(410);
    expect(scene.completions()).toEqual([]);
  });
});
