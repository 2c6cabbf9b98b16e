/** Writes that can be undone and need more than a project and its keys: an owner of two teams, or a domain that a provider has verified. */
import { ada } from '#sandbox/testing/test-sandbox.ts';
import { signedIn } from '../steps';
import type { UndoableWrite, WriteScene } from './undoable-writes';

/** An owner on project `internal`, whose project belongs to the first of two teams. */
interface OwnedProject {
  readonly connectionId: string;
  readonly accountId: string;
  readonly projectId: string;
  readonly otherTeam: string;
}

async function ownProject({ api, service, url, internalKey }: WriteScene): Promise<OwnedProject> {
  const draft = {
    name: 'Dashboard',
    environment: 'development',
    baseUrl: url,
    projectId: 'internal',
    keys: { client: internalKey },
  } as const;
  const { id: connectionId } = await api.connections.add({ draft });
  const { accountId } = signedIn(await api.signIn.withPassword({ connectionId, ...ada }));
  const asOwner = { actor: 'account', connectionId, accountId } as const;
  const team = async (display_name: string) =>
    (await service.teams.create({ ...asOwner, body: { display_name, creator_user_id: 'me' } })).id;
  const [owner_team_id, otherTeam] = [await team('Owners'), await team('Others')];
  const { id: projectId } = await service.projects.create({ ...asOwner, body: { display_name: 'Difference', owner_team_id } });
  return { connectionId, accountId, projectId, otherTeam };
}

const ownerOf = (stored: string): OwnedProject => JSON.parse(stored);

async function verifiedDomain({ service, asProject, url }: WriteScene, subdomain: string): Promise<string> {
  const { domain_id } = await service.emails.setUpManagedDomain({ ...asProject, body: { subdomain, sender_local_part: 'hello' } });
  const body = JSON.stringify({ domain_id, status: 'verified' });
  await fetch(`${url}/sandbox/managed-domain`, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
  return domain_id;
}

export const ownerWrites: readonly UndoableWrite[] = [
  {
    of: 'projects.transfer',
    from: '2.8.34',
    prepare: async (scene) => JSON.stringify(await ownProject(scene)),
    write({ service }, stored) {
      const { projectId, otherTeam, ...own } = ownerOf(stored);
      return service.projects.transfer({ actor: 'account', ...own, body: { project_id: projectId, new_team_id: otherTeam } });
    },
    async state({ service }, stored) {
      const { projectId, connectionId, accountId } = ownerOf(stored);
      const { items } = await service.projects.list({ actor: 'account', connectionId, accountId });
      return items.find(({ id }) => id === projectId)?.owner_team_id;
    },
  },
  {
    of: 'emails.applyManagedDomain',
    from: '2.8.72',
    async prepare(scene) {
      const domain_id = await verifiedDomain(scene, 'first.example.com');
      await scene.service.emails.applyManagedDomain({ ...scene.asProject, body: { domain_id } });
      return verifiedDomain(scene, 'second.example.com');
    },
    write: ({ service, asProject }, domain_id) => service.emails.applyManagedDomain({ ...asProject, body: { domain_id } }),
    async state({ service, asProject }) {
      const { items } = await service.emails.managedDomains(asProject);
      const { config } = await service.projects.read(asProject);
      const sender = 'sender_email' in config.email_config ? config.email_config.sender_email : null;
      return { sender, statuses: Object.fromEntries(items.map(({ subdomain, status }) => [subdomain, status])) };
    },
  },
];
