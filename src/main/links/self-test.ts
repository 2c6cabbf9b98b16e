/** The test of `latchkey://` links: the system opens one, and it should come back to this process. */
import type { LinkTestResult } from '#contract/bridge/links.ts';
import { fail } from '#contract/errors.ts';
import type { Clock, LinkRegistration } from '../ports/ports';

/** The verb of the link, which does nothing else. */
export const selfTestVerb = 'self-test';

export interface SelfTest {
  /** Opens a link and waits for it. Throws `not-allowed` in a host that the system can't pass links to. */
  run(): Promise<LinkTestResult>;
  /** Makes this program the one that the system passes links to. Throws `not-allowed` as well. */
  register(): Promise<boolean>;
  /** Whether the text is a link of a test. Ends the test that waits for it. `isAwaited` is false for any other one. */
  receive(text: string): { readonly isAwaited: boolean } | null;
}

export interface SelfTestDeps {
  readonly registration: LinkRegistration | null;
  readonly newId: () => string;
  readonly clock: Pick<Clock, 'after'>;
}

/** Milliseconds for which a link is waited for: on Windows and Linux, the system starts the program once more to pass it on. */
const limitMillis = 15_000;
const pattern = new RegExp(`^latchkey://${selfTestVerb}/([0-9a-f]{32})/?$`, 'i');

export function createSelfTest({ registration, newId, clock }: SelfTestDeps): SelfTest {
  /** Ends the test with an ID. */
  const waiting = new Map<string, () => void>();

  const arrivalOf = (id: string) =>
    new Promise<boolean>((resolve) => {
      const stopWaiting = clock.after(limitMillis, () => end(false));
      const end = (hasArrived: boolean) => {
        stopWaiting();
        waiting.delete(id);
        resolve(hasArrived);
      };
      waiting.set(id, () => end(true));
    });

  const own = () => registration ?? notAllowed();
  return {
    async run() {
      const { open, isOwn, program } = own();
      const id = newId();
      const arrival = arrivalOf(id);
      const isOpened = await open(`latchkey://${selfTestVerb}/${id}`).then(
        () => true,
        () => false,
      );
      // Nothing can arrive, but a program that reports an error may have opened it all the same.
      const hasArrived = isOpened ? await arrival : false;
      waiting.delete(id);
      return { hasArrived, isOwn: await isOwn(), program: await program() };
    },
    register: async () => own().register(),
    receive(text) {
      const id = pattern.exec(text)?.[1]?.toLowerCase();
      if (id === undefined) return null;
      const end = waiting.get(id);
      end?.();
      return { isAwaited: end !== undefined };
    },
  };
}

function notAllowed(): never {
  throw fail('not-allowed');
}
