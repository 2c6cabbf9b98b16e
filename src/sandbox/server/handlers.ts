/** The handlers of all endpoints, one each: a missing one does not compile. */
import { apiKeyHandlers } from '../api-keys/api-key-handlers';
import { cliLoginHandlers } from '../cli-login/cli-login-handlers';
import { contactChannelHandlers } from '../contact-channels/contact-channel-handlers';
import { emailHandlers } from '../emails/email-handlers';
import { metricsHandlers } from '../metrics/metrics-handlers';
import { oauthHandlers } from '../oauth/oauth-handlers';
import { passkeyHandlers } from '../passkeys/passkey-handlers';
import { permissionHandlers } from '../permissions/permission-handlers';
import { projectHandlers } from '../projects/project-handlers';
import { sessionHandlers } from '../sessions/session-handlers';
import { signInHandlers } from '../sign-in/sign-in-handlers';
import { teamHandlers } from '../teams/team-handlers';
import { userHandlers } from '../users/user-handlers';
import { webhookHandlers } from '../webhooks/webhook-handlers';
import type { Handlers } from './handler-types';
import { serviceInfoHandlers } from './service-info';

export const handlers: Handlers = {
  ...signInHandlers,
  ...sessionHandlers,
  ...userHandlers,
  ...teamHandlers,
  ...projectHandlers,
  ...passkeyHandlers,
  ...cliLoginHandlers,
  ...oauthHandlers,
  ...contactChannelHandlers,
  ...permissionHandlers,
  ...apiKeyHandlers,
  ...emailHandlers,
  ...metricsHandlers,
  ...webhookHandlers,
  ...serviceInfoHandlers,
};
