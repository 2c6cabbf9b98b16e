/** Messages that arrive while a screen is used, and go: they move nothing that can be pressed. */
import type { Page } from '@playwright/test';
import { defaultSettings } from '#contract/setting-rows.ts';
import { type Bridge, interceptBridge } from '../gallery/replies';
import { openAnew, screenPaths, tabPaths } from '../support/appearance/screen-views';
import { forgetShifts, recordShifts, shiftsOf } from '../support/browser/layout-shifts';
import { interceptService } from '../support/browser/service-replies';
import { expect, test } from '../support/page/fixtures';
import { sampleLink } from '../support/samples/sample-link';

const status = (page: Page, text: RegExp) => page.getByRole('status').filter({ hasText: text });

const call = { id: 'w', name: 'users.list', connectionId: 'sandbox', try: 2 };
const impersonation = {
  id: 'i',
  connectionId: 'sandbox',
  connectionName: 'Analytical Engines',
  userId: '3241a285-8329-4d69-8f3d-316e08cf140c',
  displayName: 'Alan Turing',
  primaryEmail: null,
  reason: 'Ticket 4821',
  by: 'Ada Lovelace',
  startedAt: 1,
  expiresAt: 2,
  sessionId: null,
  state: 'ending',
  problem: 'failed',
};

type Pushes = Readonly<Record<string, unknown>>;

/** What is pushed when the message arrives, and when it is gone. */
interface Message {
  readonly text: RegExp;
  readonly arrives: Pushes;
  readonly goes: Pushes;
}

const noticeOf = (kind: string, more: object = {}) => ({ 'app.notices': [{ id: 'n', kind, ...more }] });
const noNotices = { 'app.notices': [] };
const running = { 'sandbox.state': { state: 'running', url: 'http://127.0.0.1:1', demoAccounts: [] } };
const clock = { connection: 'Analytical Engines', differenceMillis: 900_000 };
const readOnly = { 'settings.state': { ...defaultSettings, readOnly: true } };
const broken = {
  state: 'broken',
  file: '/etc/latchkey/policy.json',
  problem: 'invalid',
  field: 'settings.readonly',
  locked: ['readOnly'],
  forbidden: [],
};

const messages: readonly Message[] = [
  { text: /kept in memory/, arrives: noticeOf('memory-keychain'), goes: noNotices },
  { text: /clock is 15 minutes ahead/, arrives: noticeOf('clock-ahead', clock), goes: noNotices },
  { text: /couldn’t be read/, arrives: noticeOf('file-unreadable', { file: '/a/b.json', copy: '/a/b.json.1' }), goes: noNotices },
  {
    text: /is ready to install/,
    arrives: { 'app.updates': { state: 'ready', version: '9.9.9' } },
    goes: { 'app.updates': { state: 'current', checkedAtMillis: 1 } },
  },
  { text: /^Read-only mode/, arrives: readOnly, goes: { 'settings.state': defaultSettings } },
  {
    text: /^The policy isn’t valid/,
    arrives: { 'policy.state': broken, ...readOnly },
    goes: { 'policy.state': { state: 'none' }, 'settings.state': defaultSettings },
  },
  { text: /sandbox stopped/, arrives: { 'sandbox.state': { state: 'failed', reason: 'exited' } }, goes: running },
  { text: /Sign-in link received/, arrives: { 'links.list': [sampleLink] }, goes: { 'links.list': [] } },
  {
    text: /limiting requests/,
    arrives: { 'diagnostics.slowCalls': [{ ...call, kind: 'waiting', until: 1 }] },
    goes: { 'diagnostics.slowCalls': [] },
  },
  { text: /^Couldn’t revoke the session/, arrives: { 'impersonations.list': [impersonation] }, goes: { 'impersonations.list': [] } },
];

function pushAll(bridge: Bridge, pushes: Pushes): void {
  for (const [name, value] of Object.entries(pushes)) bridge.push(name, value);
}

test('nothing moves when a message arrives, or is gone', async ({ page, screens }) => {
  await recordShifts(page);
  const bridge = await interceptBridge(page);
  await screens.startSandbox();
  await page.reload();
  await screens.users.waitFor();
  pushAll(bridge, noNotices);
  await expect(status(page, /./).locator('p')).toHaveCount(0);
  // A link that arrives is opened, unless the user is typing.
  await screens.search.focus();
  for (const { text, arrives, goes } of messages)
    await test.step(String(text), async () => {
      await forgetShifts(page);
      pushAll(bridge, arrives);
      await expect(status(page, text)).toBeVisible();
      pushAll(bridge, goes);
      await expect(status(page, text)).toHaveCount(0);
      expect(await shiftsOf(page)).toEqual([]);
    });
});

test('a message under the pointer isn’t replaced by a more urgent one, and all are listed', async ({ page, screens }) => {
  const bridge = await interceptBridge(page);
  await screens.startSandbox();
  await page.reload();
  await screens.users.waitFor();
  pushAll(bridge, noticeOf('clock-ahead', clock));
  await status(page, /clock is/).hover();
  pushAll(bridge, { 'sandbox.state': { state: 'failed', reason: 'exited' } });
  const all = page.getByRole('button', { name: '2 messages' });
  await expect(all).toBeVisible();
  await expect(status(page, /clock is/)).toBeVisible();
  await screens.search.hover();
  await expect(status(page, /sandbox stopped/)).toBeVisible();
  await all.click();
  const list = page.getByRole('dialog', { name: '2 messages' });
  await expect(list.getByRole('listitem')).toHaveText([/sandbox stopped/, /clock is 15 minutes ahead/]);
  await expect(list.getByRole('button', { name: 'Restart' })).toBeVisible();
});

// Every screen that keeps what it has when it can't be read again.
test.describe(() => {
  test.describe.configure({ timeout: 300_000 });

  const {
    start: _1,
    connect: _2,
    transfer: _3,
    settings: _4,
    edit: _5,
    diagnostics: _16,
    keyCheck: _6,
    webhooks: _7,
    link: _8,
    journal: _17,
    allJournals: _18,
    compare: _19,
    imports: _22,
    jobs: _20,
    allJobs: _21,
    signIn: _9,
    ...others
  } = screenPaths;
  const { signUp: _10, forgotPassword: _11, welcome: _12, upgrade: _13, linkProvider: _14, passkey: _15, ...reading } = others;

  /** Screens whose lists say at their end that they couldn’t be read. */
  const saysItself = ['users', 'users: of a team'];

  for (const [what, views] of Object.entries({ screen: reading, tab: tabPaths }))
    test(`nothing on a ${what} moves when it can’t be read again`, async ({ page, screens, environment }) => {
      await recordShifts(page);
      const service = await interceptService(page);
      await page.reload();
      await screens.startSandbox();
      const moved: Record<string, unknown> = {};
      for (const [name, pathOf] of Object.entries(views))
        await test.step(name, async () => {
          await openAnew(screens, await pathOf(page, environment));
          await expect.poll(service.isIdle).toBe(true);
          await forgetShifts(page);
          service.fail(/^service\./, 'service-error');
          const refresh = page.getByRole('button', { name: 'Refresh' });
          await refresh.click();
          await expect(refresh).toHaveAttribute('aria-busy', 'false');
          const outdated = status(page, /may be out of date/);
          if (saysItself.includes(name)) await expect(page.getByRole('main')).toContainText('Couldn’t load');
          else await expect(outdated).toBeVisible();
          const shifts = await shiftsOf(page);
          if (shifts.length > 0) moved[name] = shifts;
          service.fail(null);
          if (!saysItself.includes(name)) await outdated.getByRole('button', { name: 'Retry' }).click();
          await expect(outdated).toHaveCount(0);
        });
      expect(moved).toEqual({});
    });
});
