import type { Finding } from '#contract/bridge/watch.ts';
import { api } from '#data/api.ts';
import { currentAccount, topicNow } from '#data/topics.ts';
import { useBackgroundTask } from '#lib/use-action.ts';
import { useOverlays } from '#window/open-dialogs.ts';
import { fromHere } from '#window/open-path.ts';
import { paths } from '#window/routes.ts';

/** Returns a function that opens the screen that a finding is about, as the account that it is about. */
export function useOpenFinding(): (finding: Finding) => void {
  const runTask = useBackgroundTask();
  const hide = useOverlays((state) => state.hide);
  return (finding) =>
    runTask(async () => {
      const open = fromHere();
      hide();
      const current = currentAccount(topicNow('accounts.list'), finding.connectionId);
      if ('accountId' in finding && finding.accountId !== current?.id) await api.accounts.use({ accountId: finding.accountId });
      open(findingPath(finding));
    });
}

/** Returns the path of the screen that a finding is about. */
function findingPath(finding: Finding): string {
  const { connectionId } = finding;
  switch (finding.kind) {
    case 'failed-emails':
      return paths.email(connectionId, 'sent');
    case 'key-set':
      return paths.projectKeys(connectionId);
    case 'api-key':
      return finding.teamId === null ? paths.apiKeys(connectionId) : paths.ownTeam(connectionId, finding.teamId, 'keys');
    case 'new-country':
      return paths.sessions(connectionId);
    case 'sign-ups':
      return paths.overview(connectionId);
    case 'drift':
      return finding.file === null ? paths.overview(connectionId) : paths.compare(connectionId, 'followed');
    case 'invitation':
      return finding.recipient === null ? paths.invitationsForMe(connectionId) : paths.ownTeam(connectionId, finding.teamId, 'invitations');
  }
}
