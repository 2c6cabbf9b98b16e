import { KeyRound, Lock } from 'lucide-react';
import type { ReactNode } from 'react';
import type { ErrorReport } from '#contract/errors.ts';
import type { BuiltInPermission } from '#contract/service/models/permission-ids.ts';
import { type KeyOwner, useApiKeys } from '#data/api-keys.ts';
import { useTeamPermissions } from '#data/own-teams.ts';
import { useCurrentProject } from '#data/project.ts';
import { reportOf } from '#lib/errors/error-text.ts';
import { useMessages } from '#lib/use-messages.ts';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { Button } from '#ui/inputs/button.tsx';
import { ListFrame } from '#ui/layout/list-frame.tsx';
import { AccountError } from '../account/account-state';
import { OutdatedMessage } from '../screen-message';
import { KeysList } from './keys-list';

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

/** Whether API keys can be listed: not if the project turned them off, or if the account lacks the permission in the team. */
type KeyGate =
  | { readonly state: 'open' | 'loading' | 'off' | 'denied' }
  | { readonly state: 'failed'; readonly report: ErrorReport; readonly retry: () => void; readonly isRetrying: boolean };

const managesKeys: BuiltInPermission = '$manage_api_keys';

/** Returns whether the owner's API keys can be listed. */
function useKeyGate(owner: KeyOwner): KeyGate {
  const project = useCurrentProject(owner.connectionId);
  const needsPermission = owner.kind === 'team' && owner.actor === 'account';
  const accountId = owner.actor === 'account' ? owner.accountId : '';
  const teamId = owner.kind === 'team' ? owner.teamId : '';
  const permissions = useTeamPermissions({ connectionId: owner.connectionId, accountId, teamId }, needsPermission, true);
  if (project.data === undefined) return unread(project);
  const { allow_user_api_keys: allowsUsers, allow_team_api_keys: allowsTeams } = project.data.config;
  if (!(owner.kind === 'user' ? allowsUsers : allowsTeams)) return { state: 'off' };
  if (!needsPermission) return { state: 'open' };
  if (permissions.data === undefined) return unread(permissions);
  return { state: permissions.data.has(managesKeys) ? 'open' : 'denied' };
}

interface Query {
  readonly error: Error | null;
  readonly isFetching: boolean;
  readonly refetch: () => unknown;
}

function unread({ error, isFetching, refetch }: Query): KeyGate {
  if (error === null) return { state: 'loading' };
  return { state: 'failed', report: reportOf(error), retry: () => void refetch(), isRetrying: isFetching };
}
