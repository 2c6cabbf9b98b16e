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
}

export interface Notifier {
  /** Shows one notification about these findings. Does nothing without any. */
  notify(findings: readonly Finding[]): void;
  /** Returns whether the caller may show a notification. Only the first caller may. */
  claim(id: string): boolean;
  /** Shows a notification to try it. Throws `not-allowed` if the host can't. */
  sendTest(): void;
}

export function createNotifier({ ports: { notify }, runtime }: NotifierDeps): Notifier {
  const { topics, newId, translator, windowCommands, pushNotification } = runtime;
  const unclaimed = new Set<string>();
  const show = (findings: readonly Finding[], send: NonNullable<Ports['notify']>) => {
    const { t, locale } = translator();
    const countries = new Intl.DisplayNames(locale, { type: 'region' });
    const countryName = (code: string) => countries.of(code) ?? code;
    const { privacyMode: isPrivate } = topics['settings.state'].get().value;
    const names = distinctNames(inRailOrder(topics['connections.list'].get().value));
    const connectionName = (id: string) => names.get(id) ?? '';
    const [only] = findings.length === 1 ? findings : [];
    const command = { id: 'notices', ...(only ? { findingId: only.id } : {}) } as const;
    send(notificationText(findings, { t, connectionName, countryName, isPrivate }), ({ windowId }) =>
      windowCommands.deliver(command, windowId),
    );
  };
  return {
    notify(findings) {
      if (findings.length === 0) return;
      if (notify !== null) return show(findings, notify);
      const id = newId();
      unclaimed.add(id);
      for (const old of [...unclaimed].slice(0, -maxUnclaimed)) unclaimed.delete(old);
      pushNotification({ id, findingIds: findings.map((finding) => finding.id) });
    },
    claim: (id) => unclaimed.delete(id),
    sendTest() {
      if (notify === null) throw fail('not-allowed');
      const { t } = translator();
      notify({ title: t('watch.test.title'), body: t('watch.test.text') }, () => undefined);
    },
  };
}
