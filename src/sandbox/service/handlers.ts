/** The handlers of all endpoints, one each: a missing one does not compile. */

import { z } from 'zod';
import type { RowOf } from '#contract/service/index.ts';
import { apiKeyHandlers } from '../api-keys/api-key-handlers';
import { cliLoginHandlers } from '../cli-login/cli-login-handlers';
import { contactChannelHandlers } from '../contact-channels/contact-channel-handlers';
import { emailHandlers } from '../emails/email-handlers';
import type { Handler } from '../http/context';
import type { Handlers, HandlersOf } from '../http/handler-types';
import { reply } from '../http/respond';
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

/** The release that this server emulates. */
const serverVersion = '2.8.4';

const apiRoot: Handler<RowOf<'misc.root'>> = {
  async run({ caller }) {
    const welcome = 'Welcome to the Stack API endpoint! Please refer to the documentation at https://docs.stack-auth.com.';
    const { access, project, user } = caller;
    if (access === null) return { status: 200, text: `${welcome}\n\nAuthentication: None` };
    const type = `${access.charAt(0).toUpperCase()}${access.slice(1)}`;
    const lines = [`Authentication: ${type}`, `  Project: ${project?.id}`, `  User: ${user?.email ?? user?.id ?? 'None'}`];
    return { status: 200, text: `${welcome}\n\n${lines.join('\n')}` };
  },
};

/** The service accepts any other properties. */
const version = z.looseObject({ clientVersion: z.string() });

const checkVersion: Handler<RowOf<'misc.checkVersion'>, z.output<typeof version>> = {
  ignoresQuery: true,
  accepts: { client: { body: version }, server: { body: version } },
  async run({ body: { clientVersion } }) {
    if (clientVersion === serverVersion) return reply({ upToDate: true });
    const severe = clientVersion.split('.')[0] !== serverVersion.split('.')[0];
    const error = `You are not using the version of Stack that this server knows (you have v${clientVersion}; the current version is v${serverVersion}).`;
    return reply({ upToDate: false, error, severe });
  },
};

const anything = z.unknown();

const checkFeatureSupport: Handler<RowOf<'misc.checkFeatureSupport'>, unknown> = {
  ignoresQuery: true,
  accepts: { client: { body: anything }, server: { body: anything } },
  async run({ body }) {
    const named = typeof body === 'object' && body !== null && 'feature_name' in body ? body.feature_name : undefined;
    const feature = typeof named === 'string' && named !== '' ? named : 'This feature';
    return { status: 200, text: `${feature} is not yet supported. Please reach out to Stack support for more information.` };
  },
};

const serviceInfoHandlers: HandlersOf<'misc'> = {
  'misc.root': apiRoot,
  'misc.checkVersion': checkVersion,
  'misc.checkFeatureSupport': checkFeatureSupport,
};

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
