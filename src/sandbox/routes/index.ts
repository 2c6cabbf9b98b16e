/** The behaviour of every row of the catalogue: one handler each, so that a missing one does not compile. */
import type { RowName, RowOf } from '../../contract/service';
import type { Handler } from '../context';
import { apiKeyHandlers } from './api-keys-table';
import { authHandlers } from './auth-table';
import { cliHandlers } from './cli-table';
import { contactChannelHandlers } from './contact-channels-table';
import { emailHandlers } from './emails-table';
import type { NotServed } from './handlers';
import { metricsHandlers } from './metrics-table';
import { miscHandlers } from './misc-table';
import { oauthHandlers } from './oauth-table';
import { passkeyHandlers } from './passkeys-table';
import { permissionHandlers } from './permissions-table';
import { projectHandlers } from './projects-table';
import { teamHandlers } from './teams-table';
import { userHandlers } from './users-table';
import { webhookHandlers } from './webhooks-table';

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
