import { CircleDashed, FolderKey, Key, UserX } from 'lucide-react';
import type { JournalEntry } from '#contract/journal/journal-entry.ts';
import { useTopic } from '#data/topics.ts';
import { accountName } from '#lib/rules/names.ts';
import { useMessages } from '#lib/use-messages.ts';
import type { MessageKey } from '#messages/translator.ts';
import { Avatar } from '#ui/data/avatar.tsx';
import { Icon } from '#ui/data/icon.tsx';
import styles from './journal.module.css';

type Actor = JournalEntry['actor'];

/** What a key is called by its access type. */
const keyNames: Readonly<Record<string, MessageKey>> = {
  server: 'journal.actor.server',
  admin: 'journal.actor.admin',
  client: 'journal.actor.client',
};

/** Returns a function that names who made a write: an account, the kind of a key, or the project's owner. */
export function useActorName(): (actor: Pick<Actor, 'kind' | 'id'>) => string {
  const messages = useMessages();
  const accounts = useTopic('accounts.list');
  const { t } = messages;
  return ({ kind, id }) => {
    if (kind === 'owner') return t('journal.actor.owner');
    if (kind === 'none') return t('journal.actor.none');
    if (kind === 'key') return t(keyNames[id ?? ''] ?? 'journal.actor.key');
    const account = accounts.find((one) => one.id === id);
    return account === undefined ? t('journal.actor.removed') : accountName(messages, account);
  };
}

/** The picture of an account, or of the kind of credential that made a write. Decorative: the name is shown or read aloud beside it. */
export function ActorPicture({ actor, size = 20 }: { actor: Pick<Actor, 'kind' | 'id'>; size?: number }) {
  const accounts = useTopic('accounts.list');
  const account = actor.kind === 'account' ? accounts.find(({ id }) => id === actor.id) : undefined;
  if (account !== undefined) return <Avatar id={account.userId} name={account.displayName} email={account.primaryEmail} size={size} />;
  const icon = { account: UserX, key: Key, owner: FolderKey, none: CircleDashed }[actor.kind];
  return (
    <span className={styles.actor} style={{ width: size, height: size }}>
      <Icon of={icon} size={Math.round(size * 0.6)} />
    </span>
  );
}
