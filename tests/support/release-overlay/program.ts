/** Runs a later release in a separate process, for specs that can't load it: reports where it listens and takes commands by messages. */
import type { ReleaseCommand, ReleaseReport } from './messages';
import { startRelease } from './start-release';

const report = (message: ReleaseReport) => process.send?.(message);

const release = await startRelease(process.argv[2] ?? '');
process.on('message', (command: ReleaseCommand) => {
  if (command.kind === 'restrict') release.state.restrictedByAdmin.set(command.userId, command.reason);
  const requests = release.requests.map(({ method, path, body }) => ({ method, path, body }));
  report({ kind: 'done', requests: command.kind === 'read-requests' ? requests : [] });
});
process.on('disconnect', () => process.exit());
report({ kind: 'ready', url: release.url, projects: release.projects });
