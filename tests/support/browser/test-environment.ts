/** The environment of the app: a mailbox, an authenticator, other programs, and time. */
import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from '@playwright/test';
import { Secret, TOTP } from 'otpauth';
import { demoTotpSecret } from '#sandbox/seed/seed-named-users.ts';
import { targetOf } from '../main/go-link';
import { askInTurn } from './bridge-calls';
import { openedLinksFile } from './launch';

/** Interval between two polls. Without it, polling takes CPU time from the program under test. */
const pollMillis = 25;
/** How long an authentication code is accepted. */
const totpStepMillis = 30_000;

interface Mail {
  readonly subject: string;
  readonly text: string;
}

export class TestEnvironment {
  /** Target URLs by single-use link, because each link works only once. */
  private readonly targets = new Map<string, Promise<string>>();

  /** `told` contains the program's messages to the page, including the sandbox's URL. */
  constructor(
    private readonly sentToWindows: readonly string[],
    private readonly profile: string,
  ) {}

  /** Resolves to the target URL of the newest link with which a browser was started, once there are `count` of them. */
  async opened(count = 1): Promise<string> {
    const link = await this.openedLink(count);
    const target = this.targets.get(link) ?? targetOf(link);
    this.targets.set(link, target);
    return target;
  }

  /** Resolves to the single-use link itself. */
  async openedLink(count = 1): Promise<string> {
    for (;;) {
      const lines = await this.openedLinks();
      const newest = lines.at(-1);
      if (newest !== undefined && lines.length >= count) return newest;
      await sleep(pollMillis);
    }
  }

  /** Resolves to all links with which a browser was started, oldest first. */
  async openedLinks(): Promise<string[]> {
    const text = await readFile(openedLinksFile(this.profile), 'utf8').catch(() => '');
    return text.split('\n').filter(Boolean);
  }

  /** Returns the URL of the sandbox that was started last. */
  url(): string {
    const urls = this.sentToWindows.flatMap((text) => /"state":"running","url":"([^"]+)"/.exec(text)?.[1] ?? []);
    const last = urls.at(-1);
    if (last === undefined) throw new Error('No sandbox was started.');
    return last;
  }

  /** Resolves to the newest email to an address, once there are `count` of them. */
  async mail(email: string, count = 1): Promise<Mail> {
    for (;;) {
      const answer = await fetch(`${this.url()}/sandbox/mailbox?to=${encodeURIComponent(email)}`);
      const { items } = (await answer.json()) as { items: Mail[] };
      const [newest] = items;
      if (newest !== undefined && items.length >= count) return newest;
      await sleep(pollMillis);
    }
  }

  async mailedLink(email: string, count?: number): Promise<string> {
    const { text } = await this.mail(email, count);
    const link = /https?:\/\/\S+/.exec(text)?.[0];
    if (link === undefined) throw new Error(`The mail to ${email} has no link.`);
    return link;
  }

  async mailedCode(email: string, count?: number): Promise<string> {
    const { subject } = await this.mail(email, count);
    const code = /Your code is (\w{6})/.exec(subject)?.[1];
    if (code === undefined) throw new Error(`The mail to ${email} has no code.`);
    return code;
  }

  /** Moves the sandbox's clock forward. Resolves to its new time. */
  async pass(milliseconds: number): Promise<number> {
    const answer = await fetch(`${this.url()}/sandbox/clock`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ advance_millis: milliseconds }),
    });
    return ((await answer.json()) as { now_millis: number }).now_millis;
  }

  /**
   * Returns the current authentication code of the demo project's users. The service accepts a code in its own 30 seconds only, so the sandbox's
   * clock is moved to the next ones if these end soon.
   */
  async digits(): Promise<string> {
    const secret = new Secret({ buffer: new Uint8Array(Buffer.from(demoTotpSecret, 'base64')).buffer });
    const now = await this.pass(0);
    const left = totpStepMillis - (now % totpStepMillis);
    return new TOTP({ secret }).generate({ timestamp: left < totpStepMillis / 2 ? await this.pass(left) : now });
  }

  /** Makes a bridge call, for actions without a screen or in another window. */
  async ask(page: Page, name: string, input: unknown): Promise<unknown> {
    const [value] = await askInTurn(page, [{ name, input }]);
    return value;
  }

  /** Invites a user to a team of the demo project. Returns the team's name and the link in the email. */
  async invite(page: Page, email: string): Promise<{ team: string; link: string }> {
    const project = { actor: 'project', connectionId: 'sandbox' };
    const { items } = (await this.ask(page, 'service.teams.list', { ...project, query: {} })) as {
      items: { id: string; display_name: string }[];
    };
    const [team] = items;
    if (team === undefined) throw new Error('There is no team.');
    const callback_url = 'http://localhost:47810/handler/team-invitation?connection=sandbox';
    await this.ask(page, 'service.teams.invite', { ...project, body: { team_id: team.id, email, callback_url } });
    return { team: team.display_name, link: await this.mailedLink(email) };
  }

  /** Returns the demo project's publishable key, which the app passes to the browser. */
  async publishableKey(page: Page): Promise<string> {
    const before = (await this.openedLinks()).length;
    await this.ask(page, 'signIn.withProvider', { connectionId: 'sandbox', provider: 'github' });
    return new URL(await this.opened(before + 1)).searchParams.get('client_secret') ?? '';
  }

  /** Requests a session of the demo project as a program. Returns the link that the program shows. */
  async programAsks(page: Page): Promise<string> {
    const before = (await this.openedLinks()).length;
    await this.ask(page, 'signIn.withCli', { connectionId: 'sandbox', appUrl: 'http://localhost:47810' });
    return this.opened(before + 1);
  }
}
