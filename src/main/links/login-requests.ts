/** Tells the user of a program that asks to sign in, while another program has the focus. */
import type { LinkSummary } from '#contract/bridge/links.ts';
import type { Translator } from '#messages/translator.ts';
import type { Clock, Notify } from '../ports/ports';
import type { Runtime } from '../runtime/create-runtime';

/** Minimum milliseconds between two notifications: any page can open such a link again and again. */
const pauseMillis = 30_000;

export interface LoginRequestsDeps {
  /** Null where the host can't show notifications. */
  readonly notify: Notify | null;
  readonly translator: () => Translator;
  readonly windowCommands: Pick<Runtime['windowCommands'], 'deliver'>;
  readonly clock: Pick<Clock, 'monotonic'>;
}

/**
 * Returns a function that shows a notification for a link with which a program asks to sign in. A click opens the link. The notification names
 * nothing that the link says, because anyone can open one.
 */
export function createLoginRequests(deps: LoginRequestsDeps): (link: Pick<LinkSummary, 'id' | 'kind'>) => void {
  const { notify, translator, windowCommands, clock } = deps;
  let last = Number.NEGATIVE_INFINITY;
  return ({ id, kind }) => {
    const now = clock.monotonic();
    if (notify === null || kind !== 'cli-auth-confirm' || now - last < pauseMillis) return;
    last = now;
    const { t } = translator();
    notify({ title: t('shell.link.waiting.cli-auth-confirm'), body: t('link.cli.notification') }, ({ windowId }) =>
      windowCommands.deliver({ id: 'notices', linkId: id }, windowId),
    );
  };
}
