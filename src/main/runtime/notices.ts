/** Notices for the user, shown until they are dismissed. */
import type { Notice } from '#contract/bridge/app.ts';
import type { Topic } from './topics';

export interface Notices {
  add(notice: Omit<Notice, 'id'>): void;
  dismiss(id: string): void;
  dismissKind(kind: Notice['kind']): void;
  /** Removes the notices of a kind, because their reason is gone. */
  withdraw(kind: Notice['kind']): void;
}

/** Creates the notices in a topic. Does not add a notice that equals one that is already shown. */
export function createNotices(topic: Topic<Notice[]>, newId: () => string): Notices {
  const same = (a: Omit<Notice, 'id'>, b: Omit<Notice, 'id'>) =>
    a.kind === b.kind && a.file === b.file && a.copy === b.copy && a.connection === b.connection;
  return {
    add(notice) {
      const { value } = topic.get();
      if (!value.some((known) => same(known, notice))) topic.set([...value, { id: newId(), ...notice }]);
    },
    withdraw(kind) {
      const { value } = topic.get();
      if (value.some((known) => known.kind === kind)) topic.set(value.filter((known) => known.kind !== kind));
    },
    dismissKind(kind) {
      const { value } = topic.get();
      if (value.some((notice) => notice.kind === kind)) topic.set(value.filter((notice) => notice.kind !== kind));
    },
    dismiss: (id) => topic.set(topic.get().value.filter((notice) => notice.id !== id)),
  };
}
