/** Notifies the user of findings: by the system, or by a page of the browser host. */
import type { Finding } from '#contract/bridge/watch.ts';
import { distinctNames } from '#contract/connection-names.ts';
import { fail } from '#contract/errors.ts';
import { inRailOrder } from '#contract/rail-order.ts';
import { notificationText } from '#contract/watch/notification-text.ts';
import type { Ports } from '../ports/ports';
import type { Runtime } from '../runtime/create-runtime';

/** Maximum number of notifications that wait for a page to show them. */
const maxUnclaimed = 20;

export interface NotifierDeps {
  readonly ports: Pick<Ports, 'notify'>;
  readonly runtime: Pick<Runtime, 'topics' | 'newId' | 'translator' | 'windowCommands' | 'pushNotification'>;
  /** Whether the app is locked: notifications name no one then. */
  readonly isLocked: () => boolean;
}

export interface Notifier {
  /** Whether a notification can be shown while the app is locked. Pages know nothing of findings then. */
  readonly showsWhileLocked: boolean;
  /** Shows one notification about these findings, as a digest if `isDigest`. Does nothing without any. */
  notify(findings: readonly Finding[], isDigest: boolean): void;
  /** Returns whether the caller may show a notification. Only the first caller may. */
  claim(id: string): boolean;
  /** Shows a notification to try it. Throws `not-allowed` if the host can't. */
  sendTest(): void;
}

export function createNotifier({ ports: { notify }, runtime, isLocked }: NotifierDeps): Notifier {
  const { topics, newId, translator, windowCommands, pushNotification } = runtime;
  const unclaimed = new Set<string>();
  const show = (findings: readonly Finding[], isDigest: boolean, send: NonNullable<Ports['notify']>) => {
    const { t, locale } = translator();
    const countries = new Intl.DisplayNames(locale, { type: 'region' });
    const countryName = (code: string) => countries.of(code) ?? code;
    const isPrivate = topics['settings.state'].get().value.privacyMode || isLocked();
    const names = distinctNames(inRailOrder(topics['connections.list'].get().value));
    const connectionName = (id: string) => names.get(id) ?? '';
    const [only] = findings.length === 1 ? findings : [];
    const command = { id: 'notices', ...(only ? { findingId: only.id } : {}) } as const;
    send(notificationText(findings, { t, connectionName, countryName, isPrivate, isDigest }), ({ windowId }) =>
      windowCommands.deliver(command, windowId),
    );
  };
  return {
    showsWhileLocked: notify !== null,
    notify(findings, isDigest) {
      if (findings.length === 0) return;
      if (notify !== null) return show(findings, isDigest, notify);
      const id = newId();
      unclaimed.add(id);
      for (const old of [...unclaimed].slice(0, -maxUnclaimed)) unclaimed.delete(old);
      pushNotification({ id, findingIds: findings.map((finding) => finding.id), isDigest });
    },
    claim: (id) => unclaimed.delete(id),
    sendTest() {
      if (notify === null) throw fail('not-allowed');
      const { t } = translator();
      notify({ title: t('watch.test.title'), body: t('watch.test.text') }, () => undefined);
    },
  };
}
