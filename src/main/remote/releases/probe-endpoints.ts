/** Endpoints of the probes that detect a service's release and features (wire/newer 3). */
import { z } from 'zod';
import { type Endpoint, endpoint } from '#contract/definitions.ts';
import { catalog } from '#contract/service/index.ts';
import { clientProject } from '#contract/service/models/user-models.ts';

const anything = z.unknown();
const nothing = z.strictObject({});

/** Declares a GET that checks whether a path exists, without a credential: an error shows that as well as a value. */
const probeGet = (path: string) => endpoint({ method: 'GET', path, actors: { none: { access: 'public', response: anything } } });

/** Declares a POST that checks whether a path exists. The service rejects the empty body before it changes anything. */
const probePost = (path: string) =>
  endpoint({
    method: 'POST',
    path,
    invalidates: [],
    journal: { none: 'check' },
    idempotent: true,
    actors: { none: { access: 'public', body: nothing, response: anything } },
  });

/** The fields of a project that depend on the service's release. */
const projectSigns = z.object({
  id: z.string(),
  owner_team_id: z.string().nullish(),
  config: z.object({ id: z.string().optional(), allow_localhost: anything.optional() }),
});

const ownInvitations = { query: z.strictObject({ user_id: z.literal('me') }), response: anything } as const;

const administered = (path: string) => endpoint({ method: 'GET', path, actors: { project: { access: 'admin', response: projectSigns } } });

export const probeRows = {
  /** The path of project administration from 2.8.5 on. */
  internalProject: administered('/internal/projects/current'),
  /** Its path before 2.8.5. Later releases return the client's shape there, but still check the admin key. */
  currentProject: administered('/projects/current'),
  /** Parsed with the client's shape, which is part of the admin's. */
  projectByKey: endpoint({ method: 'GET', path: '/projects/current', actors: { project: { access: 'server', response: clientProject } } }),
  /** Sent without a key, to check whether a client needs one. */
  projectWithoutKey: endpoint({ method: 'GET', path: '/projects/current', actors: { none: { access: 'client', response: anything } } }),
  /** Checks whether a key may read users. */
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
  /** Checks the version of a client that names its package, which releases up to 2.8.86 refuse (wire/hexclave 4.4). */
  versionForPackage: endpoint({
    ...catalog.misc.checkVersion,
    actors: {
      none: {
        ...catalog.misc.checkVersion.actors.none,
        body: z.strictObject({ clientVersion: z.string(), clientPackageName: z.string() }),
      },
    },
  }),
  internalPath: probeGet('/internal/projects/current'),
  emailTemplates: probeGet('/email-templates'),
  config: probeGet('/internal/config'),
  configLevel: probeGet('/internal/config/override/project'),
  affectedUsers: probePost('/internal/onboarding/preview-affected-users'),
  signUpRules: probeGet('/internal/sign-up-rules-stats'),
  signUpRulesTest: probePost('/internal/sign-up-rules-test'),
  resetConfigKeys: probePost('/internal/config/override/environment/reset-keys'),
  deliveryFigures: probeGet('/emails/delivery-info'),
  managedDomains: probeGet('/internal/emails/managed-onboarding/list'),
  outbox: probeGet('/emails/outbox'),
  emailThemes: probeGet('/internal/email-themes'),
  emailDrafts: probeGet('/internal/email-drafts'),
  /** Has no GET, which status 405 says: a POST would change something if it were allowed. */
  deliveryBoost: probeGet('/emails/capacity-boost'),
  oauthProviders: probeGet('/oauth-providers'),
  notificationPreferences: probeGet('/emails/notification-preference/me'),
  connectedAccounts: probeGet('/connected-accounts/me'),
  credentialScanning: probePost('/integrations/credential-scanning/revoke'),
  renderEmail: probePost('/emails/render-email'),
  transfer: probePost('/internal/projects/transfer'),
  signInInvitation: probePost('/internal/send-sign-in-invitation'),
} as const satisfies Readonly<Record<string, Endpoint>>;

/** A version higher than any release, so that the response contains the server's. */
export const newestVersion = { clientVersion: '99.0.0' };

/** A package under the service's new name: the service reports its release only to these clients. */
export const renamedPackage = '@hexclave/js';

/** Parses the server's release from its message that requires a newer client. */
export function releaseIn(sentence: string | undefined): string | null {
  return /current version is v([1-9]\d{0,4}\.\d{1,5}\.\d{1,5})\)\.\s*$/.exec(sentence ?? '')?.[1] ?? null;
}
