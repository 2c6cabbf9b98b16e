import type { KeySet } from '#contract/service/models/api-key-models.ts';
import { useConnection } from '#data/topics.ts';
import { formatNames } from '#lib/intl/format.ts';
import { keysOfSet, kindsInUse } from '#lib/rules/project-keys.ts';
import { useMessages } from '#lib/use-messages.ts';
import { Callout } from '#ui/feedback/callout.tsx';
import { textToType } from '../api-keys/revoke-dialog';

/** Returns what has to be typed before a key set is revoked. */
export function textOfSetToType(set: KeySet): string {
  return textToType(set.description, keysOfSet(set).at(-1)?.lastFour ?? set.id);
}

/** Warns that a connection uses keys that are about to be revoked. Nothing for other keys. */
export function LockOutWarning({ connectionId, value }: { connectionId: string; value: KeySet }) {
  const { t, locale } = useMessages();
  const connection = useConnection(connectionId);
  const kinds = connection === undefined ? [] : kindsInUse(value, connection);
  if (kinds.length === 0) return null;
  const names = kinds.map((kind) => t(`project-keys.kind.${kind}`));
  return (
    <Callout tone="warn" title={t('project-keys.revoke.in-use')}>
      {t('project-keys.revoke.in-use.text', { count: kinds.length, keys: formatNames(names, locale) })}
    </Callout>
  );
}
