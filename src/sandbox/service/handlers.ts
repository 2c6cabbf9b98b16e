/** The handlers of all endpoints, one each: a missing one does not compile. */

import { z } from 'zod';
import { isAtLeast } from '#contract/releases.ts';
import type { RowOf } from '#contract/service/index.ts';
import { apiKeyHandlers } from '../api-keys/api-key-handlers';
import { configHandlers } from '../configuration/config-handlers';
import { contactChannelHandlers } from '../contact-channels/contact-channel-handlers';
import { draftHandlers } from '../emails/draft-handlers';
import { emailHandlers } from '../emails/email-handlers';
import { outboxHandlers } from '../emails/outbox-handlers';
import { themeHandlers } from '../emails/template-handlers';
import type { Handler, Handlers, HandlersOf } from '../http/context';
import { schemaError } from '../http/failures';
import { brandOf, reply } from '../http/respond';
import { oauthHandlers } from '../oauth/oauth-handlers';
import { passkeyHandlers } from '../passkeys/passkey-handlers';
import { permissionHandlers } from '../permissions/permission-handlers';
import { metricsHandlers } from '../projects/metrics-handlers';
import { projectHandlers } from '../projects/project-handlers';
import { webhookHandlers } from '../projects/webhook-handlers';
import { sessionHandlers } from '../sessions/sessions';
import { cliLoginHandlers } from '../sign-in/cli-login-handlers';
import { signInHandlers } from '../sign-in/sign-in-handlers';
import { signUpRuleHandlers } from '../sign-up-rules/sign-up-rule-handlers';
import { teamHandlers } from '../teams/team-handlers';
import { userHandlers } from '../users/user-handlers';

const apiRoot: Handler<RowOf<'misc.root'>> = {
  async run({ caller, release }) {
    const { name, domain } = brandOf(release);
    const welcome = `Welcome to the ${name.replace(' Auth', '')} API endpoint! Please refer to the documentation at https://docs.${domain}.`;
    const { access, project, user } = caller;
    if (access === null) return { status: 200, text: `${welcome}\n\nAuthentication: None` };
    const type = `${access.charAt(0).toUpperCase()}${access.slice(1)}`;
    const lines = [`Authentication: ${type}`, `  Project: ${project?.id}`, `  User: ${user?.email ?? user?.id ?? 'None'}`];
    return { status: 200, text: `${welcome}\n\n${lines.join('\n')}` };
  },
};

/** The baseline accepts any other properties; later releases none, and then only the package. */
const version = z.looseObject({ clientVersion: z.string() });

/** Clients earlier than this one get a notice without a number. */
const noticedBefore = '2.8.57';

const checkVersion: Handler<RowOf<'misc.checkVersion'>, z.output<typeof version>> = {
  ignoresQuery: true,
  accepts: { client: { body: version }, server: { body: version } },
  async run({ body, release, url }) {
    const { clientVersion, ...others }: z.output<typeof version> = body;
    const unknown = Object.keys(others);
    if (release.has('strict-version-check') && unknown.length > 0)
      throw schemaError(`Request validation failed on POST ${url.pathname}:\n  - body contains unknown properties: ${unknown.join(', ')}`);
    // The text is not documented; it contains no number (wire/hexclave 4.4).
    if (release.has('new-name') && !String(others.clientPackageName ?? '').startsWith('@hexclave/'))
      return reply({
        upToDate: false,
        error: 'This package has been renamed. Install the package of the same name under @hexclave.',
        severe: true,
      });
    const serverVersion = release.number;
    if (clientVersion === serverVersion) return reply({ upToDate: true });
    // The text is not documented either.
    if (release.has('early-client-notice') && /^\d/.test(clientVersion) && !isAtLeast(clientVersion, noticedBefore))
      return reply({ upToDate: false, error: 'This version of the package is no longer supported. Update it.', severe: true });
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
  ...themeHandlers,
  ...draftHandlers,
  ...outboxHandlers,
  ...metricsHandlers,
  ...webhookHandlers,
  ...configHandlers,
  ...signUpRuleHandlers,
  ...serviceInfoHandlers,
};
