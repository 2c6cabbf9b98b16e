import { KeyRound, Lock } from 'lucide-react';
import type { ReactNode } from 'react';
import { reportOf } from '../../lib/errors/error-text';
import { useMessages } from '../../lib/use-messages';
import { type KeyOwner, useApiKeys } from '../../queries/api-keys';
import { EmptyState } from '../../ui/feedback/empty-state';
import { Button } from '../../ui/inputs/button';
import { ListFrame } from '../../ui/layout/list-frame';
import { AccountError } from '../account/account-state';
import { OutdatedMessage } from '../status/outdated-message';
import { KeysList } from './keys-list';
import { useKeyGate } from './use-key-gate';

/**
 * The API keys of a user or team: a filtered list, and dialogs to create and revoke them. Fills the height of its parent, and grows with
 * the list where the parent has no height.
 */
export function ApiKeys({ owner }: { owner: KeyOwner }) {
  const gate = useKeyGate(owner);
  const list = useApiKeys(owner, gate.state === 'open');
  if (gate.state === 'off') return <TurnedOff kind={owner.kind} />;
  if (gate.state === 'denied') return <Denied />;
  const failed = gate.state === 'failed' ? { report: gate.report, onRetry: gate.retry, busy: gate.isRetrying } : failureOf(list);
  if (failed && (list.data === undefined || gate.state === 'failed')) return <AccountError connectionId={owner.connectionId} {...failed} />;
  return (
    <ListFrame>
      {failed && <OutdatedMessage {...failed} />}
      <KeysList owner={owner} list={list.data} isOpen={gate.state === 'open'} />
    </ListFrame>
  );
}

function failureOf({ error, isFetching, refetch }: ReturnType<typeof useApiKeys>) {
  return error && { report: reportOf(error), onRetry: () => void refetch(), busy: isFetching };
}

function TurnedOff({ kind }: { kind: KeyOwner['kind'] }) {
  const { t } = useMessages();
  const title = t(kind === 'user' ? 'api-keys.off.user' : 'api-keys.off.team');
  return <EmptyState icon={KeyRound} title={title} text={t('api-keys.off.text')} action={<BlockedCreate reason={title} />} />;
}

function Denied() {
  const { t } = useMessages();
  const title = t('api-keys.denied');
  const text = t('api-keys.denied.text', { permission: '$manage_api_keys' });
  return <EmptyState icon={Lock} title={title} text={text} action={<BlockedCreate reason={text} />} />;
}

function BlockedCreate({ reason }: { reason: string }): ReactNode {
  const { t } = useMessages();
  return <Button disabledReason={reason}>{t('api-keys.create')}</Button>;
}
