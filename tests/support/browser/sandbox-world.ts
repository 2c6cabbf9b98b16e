/** The world around the app that a person has beside it: a mailbox, an authenticator, other programs, and time that passes. */
import { Secret, TOTP } from 'otpauth';
import { demoTotpSecret } from '../../../src/sandbox/store/seed-cast';

interface Mail {
  readonly subject: string;
  readonly text: string;
}

export class SandboxWorld {
  /** `frames` is what the program sends to the page: it tells where the sandbox is. */
  constructor(private readonly frames: readonly string[]) {}

  /** Where the sandbox that was started last listens. */
  url(): string {
    const told = this.frames.flatMap((frame) => /"state":"running","url":"([^"]+)"/.exec(frame)?.[1] ?? []);
    const last = told.at(-1);
    if (last === undefined) throw new Error('No sandbox was started.');
    return last;
  }

  /** The newest mail to an address, as soon as there are as many as that. */
  async mail(email: string, count = 1): Promise<Mail> {
    for (;;) {
      const answer = await fetch(`${this.url()}/sandbox/mailbox?to=${encodeURIComponent(email)}`);
      const { items } = (await answer.json()) as { items: Mail[] };
      const [newest] = items;
      if (newest !== undefined && items.length >= count) return newest;
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

  /** Moves the sandbox's time forward; answers what it is then. */
  async pass(milliseconds: number): Promise<number> {
    const answer = await fetch(`${this.url()}/sandbox/clock`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ advance_millis: milliseconds }),
    });
    return ((await answer.json()) as { now_millis: number }).now_millis;
  }

  /** What the authenticator of the demonstration's people shows now. */
  async digits(): Promise<string> {
    const secret = new Secret({ buffer: new Uint8Array(Buffer.from(demoTotpSecret, 'base64')).buffer });
    return new TOTP({ secret }).generate({ timestamp: await this.pass(0) });
  }
}
