/** Calls that find out what answers and what it can do (wire/newer 3). Their answers are looked at for one thing each. */
import { z } from 'zod';
import { type Endpoint, endpoint } from '../../../contract/kit';
import { clientProject } from '../../../contract/service/models/models';

const anything = z.unknown();
const nothing = z.strictObject({});

/** Looks whether a path is there, without a credential: the refusal says as much as an answer. */
const probeGet = (path: string) => endpoint({ method: 'GET', path, actors: { none: { access: 'public', response: anything } } });

/** The same where only POST is offered; an empty body is refused before anything is done. */
const probePost = (path: string) =>
  endpoint({ method: 'POST', path, idempotent: true, actors: { none: { access: 'public', body: nothing, response: anything } } });

/** What a read of a project shows of the service's release. */
const projectSigns = z.object({
  id: z.string(),
  owner_team_id: z.string().nullish(),
  config: z.object({ id: z.string().optional(), allow_localhost: anything.optional() }),
});

const ownInvitations = { query: z.strictObject({ user_id: z.literal('me') }), response: anything } as const;

const administered = (path: string) => endpoint({ method: 'GET', path, actors: { project: { access: 'admin', response: projectSigns } } });

export const probeRows = {
  /** Where administration is from 2.8.5 on. */
  internalProject: administered('/internal/projects/current'),
  /** Where it was before; later it has the client's shape, but the admin key is checked all the same. */
  currentProject: administered('/projects/current'),
  /** The client's shape, which is part of the administrator's. */
  projectByKey: endpoint({ method: 'GET', path: '/projects/current', actors: { project: { access: 'server', response: clientProject } } }),
  /** Sent without a key: whether a client needs one. */
  projectWithoutKey: endpoint({ method: 'GET', path: '/projects/current', actors: { none: { access: 'client', response: anything } } }),
  /** Whether a key may read users. */
  users: endpoint({
    method: 'GET',
    path: '/users',
    actors: { project: { access: 'server', query: z.strictObject({ limit: z.int() }), response: z.object({ items: z.array(anything) }) } },
  }),
  invitations: endpoint({
    method: 'GET',
    path: '/team-invitations',
    actors: { none: { access: 'client', ...ownInvitations }, project: { access: 'server', ...ownInvitations } },
  }),
  internalPath: probeGet('/internal/projects/current'),
  emailTemplates: probeGet('/email-templates'),
  config: probeGet('/internal/config'),
  configLevel: probeGet('/internal/config/override/project'),
  oauthProviders: probeGet('/oauth-providers'),
  notificationPreferences: probeGet('/emails/notification-preference/me'),
  connectedAccounts: probeGet('/connected-accounts/me'),
  credentialScanning: probePost('/integrations/credential-scanning/revoke'),
  transfer: probePost('/internal/projects/transfer'),
  signInInvitation: probePost('/internal/send-sign-in-invitation'),
} as const satisfies Readonly<Record<string, Endpoint>>;

/** Higher than any release, so that the answer names the server's. */
export const newestVersion = { clientVersion: '99.0.0' };

/** The server's release, out of the sentence with which it asks for an update. */
export function releaseIn(sentence: string | undefined): string | null {
  return /current version is v(\d{1,5}\.\d{1,5}\.\d{1,5})\)\.\s*$/.exec(sentence ?? '')?.[1] ?? null;
}
