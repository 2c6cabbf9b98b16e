/** Notifies the user of findings: by the system, or by a page of the browser host. */
import type { Finding } from '../../contract/watch/findings';
import { createTranslator, languageOf, localeOf, systemLocales } from '../../messages/translator';
import type { Ports } from '../ports';
import type { Runtime } from '../runtime/create-runtime';
import { toNotification } from './notification';

/** Maximum number of notifications that wait for a page to show them. */
const maxUnclaimed = 20;

export interface NotifierDeps {
  readonly ports: Pick<Ports, 'notify'>;
  readonly runtime: Pick<Runtime, 'topics' | 'newId' | 'windowCommands' | 'pushNotification'>;
}

export interface Notifier {
  /** Shows one notification about these findings. Does nothing without any. */
  notify(findings: readonly Finding[]): void;
  /** Returns whether the caller may show a notification, which is the first one that asks. */
  claim(id: string): boolean;
}

/** Creates the notifier. */
export function createNotifier({ ports: { notify }, runtime }: NotifierDeps): Notifier {
  const { topics, newId, windowCommands, pushNotification } = runtime;
  const unclaimed = new Set<string>();
  const show = (findings: readonly Finding[], send: NonNullable<Ports['notify']>) => {
    const { language: chosen, privacyMode: isPrivate } = topics.settings.get().value;
    const language = languageOf(chosen, systemLocales());
    const translator = createTranslator(language, localeOf(language, systemLocales()));
    const connectionName = (id: string) => topics.connections.get().value.find((connection) => connection.id === id)?.name ?? '';
    const [only] = findings.length === 1 ? findings : [];
    const command = { id: 'notices', ...(only ? { findingId: only.id } : {}) } as const;
    send(toNotification(findings, { translator, connectionName, isPrivate }), ({ windowId }) => windowCommands.deliver(command, windowId));
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
  };
}
