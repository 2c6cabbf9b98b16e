/** The behaviour of every row of the catalogue: one handler each, so that a missing one does not compile. */
import type { RowName, RowOf } from '../../contract/service';
import { apiKeyHandlers } from '../api-keys/api-key-handlers';
import { cliHandlers } from '../cli-login/cli-handlers';
import { contactChannelHandlers } from '../contact-channels/contact-channel-handlers';
import { emailHandlers } from '../emails/email-handlers';
import { metricsHandlers } from '../metrics/metrics-handlers';
import { oauthHandlers } from '../oauth/oauth-handlers';
import { passkeyHandlers } from '../passkeys/passkey-handlers';
import { permissionHandlers } from '../permissions/permission-handlers';
import { projectHandlers } from '../projects/project-handlers';
import { authHandlers } from '../sign-in/auth-handlers';
import { teamHandlers } from '../teams/team-handlers';
import { userHandlers } from '../users/user-handlers';
import { webhookHandlers } from '../webhooks/webhook-handlers';
import type { Handler } from './context';
import type { NotServed } from './handler-types';
import { miscHandlers } from './misc-handlers';

type Handlers = { readonly [N in Exclude<RowName, NotServed>]: Handler<RowOf<N>> };

export const handlers: Handlers = {
  ...authHandlers,
  ...userHandlers,
  ...teamHandlers,
  ...projectHandlers,
  ...passkeyHandlers,
  ...cliHandlers,
  ...oauthHandlers,
  ...contactChannelHandlers,
  ...permissionHandlers,
  ...apiKeyHandlers,
  ...emailHandlers,
  ...metricsHandlers,
  ...webhookHandlers,
  ...miscHandlers,
};
