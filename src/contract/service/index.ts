/** The catalog: definitions of the service's endpoints. The sender calls them, the bridge offers them, the sandbox serves them. */
import type { Catalog } from '../definitions';
import { apiKeys } from './api-keys';
import { auth } from './auth';
import { cli } from './cli';
import { config } from './config';
import { contactChannels } from './contact-channels';
import { emailDrafts, emailThemes } from './email-sources';
import { emails } from './emails';
import { metrics } from './metrics';
import { misc } from './misc';
import { oauth } from './oauth';
import { outbox } from './outbox';
import { passkeys } from './passkeys';
import { permissions } from './permissions';
import { projects } from './projects';
import { signUpRules } from './sign-up-rules';
import { teams } from './teams';
import { users } from './users';
import { webhooks } from './webhooks';

export const catalog = {
  auth,
  passkeys,
  cli,
  oauth,
  contactChannels,
  users,
  teams,
  permissions,
  projects,
  config,
  signUpRules,
  apiKeys,
  emails,
  emailThemes,
  emailDrafts,
  outbox,
  metrics,
  webhooks,
  misc,
} as const satisfies Catalog;

type Names<C> = { [G in keyof C & string]: `${G}.${keyof C[G] & string}` }[keyof C & string];

/** Name of an endpoint, as `group.row`. */
export type RowName = Names<typeof catalog>;
export type RowOf<N extends RowName> = N extends `${infer G}.${infer R}`
  ? G extends keyof typeof catalog
    ? R extends keyof (typeof catalog)[G]
      ? (typeof catalog)[G][R]
      : never
    : never
  : never;
